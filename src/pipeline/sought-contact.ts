import type { BatchEntry } from '../domain/batch.ts';
import type { Contact } from '../domain/contact.ts';
import type { BatchRow } from '../ledger/rows.ts';
import { contactOfBody } from '../rules/contact/contact-body.ts';
import type { PipelinePorts } from './ports.ts';

/** A contact whose creation is in doubt. */
export interface SoughtContact {
  readonly entry: BatchEntry;
  readonly contact: Contact;
}

/**
 * What there is to look for; undefined where it can't be told from a contact that was there before, or that an equal row
 * creates, or was recovered.
 */
export function soughtContact(batch: BatchRow, { ledger }: Pick<PipelinePorts, 'ledger'>): SoughtContact | undefined {
  const { entries, body } = ledger.posting.body(batch.import, batch.no);
  const [entry] = entries;
  if (body === '' || entry === undefined || entry.twin) return undefined;
  return ledger.posting.hasEqual(batch.import, entry) ? undefined : { entry, contact: contactOfBody(body) };
}
