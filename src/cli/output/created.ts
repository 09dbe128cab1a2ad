import type { Contact, CustomFieldDefinition } from '../../core/records.ts';
import type { CreatedRecord } from '../../reporting/created-records.ts';
import type { CreatedCounts } from '../../reporting/receipt.ts';
import { sentContactLines } from '../service/format-contact.ts';
import { type ColumnLayout, readableCount, type Style, tableLines } from './text.ts';

const NAME_CHARACTERS = 40;
const INDENT = '  ';
const LEFT: ColumnLayout = { align: 'left' };
const NAME: ColumnLayout = { align: 'left', max: NAME_CHARACTERS };

/** A contact as it is sent, below the row that it comes from. */
export function contactBlock({ rows, contact }: { rows: string; contact: Contact }, style: Style): string[] {
  return [style('cyan', `Row ${rows}`), ...sentContactLines(contact, style)];
}

/** Custom fields in a table, each with what is done about it. */
export function fieldTable(
  fields: readonly (CustomFieldDefinition & { readonly rows: string; readonly what: string })[],
  style: Style,
): string[] {
  const inFile = fields.some(({ rows }) => rows !== '');
  const [header, ...lines] = tableLines(
    [
      [...(inFile ? ['row'] : []), 'name', 'model', 'data type', 'empty', 'to do'],
      ...fields.map(({ rows, name, model, type, nullable, what }) => [
        ...(inFile ? [rows] : []),
        name,
        model,
        type,
        nullable ? 'may be' : 'may not be',
        what,
      ]),
    ],
    [...(inFile ? [LEFT] : []), NAME, NAME, NAME, LEFT, LEFT],
  );
  return [style('dim', header!), ...lines];
}

/** What the service calls each, beside its row. */
export function recordTable(records: readonly CreatedRecord[], style: Style): string[] {
  const [header, ...lines] = tableLines(
    [
      ['row', 'outcome', 'ID', 'name'],
      ...records.map(({ row = '', outcome, id, name }) => [
        row,
        outcome === 'exists' ? 'exists already' : outcome,
        id === null ? 'none given' : String(id),
        name,
      ]),
    ],
    [LEFT, LEFT, { align: 'right' }, NAME],
  );
  return [style('dim', header!), ...lines].map((line) => INDENT + line);
}

/** `2 created, 1 rejected by the service`; @param pending still to be created */
export function countWords(
  { created, existing, held, rejected, inDoubt }: CreatedCounts,
  pending = 0,
  toBe = 'still to be created',
): string {
  const places: [number, string][] = [
    [created, 'created'],
    [existing, existing === 1 ? 'exists already' : 'exist already'],
    [held, 'on hold'],
    [rejected, 'rejected by the service'],
    [inDoubt, 'in doubt'],
    [pending, toBe],
  ];
  return places
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${readableCount(count)} ${words}`)
    .join(', ');
}
