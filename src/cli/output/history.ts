import type { Kind, Tally } from '../../kinds/kind.ts';
import { kindOf } from '../../kinds/kinds.ts';
import type { OpenCorrections } from '../../ledger/revisions.ts';
import type { EventRow } from '../../ledger/rows.ts';
import type { CreatedCounts } from '../../reporting/receipt.ts';
import { countWords } from './created.ts';
import { openCorrectionsWords } from './open-corrections.ts';
import { RECEIPT_WIDTH } from './receipt.ts';
import { stateWords } from './state-words.ts';
import { counted, readableCount, readableTime, type Style, tableLines, wrap } from './text.ts';

/** The details of events, as the pipeline writes them. */
type Detail = Readonly<Record<string, unknown>>;

const TIME_CHARACTERS = 19;

/** What happened to an import, oldest first, one event a line. */
export function historyLines(events: readonly EventRow[], style: Style, kind?: string): string[] {
  const whoWidth = Math.max(0, ...events.map(({ who }) => who.length));
  const room = RECEIPT_WIDTH - TIME_CHARACTERS - whoWidth - 6;
  return events.flatMap((event) => {
    const [first, ...rest] = wrap(eventWords(event, kind), Math.max(30, room));
    const [head] = tableLines([[readableTime(event.at), event.who]], [{ align: 'left' }, { align: 'left' }]);
    const indent = ' '.repeat(TIME_CHARACTERS + whoWidth + 4);
    return [
      `${style('dim', head!.padEnd(TIME_CHARACTERS + whoWidth + 2))}  ${first}`,
      ...rest.map((line) => indent + line),
    ];
  });
}

/** One event in words. */
export function eventWords({ what, detail }: Pick<EventRow, 'what' | 'detail'>, name?: string): string {
  const kind = kindOf(name);
  const { one, many, done } = kind.words;
  const value: unknown = detail === null ? {} : JSON.parse(detail);
  const of = (typeof value === 'object' && value !== null ? value : {}) as Detail;
  const text = (key: string) => String(of[key] ?? '');
  switch (what) {
    case 'taken-in':
      return `received: ${text('file')}, ${counted(Number(of['bytes'] ?? 0), 'byte')}`;
    case 'file-changed':
      return `${text('file')} was changed after it was received: what it holds now is received as an import of its own`;
    case 'planned-afresh':
      return 'to be planned afresh';
    case 'to-be-booked':
      return kind.records === undefined ? 'its plan is to be booked' : 'what it plans is to be created';
    case 'planned':
      return `planned: ${counted(Number(of['read'] ?? 0), 'row')} read`;
    case 'posting':
      return `planned: ${counted(Number(of['read'] ?? 0), 'row')} read. Posting started`;
    case 'retry':
      return of['left'] === undefined
        ? 'what is on hold is tried again, as it is'
        : `what is on hold is tried again, as it is; left to be submitted: ${openCorrectionsWords(of['left'] as OpenCorrections, kind.words)}`;
    case 'answered':
      return `answered ${text('code')} with ${text('answer')}, for ${counted(Number(of['entries'] ?? 0), one, many)}: ${text('reason')}`;
    case 'correction':
      return `correction ${text('correction')} received: ${text('file')}`;
    case 'mended':
      return correctedWords(of, one, many);
    case 'mends-undone':
      return `what was corrected in ${counted(Number(of['cells'] ?? 0), 'cell')} was taken back`;
    case 'mends-set-aside':
      return `set aside, since the file says otherwise: ${openCorrectionsWords(value as OpenCorrections, kind.words)}`;
    case 'skipped':
      return `skipped${of['skip'] === undefined ? '' : ` (skip ${text('skip')})`}: ${counted(Number(of['entries'] ?? 0), one, many)}, ${counted(Number(of['rows'] ?? 0), 'row')}. ${text('reason')}`;
    case 'skip-taken-back':
      return `skip ${text('skip')} was taken back: ${counted(Number(of['entries'] ?? 0), `${one} is`, `${many} are`)} on hold again${Number(of['kept'] ?? 0) === 0 ? '' : `, ${counted(Number(of['kept']), `${one} stays`, `${many} stay`)} skipped, for another import has the same`}. ${text('reason')}`;
    case 'insisted':
      return `not duplicates, to be ${done}: ${counted(Number(of['entries'] ?? 0), one, many)}. ${text('reason')}`;
    case 'remembered':
      // An answer about a file is a key of the job, and no value of a row.
      if (of['section'] === (of['from'] as string[])[0])
        return `the job ${text('job')} says ${text('section')}: ${text('to')} from now on`;
      return `the job ${text('job')} remembers that ${(of['from'] as string[]).map((from) => JSON.stringify(from)).join(', ')} is sent as "${text('to')}"`;
    case 'retry-refused':
      return `the correction could not be used: ${text('message')}`;
    case 'cancelled':
      return cancelledWords(of, kind);
    case 'rejected':
      return `rejected: ${text('message')}`;
    case 'stopped':
      return `stopped, and the rest is on hold: ${text('reason')}`;
    case 'blocked':
      return `stopped: ${text('message').split('\n')[0]}${of['suggestion'] === undefined ? '' : ` ${text('suggestion')}`}`;
    case 'in-doubt':
      if (of['inDoubt'] === 0) return 'in doubt: a decision turned out to be wrong';
      if (of['batch'] === undefined) return `in doubt: ${counted(Number(of['inDoubt'] ?? 0), one, many)}`;
      return `batch ${text('batch')} in doubt${of['why'] === undefined ? '' : `: ${text('why')}`}`;
    case 'sender-gone':
      return `the process that sent batch ${text('batch')} has ended for good`;
    case 'proposed':
      return `answered ${answerWords(of, kind)}`;
    case 'proposal-withdrawn':
      return `withdrew the answer ${answerWords(of, kind)}`;
    case 'answer-taken-back':
      return `the answer about batch ${text('batch')} was taken back; it is in doubt again${of['unseen'] === true ? '' : `: ${text('reason')}`}`;
    case 'resolved':
      return resolvedWords(of, kind);
    case 'recovered':
      return `the ledger was restored from an older copy; according to the attempt log: ${counted(Number(of['booked'] ?? 0), 'batch', 'batches')} booked, ${Number(of['inDoubt'] ?? 0)} in doubt${of['into'] === undefined ? '' : `, in import ${text('into')}`}${of['of'] === undefined ? '' : `, of import ${text('of')}`}. ${text('reason')}`;
    case 'books-same':
    case 'books-other':
      return of['address'] === undefined
        ? booksWords(what === 'books-same', text('service'), text('name'))
        : `service ${text('service')} keeps the same books as before, now at ${text('address')}`;
    case 'restored':
      return `the ledger was restored from a backup of ${readableTime(Number(of['copied']))}; of what was waiting then, ${counted(Number(of['inDoubt'] ?? 0), 'batch is', 'batches are')} in doubt. ${text('reason')}`;
    case 'restored-plan':
      return `the ledger was restored from a backup of ${readableTime(Number(of['copied']))}; bilag does not know whether this was booked since, so it is planned, and booked when you say so. ${text('reason')}`;
    case 'claimed-again':
      return `an earlier import sent ${many} of it, according to the attempt log; bilag looks for duplicates again`;
    case 'outcome-too-late':
      return `batch ${text('batch')}: its request ended after the decision${agreement(of)}`;
    case 'contradicted':
      return `CONTRADICTED: ${text('message')}`;
    case 'mismatch':
      return `THE RECEIPT DOES NOT ADD UP: ${String(value)}`;
    case 'completed':
    case 'partly-booked':
      return `${finishedState(what, of, kind)}: ${finishedWords(of, kind)}`;
    default:
      return what.replaceAll('-', ' ');
  }
}

