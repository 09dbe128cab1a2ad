import type { Cell } from '../core/cell.ts';
import { isFieldStep } from '../core/entry-words.ts';
import type { Issue } from '../core/issue.ts';
import type { BookedId } from '../core/outcome.ts';
import type { Contact, CustomFieldDefinition } from '../core/records.ts';
import { contactOfBody } from '../kinds/contacts/body.ts';
import { fieldOfBody } from '../kinds/custom-fields/body.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { BatchRow, EntryRow, ImportRow, Skip } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import type { Trail } from './trail.ts';

const HEAD = ['row', 'outcome', 'service ID', 'batch', 'name'] as const;
const CONTACT = [
  'address line 1',
  'address line 2',
  'address line 3',
  'postal code',
  'city',
  'country',
  'country code',
  'phone',
  'e-mail',
  'comment',
  'custom values',
] as const;
const FIELD = ['model', 'data type', 'may be empty'] as const;
const TAIL = ['in the service', 'problem', 'remarks'] as const;

/** Codes that say what is there already, and what differs. */
const EXISTS: ReadonlySet<Issue['code']> = new Set(['contact-exists', 'field-exists']);

/**
 * What became of every row of contacts or custom fields (design, section 7), in file order: its ID in the service, what was
 * sent, what is there already and how that differs, and why it waits. The custom fields that a job of contacts asks for
 * stand first, in no row.
 */
export function createdTrail(row: ImportRow, ports: Pick<PipelinePorts, 'ledger'>): Trail {
  const header = [...HEAD, ...(row.kind === 'contacts' ? CONTACT : FIELD), ...TAIL];
  const wrapped: readonly string[] = ['custom values', ...TAIL];
  const wrap = header.flatMap((name, at) => (wrapped.includes(name) ? [at] : []));
  return { header, rows: lines(row, ports), wrap };
}

function* lines(row: ImportRow, { ledger }: Pick<PipelinePorts, 'ledger'>): Generator<Cell[]> {
  const { findings, posting } = ledger;
  if (row.facts === null) return;
  const facts = JSON.parse(row.facts) as PlanFacts;
  const isOfContacts = row.kind === 'contacts';
  const isRemarked = findings.remarks(row.num).length > 0;
  const remarks = (seq: number) => (isRemarked ? words(findings.remarksOn(row.num, seq)) : '');
  const aside = findings.entries(row.num, ...ASIDE);
  const batches = findings.singleBatches(row.num);
  for (const rowless of [true, false]) {
    const waiting = aside.filter(({ row_count }) => (row_count === 0) === rowless);
    let next = 0;
    for (const { no, seq } of batches.filter((batch) => (batch.rowless === 1) === rowless)) {
      const batch = posting.batch(row.num, no)!;
      const outcome = outcomeOf(batch);
      if (outcome === undefined) continue;
      while (next < waiting.length && waiting[next]!.seq < seq) yield asideCells(waiting[next++]!);
      yield [...sentCells(batch, outcome), ...['', '', remarks(seq)]];
    }
    while (next < waiting.length) yield asideCells(waiting[next++]!);
  }

  function asideCells(entry: EntryRow): Cell[] {
    const problems = findings.problems(row.num, entry.seq);
    const exists = problems.filter(({ code }) => EXISTS.has(code as Issue['code']));
    const wrong = problems.filter((problem) => !exists.includes(problem));
    const [model, name] = isOfContacts ? ['', nameOf(entry)] : parts(entry.key);
    return [
      ...[entry.rows, asideOutcome(entry), entry.service_id ?? '', '', name],
      ...Array.from({ length: (isOfContacts ? CONTACT : FIELD).length }, (_, at) => (at === 0 ? model : '')),
      ...[words(exists), skippedWords(entry) ?? words(wrong), remarks(entry.seq)],
    ];
  }

  function sentCells(batch: BatchRow, outcome: string): Cell[] {
    const { entries, body } = posting.body(row.num, batch.no);
    const { key, rows, rowCount } = entries[0]!;
    const [[id = null] = []] = JSON.parse(batch.ids ?? '[]') as [BookedId['id']][];
    const isOfField = isFieldStep(batch.step);
    const field = isOfField && body !== '' ? fieldOfBody(body, facts) : undefined;
    const sent = isOfContacts
      ? contactCells(isOfField || body === '' ? undefined : contactOfBody(body))
      : fieldCells(field);
    const name = isOfContacts ? nameOf({ key, row_count: rowCount }) : (field?.name ?? key);
    return [...[rows, outcome, id ?? batch.target ?? '', batch.no, name], ...sent];
  }
}

/** What stands in no row of a file of contacts is a custom field. */
function nameOf({ key, row_count }: Pick<EntryRow, 'key' | 'row_count'>): string {
  return row_count === 0 ? `custom field ${key}` : key;
}

/** `Product`, `Colour` */
function parts(key: string): [model: string, name: string] {
  const at = key.indexOf('.');
  return [key.slice(0, at), key.slice(at + 1)];
}

/** Undefined: its row is told by another batch, or by the entry that was set aside. */
function outcomeOf({ state, step }: BatchRow): string | undefined {
  // A contact is created before it is read back, and a field is done when it is active.
  if (step === 'read-back') return undefined;
  if (step === 'create-contact' && state === 'continued') return 'created';
  switch (state) {
    case 'booked':
      return 'created';
    case 'in-doubt':
      return 'in doubt';
    case 'ready':
    case 'sending':
      return 'pending';
    default:
      return undefined;
  }
}

function asideOutcome({ state }: EntryRow): string {
  if (state === 'duplicate-skipped') return 'exists';
  return state === 'duplicate' ? 'exists, and waits' : state;
}

function words(problems: readonly { readonly detail: string | null; readonly message: string }[]): string {
  return problems.map(({ detail, message }) => detail ?? message).join('\n');
}

function contactCells(contact: Contact | undefined): Cell[] {
  const { address, phone, email = '', comment = '', custom = {} } = contact ?? {};
  return [
    address?.addressLine1 ?? '',
    address?.addressLine2 ?? '',
    address?.addressLine3 ?? '',
    address?.postalCode ?? '',
    address?.city ?? '',
    address?.country ?? '',
    address?.countryCode ?? '',
    phone === undefined ? '' : `${phone.countryCode} ${phone.number} ${phone.description}`.trim(),
    email,
    comment,
    Object.entries(custom)
      .map(([name, value]) => `${name}: ${value ?? ''}`)
      .join('\n'),
  ];
}

function fieldCells(field: CustomFieldDefinition | undefined): Cell[] {
  if (field === undefined) return ['', '', ''];
  return [field.model, field.type, field.nullable ? 'yes' : 'no'];
}

/** Entries that are in no batch, and that nothing took the place of. */
export const ASIDE = ['held', 'rejected', 'duplicate', 'duplicate-skipped', 'skipped'] as const;

/** Why an entry is not booked, where a person decided so. */
export function skippedWords({ skipped }: Pick<EntryRow, 'skipped'>): string | undefined {
  if (skipped === null) return undefined;
  const { who, reason } = JSON.parse(skipped) as Skip;
  return `skipped by ${who}: ${reason}`;
}
