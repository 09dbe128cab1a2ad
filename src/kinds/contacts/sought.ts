import type { Contact } from '../../core/records.ts';
import type { BatchEntry } from '../../core/states.ts';
import type { BatchRow } from '../../ledger/rows.ts';
import type { PipelinePorts } from '../ports.ts';
import { contactOfBody } from './body.ts';

/** A contact whose creation is in doubt. */
export interface SoughtContact {
  readonly entry: BatchEntry;
  readonly contact: Contact;
}

/**
 * What there is to look for; undefined where it can't be told from a contact that was there before, or that an equal row
 * creates, or was recovered.
 */
export async function soughtContact(
  batch: BatchRow,
  { ledger }: Pick<PipelinePorts, 'ledger'>,
): Promise<SoughtContact | undefined> {
  const { entries, body } = await ledger.posting.body(batch.import, batch.no);
  const [entry] = entries;
  if (body === '' || entry === undefined || entry.twin) return undefined;
  return (await ledger.posting.hasEqual(batch.import, entry)) ? undefined : { entry, contact: contactOfBody(body) };
}
