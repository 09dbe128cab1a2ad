import type { JobKind } from '../../../../domain/job.ts';
import { count, time } from '../../format.ts';
import { words } from '../../language.ts';

/** What stands beside a line of the history, as the pipeline wrote it. */
type Detail = Readonly<Record<string, unknown>>;

const text = (of: Detail, key: string) => String(of[key] ?? '');
const number = (of: Detail, key: string) => count(Number(of[key] ?? 0));
const moment = (of: Detail, key: string) => time(new Date(Number(of[key] ?? 0)).toISOString());

const said = words({
  en: {
    'taken-in': (of: Detail) => `taken in: ${text(of, 'file')}, ${number(of, 'bytes')} bytes`,
    'planned-afresh': () => 'to be planned afresh',
    'to-be-booked': () => 'its plan is to be booked',
    planned: (of: Detail) => `planned: ${number(of, 'read')} rows read`,
    posting: (of: Detail) => `planned, and being sent: ${number(of, 'read')} rows read`,
    retry: () => 'what waits is tried again, as it is',
    correction: (of: Detail) => `correction ${text(of, 'correction')} taken in: ${text(of, 'file')}`,
    'retry-refused': (of: Detail) => `the correction could not be used: ${text(of, 'message')}`,
    rejected: (of: Detail) => `rejected: ${text(of, 'message')}`,
    cancelled: (of: Detail) =>
      `cancelled: ${text(of, 'reason')} (${of['whole'] === true ? 'nothing of it was booked' : `${number(of, 'withdrawn')} entries taken back before they were sent, ${number(of, 'sending')} on their way`})`,
    mended: (of: Detail) =>
      of['column'] === undefined
        ? `${number(of, 'cells')} cells mended, in ${number(of, 'entries')} entries`
        : `${text(of, 'column')}: “${text(of, 'from')}” became “${text(of, 'to')}” in ${number(of, 'entries')} entries`,
    'mends-undone': (of: Detail) => `${number(of, 'cells')} mended cells undone`,
    skipped: (of: Detail) => `${number(of, 'entries')} entries skipped: ${text(of, 'reason')}`,
    insisted: (of: Detail) => `${number(of, 'entries')} entries are no duplicates: ${text(of, 'reason')}`,
    remembered: (of: Detail) =>
      `the job ${text(of, 'job')} uses ${text(of, 'to')} for ${[of['from']].flat().join(', ')} from now on`,
    proposed: (of: Detail) =>
      `batch ${text(of, 'batch')} proposed to be declared ${of['became'] === 'booked' ? 'booked' : 'not booked'}: ${text(of, 'reason')}`,
    'proposal-withdrawn': (of: Detail) =>
      `the proposal about batch ${text(of, 'batch')} was withdrawn: ${text(of, 'reason')}`,
    'proposal-rejected': (of: Detail) =>
      `the proposal about batch ${text(of, 'batch')} was rejected: ${text(of, 'reason')}`,
    stopped: (of: Detail) => `stopped, and what was left is held: ${text(of, 'reason')}`,
    blocked: (of: Detail) => `stands still: ${text(of, 'message')}`,
    'in-doubt': (of: Detail) =>
      of['batch'] === undefined
        ? of['inDoubt'] === 0
          ? 'in doubt: what was decided is contradicted'
          : `in doubt: ${number(of, 'inDoubt')} entries`
        : `batch ${text(of, 'batch')} in doubt${of['why'] === undefined ? '' : `: ${text(of, 'why')}`}`,
    'sender-gone': (of: Detail) => `the process that sent batch ${text(of, 'batch')} is gone for good`,
    resolved: (of: Detail) =>
      `batch ${text(of, 'batch')}${Array.isArray(of['entries']) ? `, entries ${of['entries'].join(', ')},` : ''} declared ${of['became'] === 'booked' ? 'booked' : 'not booked'}${of['closes'] === true ? ', after a contradiction' : ''}: ${text(of, 'reason')}`,
    recovered: (of: Detail) =>
      `the ledger had been put back from an older copy; from the attempt log: ${number(of, 'booked')} batches booked, ${number(of, 'inDoubt')} in doubt. ${text(of, 'reason')}`,
    restored: (of: Detail) =>
      `the ledger had been put back from a backup of ${moment(of, 'copied')}; of what waited then ${number(of, 'inDoubt')} batches are in doubt. ${text(of, 'reason')}`,
    'restored-plan': (of: Detail) =>
      `the ledger had been put back from a backup of ${moment(of, 'copied')}; whether this was booked since is not known, so it is planned, and booked when somebody says so. ${text(of, 'reason')}`,
    'claimed-again': () =>
      'an earlier import sent entries of it, as the attempt log knows; duplicates are looked for again',
    'outcome-too-late': (of: Detail) => `batch ${text(of, 'batch')}: its request ended after it was decided about`,
    contradicted: (of: Detail) => `CONTRADICTED: ${text(of, 'message')}`,
    mismatch: (of: Detail) => `THE RECEIPT DOES NOT ADD UP: ${text(of, 'text')}`,
    completed: (of: Detail) =>
      `completed: ${number(of, 'booked')} of ${number(of, 'planned')} ${of['kind'] === 'bookings' ? 'entries booked' : 'created'}`,
    'partly-booked': (of: Detail) =>
      `partly booked: ${number(of, 'booked')} of ${number(of, 'planned')} ${of['kind'] === 'bookings' ? 'entries booked' : 'created'}`,
  },
  nb: {
    'taken-in': (of: Detail) => `tatt inn: ${text(of, 'file')}, ${number(of, 'bytes')} byte`,
    'planned-afresh': () => 'skal planlegges på nytt',
    'to-be-booked': () => 'planen skal bokføres',
    planned: (of: Detail) => `planlagt: ${number(of, 'read')} rader lest`,
    posting: (of: Detail) => `planlagt, og sendes: ${number(of, 'read')} rader lest`,
    retry: () => 'det som venter, prøves igjen som det er',
    correction: (of: Detail) => `rettelse ${text(of, 'correction')} tatt inn: ${text(of, 'file')}`,
    'retry-refused': (of: Detail) => `rettelsen kunne ikke brukes: ${text(of, 'message')}`,
    rejected: (of: Detail) => `avvist: ${text(of, 'message')}`,
    cancelled: (of: Detail) =>
      `avbrutt: ${text(of, 'reason')} (${of['whole'] === true ? 'ingenting av den ble bokført' : `${number(of, 'withdrawn')} bilag tatt tilbake før de ble sendt, ${number(of, 'sending')} på vei`})`,
    mended: (of: Detail) =>
      of['column'] === undefined
        ? `${number(of, 'cells')} celler rettet, i ${number(of, 'entries')} bilag`
        : `${text(of, 'column')}: «${text(of, 'from')}» ble «${text(of, 'to')}» i ${number(of, 'entries')} bilag`,
    'mends-undone': (of: Detail) => `${number(of, 'cells')} rettede celler angret`,
    skipped: (of: Detail) => `${number(of, 'entries')} bilag hoppet over: ${text(of, 'reason')}`,
    insisted: (of: Detail) => `${number(of, 'entries')} bilag er ikke duplikater: ${text(of, 'reason')}`,
    remembered: (of: Detail) =>
      `jobben ${text(of, 'job')} bruker fra nå av ${text(of, 'to')} for ${[of['from']].flat().join(', ')}`,
    proposed: (of: Detail) =>
      `sending ${text(of, 'batch')} foreslått erklært ${of['became'] === 'booked' ? 'bokført' : 'ikke bokført'}: ${text(of, 'reason')}`,
    'proposal-withdrawn': (of: Detail) =>
      `forslaget om sending ${text(of, 'batch')} ble trukket: ${text(of, 'reason')}`,
    'proposal-rejected': (of: Detail) => `forslaget om sending ${text(of, 'batch')} ble avvist: ${text(of, 'reason')}`,
    stopped: (of: Detail) => `stoppet, og det som var igjen holdes tilbake: ${text(of, 'reason')}`,
    blocked: (of: Detail) => `står stille: ${text(of, 'message')}`,
    'in-doubt': (of: Detail) =>
      of['batch'] === undefined
        ? of['inDoubt'] === 0
          ? 'i tvil: det som ble avgjort, er motsagt'
          : `i tvil: ${number(of, 'inDoubt')} bilag`
        : `sending ${text(of, 'batch')} i tvil${of['why'] === undefined ? '' : `: ${text(of, 'why')}`}`,
    'sender-gone': (of: Detail) => `prosessen som sendte sending ${text(of, 'batch')}, er borte for godt`,
    resolved: (of: Detail) =>
      `sending ${text(of, 'batch')}${Array.isArray(of['entries']) ? `, bilag ${of['entries'].join(', ')},` : ''} erklært ${of['became'] === 'booked' ? 'bokført' : 'ikke bokført'}${of['closes'] === true ? ', etter en motsigelse' : ''}: ${text(of, 'reason')}`,
    recovered: (of: Detail) =>
      `registeret var lagt tilbake fra en eldre kopi; fra forsøksloggen: ${number(of, 'booked')} sendinger bokført, ${number(of, 'inDoubt')} i tvil. ${text(of, 'reason')}`,
    restored: (of: Detail) =>
      `registeret var lagt tilbake fra en sikkerhetskopi av ${moment(of, 'copied')}; av det som ventet da, er ${number(of, 'inDoubt')} sendinger i tvil. ${text(of, 'reason')}`,
    'restored-plan': (of: Detail) =>
      `registeret var lagt tilbake fra en sikkerhetskopi av ${moment(of, 'copied')}; om dette er bokført siden, er ukjent, så det planlegges, og bokføres når noen sier det. ${text(of, 'reason')}`,
    'claimed-again': () =>
      'en tidligere import sendte bilag fra den, som forsøksloggen vet; duplikater letes det etter på nytt',
    'outcome-too-late': (of: Detail) => `sending ${text(of, 'batch')}: forespørselen endte etter at den var avgjort`,
    contradicted: (of: Detail) => `MOTSAGT: ${text(of, 'message')}`,
    mismatch: (of: Detail) => `KVITTERINGEN GÅR IKKE OPP: ${text(of, 'text')}`,
    completed: (of: Detail) =>
      `fullført: ${number(of, 'booked')} av ${number(of, 'planned')} ${of['kind'] === 'bookings' ? 'bilag bokført' : 'opprettet'}`,
    'partly-booked': (of: Detail) =>
      `delvis bokført: ${number(of, 'booked')} av ${number(of, 'planned')} ${of['kind'] === 'bookings' ? 'bilag bokført' : 'opprettet'}`,
  },
});

interface Line {
  readonly what: string;
  readonly detail?: unknown;
}

/** A line of the history in words; one that is not known here is shown as it was written. */
export function eventWords({ what, detail }: Line, kind: JobKind): string {
  const of: Detail = typeof detail === 'object' && detail !== null ? (detail as Detail) : { text: detail ?? '' };
  const { value } = said;
  return Object.hasOwn(value, what) ? value[what as keyof typeof value]({ ...of, kind }) : what.replaceAll('-', ' ');
}
