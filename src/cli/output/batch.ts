import { sentLines } from '../../core/batch-body.ts';
import { formatMinor } from '../../core/money.ts';
import type { Evidence } from '../../core/outcome.ts';
import { type BatchEntry, entryTexts } from '../../core/states.ts';
import { stepOf } from '../../kinds/kinds.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { AttemptRow, BatchRow, LookRow } from '../../ledger/rows.ts';
import type { PlanFacts } from '../../reading/plan-ports.ts';
import { batchTotals } from '../../reporting/batch-sums.ts';
import { contradictionWords } from '../../service/reply-contradiction.ts';
import { contactBlock, fieldTable } from './created.ts';
import { oneEntry } from './plan.ts';
import { RECEIPT_WIDTH } from './receipt.ts';
import {
  counted,
  readableAmount,
  readableSeconds,
  readableTime,
  type Style,
  shorten,
  tableLines,
  wrap,
} from './text.ts';

/** Characters of a reply that are shown; the ledger has more. */
const BODY_CHARACTERS = 300;
/** Attempts of a batch that are shown, the newest. */
const ATTEMPTS = 5;
/** Looks at a batch that are shown, the newest. */
const LOOKS = 5;
/** Entries of a batch that are shown with their lines. */
const ENTRIES = 10;
/** Characters of a contact's or a field's name in a line. */
const NAME_CHARACTERS = 60;
const INDENT = '  ';

const STATES: Readonly<Record<BatchRow['state'], string>> = {
  ready: 'to be sent',
  waiting: 'waits for another import',
  sending: 'being sent',
  booked: 'booked',
  'in-doubt': 'IN DOUBT',
  split: 'divided: its vouchers went on in other batches',
  continued: 'done: it went on in the next step',
  rejected: 'rejected by the service',
  withdrawn: 'withdrawn: nothing of it will be sent',
};

/**
 * A batch that did not simply go through: what was tried, what was seen, and what was found in the service's books.
 * @param entries of a batch that creates something: what it is about
 */
export function batchLines(
  batch: BatchRow,
  attempts: readonly AttemptRow[],
  style: Style,
  looks: readonly LookRow[] = [],
  entries: readonly BatchEntry[] = [],
): string[] {
  const head =
    batch.step === 'book'
      ? `Batch ${batch.no}: ${STATES[batch.state]}; ${counted(batch.entries, 'voucher')}, ${counted(batch.rows, 'row')}`
      : `Batch ${batch.no} ${stepOf(batch.step).does} ${entries.map(aboutWords).join(', ')}: ${createdState(batch)}`;
  const origin = batch.parent === null ? '' : `, from batch ${batch.parent}`;
  const shown = attempts.slice(-ATTEMPTS);
  return [
    style(batch.state === 'in-doubt' ? 'magenta' : 'bold', head + origin),
    ...(attempts.length > shown.length
      ? [`${INDENT}… ${counted(attempts.length - shown.length, 'earlier attempt')}`]
      : []),
    ...shown.flatMap((attempt) => attemptLines(attempt, batch.step)).map((line) => INDENT + line),
    ...(looks.length > LOOKS ? [`${INDENT}… ${counted(looks.length - LOOKS, 'earlier look')}`] : []),
    ...looks
      .slice(-LOOKS)
      .flatMap((look) => lookLines(look))
      .map((line) => INDENT + line),
  ];
}

/** `"Kari Nordmann" (row 2)` */
function aboutWords({ key, rows }: BatchEntry): string {
  return rows === '' ? shorten(key, NAME_CHARACTERS) : `${shorten(key, NAME_CHARACTERS)} (row ${rows})`;
}

/** Where only one thing is done there is nothing to divide. */
function createdState({ state, step }: BatchRow): string {
  if (state === 'booked' || state === 'continued') return stepOf(step).done;
  return STATES[state];
}

/** All looks of the probe at a batch, oldest first: those at the attempts that it was in the hands of. */
export async function looksAt(attempts: readonly AttemptRow[], no: number, ledger: Ledger): Promise<LookRow[]> {
  return (await Promise.all(attempts.map(({ id }) => ledger.probeLog.of(id))))
    .flat()
    .filter(({ batch }) => batch === no);
}

/** Looks as `--json` prints them. */
export function looksJson(looks: readonly LookRow[]): object[] {
  return looks.map(({ at, ended_at, found, absent, unclear, detail }) => ({
    began: new Date(at).toISOString(),
    ...(ended_at === null ? {} : { ended: new Date(ended_at).toISOString(), found, absent, unclear, detail }),
  }));
}