function booksWords(same: boolean, service: string, name: string): string {
  const called = name === '' ? 'without a name' : `called ${JSON.stringify(name)}`;
  return same
    ? `service ${service} keeps the same books as before, now ${called}`
    : `service ${service} keeps other books than these, ${called}`;
}

function finishedState(state: 'completed' | 'partly-booked', { booked }: Detail, { name, words }: Kind): string {
  const none = state === 'partly-booked' && booked === 0;
  return none ? `nothing is ${words.done}` : stateWords(state, 1, name);
}

const TALLIES: Readonly<Record<Tally, string>> = { contacts: 'contacts', customFields: 'custom fields' };

function finishedWords(of: Detail, { words, records }: Kind): string {
  const { one, many, done } = words;
  const said = (records?.tallies ?? []).flatMap((tally) => {
    const count = (of as Partial<Record<string, CreatedCounts>>)[tally];
    const where = count === undefined ? '' : countWords(count);
    return where === '' ? [] : [`${TALLIES[tally]}: ${where}`];
  });
  if (said.length > 0) return said.join('; ');
  return `${readableCount(Number(of['booked'] ?? 0))} of ${counted(Number(of['planned'] ?? 0), one, many)} ${done}`;
}

function cancelledWords({ reason, whole, withdrawn, sending }: Detail, { words }: Kind): string {
  const { one, many, done } = words;
  const entries = (count: unknown) => counted(Number(count), one, many);
  const met =
    whole === true
      ? `nothing of it was ${done}`
      : `${entries(withdrawn)} not sent${sending === 0 ? '' : `, ${entries(sending)} on the way`}`;
  return `cancelled: ${reason} (${met})`;
}

function resolvedWords({ batch, became, reason, entries, closes }: Detail, { words }: Kind): string {
  const { done } = words;
  const declared = `declared ${became === 'booked' ? done : `not ${done}`}: ${reason}`;
  if (closes === true) return `batch ${batch}, about which a decision was wrong, is ${declared}`;
  if (!Array.isArray(entries)) return `batch ${batch} was ${declared}`;
  return `${entries.length === 1 ? 'voucher' : 'vouchers'} ${entries.join(', ')} of batch ${batch} ${entries.length === 1 ? 'was' : 'were'} ${declared}`;
}

/** What somebody says of a batch that two people settle; who has not answered yet is not told. */
function answerWords({ batch, became, reason, entries, unseen }: Detail, { words }: Kind): string {
  const { one, many, done } = words;
  const what = typeof entries === 'number' ? `${counted(entries, one, many)} of batch ${batch}` : `batch ${batch}`;
  return unseen === true
    ? `about ${what}`
    : `about ${what}, that it was ${became === 'booked' ? done : `not ${done}`}: ${reason}`;
}

/** A late outcome that says nothing new leaves the decision alone; one that agrees bears it out. */
function agreement({ outcome }: Detail): string {
  const kind = (outcome as { readonly kind?: unknown } | undefined)?.kind;
  return kind === 'in-doubt' ? ', and says nothing new' : `, and agrees (${String(kind)})`;
}

/** Cells that were corrected: one by one, or a value that was put in the place of another. */
function correctedWords(of: Detail, one: string, many: string): string {
  const cells = `${counted(Number(of['cells'] ?? 0), 'cell')} in ${counted(Number(of['entries'] ?? 0), one, many)}`;
  if (of['column'] === undefined) return `corrected: ${cells}`;
  return `corrected: ${of['column']} "${of['from']}" became "${of['to']}" in ${cells}`;
}
