import type { EventRow } from '../ledger/rows.ts';
import { counted, readableTime } from './figures.ts';
import { RECEIPT_WIDTH } from './format-receipt.ts';
import { tableLines, wrap } from './layout.ts';
import { stateWords } from './state-words.ts';
import type { Style } from './style.ts';

/** The details of events, as the pipeline writes them. */
type Detail = Readonly<Record<string, unknown>>;

const TIME_CHARACTERS = 19;

/** What happened to an import, oldest first, one event a line. */
export function historyLines(events: readonly EventRow[], style: Style): string[] {
  const whoWidth = Math.max(0, ...events.map(({ who }) => who.length));
  const room = RECEIPT_WIDTH - TIME_CHARACTERS - whoWidth - 6;
  return events.flatMap((event) => {
    const [first, ...rest] = wrap(eventWords(event), Math.max(30, room));
    const [head] = tableLines([[readableTime(event.at), event.who]], [{ align: 'left' }, { align: 'left' }]);
    const indent = ' '.repeat(TIME_CHARACTERS + whoWidth + 4);
    return [
      `${style('dim', head!.padEnd(TIME_CHARACTERS + whoWidth + 2))}  ${first}`,
      ...rest.map((line) => indent + line),
    ];
  });
}

/** One event in words. */
export function eventWords({ what, detail }: Pick<EventRow, 'what' | 'detail'>): string {
  const value: unknown = detail === null ? {} : JSON.parse(detail);
  const of = (typeof value === 'object' && value !== null ? value : {}) as Detail;
  const text = (key: string) => String(of[key] ?? '');
  switch (what) {
    case 'taken-in':
      return `taken in: ${text('file')}, ${counted(Number(of['bytes'] ?? 0), 'byte')}`;
    case 'planned-afresh':
      return 'to be planned afresh';
    case 'to-be-booked':
      return 'its plan is to be booked';
    case 'planned':
      return `planned: ${counted(Number(of['read'] ?? 0), 'row')} read`;
    case 'posting':
      return `planned, and being booked: ${counted(Number(of['read'] ?? 0), 'row')} read`;
    case 'retry':
      return 'what waits is tried again, as it is';
    case 'correction':
      return `correction ${text('correction')} taken in: ${text('file')}`;
    case 'retry-refused':
      return `the correction could not be used: ${text('message')}`;
    case 'rejected':
      return `rejected: ${text('message')}`;
    case 'blocked':
      return `stopped: ${text('message').split('\n')[0]}`;
    case 'in-doubt':
      if (of['batch'] === undefined) return `in doubt: ${counted(Number(of['inDoubt'] ?? 0), 'entry', 'entries')}`;
      return `batch ${text('batch')} in doubt${of['why'] === undefined ? '' : `: ${text('why')}`}`;
    case 'resolved':
      return `batch ${text('batch')} was declared ${text('became') === 'booked' ? 'booked' : 'not booked'}: ${text('reason')}`;
    case 'outcome-too-late':
      return `batch ${text('batch')}: a reply came after it was decided otherwise`;
    case 'mismatch':
      return `THE RECEIPT DOES NOT ADD UP: ${String(value)}`;
    case 'completed':
    case 'partly-booked':
      return `${stateWords(what)}: ${counted(Number(of['booked'] ?? 0), 'entry', 'entries')} of ${Number(of['planned'] ?? 0)} booked`;
    default:
      return what.replaceAll('-', ' ');
  }
}