function lookLines({ at, ended_at, detail }: LookRow): string[] {
  const words = ended_at === null ? 'under way, or cut off' : (detail ?? '');
  const [first, ...rest] = wrap(`${readableTime(at)}  looked up: ${words}`, RECEIPT_WIDTH - 2 * INDENT.length);
  return [first!, ...rest.map((line) => INDENT + line)];
}

function attemptLines({ began_at, outcome: ended, evidence }: AttemptRow, step: string): string[] {
  const outcome = ended === 'booked' ? stepOf(step).done : ended;
  const seen = JSON.parse(evidence ?? '{}') as Evidence;
  const facts = [
    seen.status === undefined ? '' : `status ${seen.status}`,
    seen.error === undefined ? '' : seen.error,
    seen.contradiction === undefined ? '' : contradictionWords(seen.contradiction),
    seen.elapsed === undefined ? '' : `after ${readableSeconds(seen.elapsed / 1000)}`,
  ].filter((fact) => fact !== '');
  const [first, ...rest] = wrap(
    `${readableTime(began_at)}  ${outcome ?? 'under way'}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`,
    RECEIPT_WIDTH - 2 * INDENT.length,
  );
  const headers = Object.entries(seen.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [
    first!,
    ...rest.map((line) => INDENT + line),
    ...(headers.length === 0 ? [] : [`${INDENT}${shorten(headers.join('; '), BODY_CHARACTERS)}`]),
    ...(seen.body === undefined || seen.body === '' ? [] : [`${INDENT}${shorten(seen.body, BODY_CHARACTERS)}`]),
  ];
}

/** What a batch holds: its totals, and its entries as they were sent, for a person who looks them up in the service. */
export async function batchContent(batch: BatchRow, facts: PlanFacts, ledger: Ledger, style: Style): Promise<string[]> {
  if (batch.step !== 'book') return await createdContent(batch, facts, ledger, style);
  const names = new Map(Object.values(facts.accounts));
  const sums = await ledger.posting.totals(batch.import, batch.no);
  const totals = batchTotals(sums, facts.scale).map(({ account, amount }) => [
    account,
    names.get(account) ?? '',
    readableAmount(amount),
  ]);
  const { entries, body } = await ledger.posting.body(batch.import, batch.no);
  const shown = entryTexts(body, entries)
    .slice(0, ENTRIES)
    .map((text, at) => ({
      ...entries[at]!,
      lines: sentLines(text, facts).map(({ account, units, vatTypeId, ...line }) => ({
        ...line,
        account,
        name: names.get(account) ?? '',
        amount: formatMinor(units, facts.scale),
        vatCode: vatTypeId === undefined ? '' : (facts.vatTypes[vatTypeId] ?? String(vatTypeId)),
      })),
    }));
  const more = entries.length - shown.length;
  return [
    style('bold', 'Totals'),
    ...tableLines(totals, [{ align: 'left' }, { align: 'left' }, { align: 'right' }]).map((line) => INDENT + line),
    style('bold', 'Vouchers as sent'),
    ...shown.flatMap((entry) => oneEntry(entry, style)).map((line) => INDENT + line),
    ...(more > 0 ? [`${INDENT}… and ${counted(more, 'more voucher')}`] : []),
  ];
}

/** What a batch creates, as it was sent, and how a person looks it up. */
async function createdContent(
  { import: num, no, step }: BatchRow,
  facts: PlanFacts,
  ledger: Ledger,
  style: Style,
): Promise<string[]> {
  const { entries, body } = await ledger.posting.body(num, no);
  const { rows } = entries[0]!;
  const { shown, request } = stepOf(step);
  const sent = body === '' ? undefined : shown?.(body, facts);
  if (sent === undefined) return [];
  if ('contact' in sent) {
    return [
      style('bold', 'The contact as sent'),
      ...contactBlock({ rows, ...sent }, style).map((line) => INDENT + line),
      'The contacts of the service: bilag service contacts',
    ];
  }
  const what = request.asks === 'action' ? 'activate' : 'create and activate';
  return [
    style('bold', 'The custom field as sent'),
    ...fieldTable([{ ...sent.field, rows, what }], style).map((line) => INDENT + line),
    ...wrap(
      'Only the settings of the service show a field that is not active: look there.',
      RECEIPT_WIDTH - INDENT.length,
    ),
  ];
}
