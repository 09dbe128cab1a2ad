import { CONTACTS_CELLS } from './contacts/cells.mjs';
import { MENDS_CELLS } from './mends/cells.mjs';
import { canCutPower } from './power-cut.mjs';
import { SAME_CELLS } from './same/cells.mjs';

// What can go wrong, and where in the pipeline: every cell must have been met by a drill that claims anything.
// A cell's name is `kind@point`. A scenario takes one of each family, so that faults also meet each other.

/** Processes that die, or stand still longer than every lease, at a point inside. */
const KILL_POINTS = [
  ...['storing', 'stored', 'recorded', 'planning', 'planned', 'claiming'],
  ...['intent-before', 'intent-committed', 'logging', 'logged', 'outcome-before', 'outcome-committed'],
  ...['splitting', 'split', 'doubting', 'doubted', 'probing', 'resolving', 'resolved'],
];
const STOP_POINTS = ['planning', 'claiming', 'intent-committed', 'logged', 'outcome-before', 'outcome-committed'];
/** The same points while what waited is tried again. */
const RETRY_POINTS = ['planning', 'claiming'];

export const PROCESS_CELLS = [
  ...KILL_POINTS.map((point) => ({ do: 'kill', point })),
  ...STOP_POINTS.map((point) => ({ do: 'stop', point })),
  ...RETRY_POINTS.map((point) => ({ do: 'kill', point, retry: true })),
].map((cell) => ({ ...cell, id: `${cell.do}@${cell.retry ? 'retry-' : ''}${cell.point}` }));

/** The same where a file comes through the inbox: between each step with the file and its record. */
const INBOX_POINTS = [
  ...['found', 'named', 'moving', 'moved', 'claimed'],
  ...['taken', 'beside', 'putting-away', 'put-away'],
];
const INBOX_STOP_POINTS = ['found', 'moved', 'claimed', 'putting-away', 'put-away'];

export const INBOX_CELLS = [
  ...INBOX_POINTS.map((point) => ({ do: 'kill', point })),
  ...INBOX_STOP_POINTS.map((point) => ({ do: 'stop', point })),
].map((cell) => ({ ...cell, id: `${cell.do}@${cell.point}` }));

/** Where on the wire: how much of a request or a reply has gone by. */
const WIRE = [
  { point: 'connect', side: 'connect' },
  { point: 'request-head', side: 'request', at: 'head' },
  { point: 'request-body', side: 'request', at: 'body' },
  { point: 'request-last-byte', side: 'request', at: 'last' },
  { point: 'request-kept-back', side: 'request', at: 'whole', forward: false },
  { point: 'applied', side: 'reply', at: 'first' },
  { point: 'reply-head', side: 'reply', at: 'head' },
  { point: 'reply-body', side: 'reply', at: 'body' },
  { point: 'reply-whole', side: 'reply', at: 'whole' },
];
/** A reset after the last byte of a reply is none of the request's business. */
const CUTS = WIRE.filter(({ point }) => point !== 'reply-whole');
const SIGNALS = WIRE.filter(({ side }) => side !== 'connect');
const STANDSTILLS = WIRE.filter(({ point }) => ['request-body', 'applied'].includes(point));

export const WIRE_CELLS = [
  ...CUTS.flatMap((at) => ['reset', 'close'].map((action) => ({ ...at, do: action }))),
  ...SIGNALS.map((at) => ({ ...at, do: 'kill' })),
  ...STANDSTILLS.map((at) => ({ ...at, do: 'stop' })),
].map(({ point, ...rule }) => ({ id: `${rule.do}@${point}`, rule: { method: 'POST', ...rule } }));

const CONTRADICTORY_KINDS = [
  ...['half', 'half-errors', 'shorter-after', 'empty-list', 'empty-list-after'],
  ...['not-success', 'not-success-after', 'error-level'],
];
/** What the service does wrong, by the sandbox's names, when it is asked to book. */
const SERVICE_KINDS = [
  ...['400', '401', '403', '404', '408', '409', '413', '415', '422', '429', '429-date', '429-bare'],
  ...['500', '502', '503', '504', '408-after', '500-after', '502-after', '503-after', '504-after'],
  ...['reset-before', 'reset-after', 'close-before', 'close-after', 'hang-before', 'hang-after'],
  ...['html', 'html-after', 'redirect', 'truncated', 'partial', 'slow'],
  // Replies with status 200 that contradict the request.
  ...CONTRADICTORY_KINDS,
];
/** … and when it is asked for an account or a VAT type. */
const LOOKUP_KINDS = [
  'get-500',
  'get-unfiltered',
  'get-429',
  'get-401',
  'get-reset-after',
  'get-hang-before',
  'get-html',
  'get-truncated',
];
/** … and when it is asked whether something is booked. */
const PROBE_KINDS = ['get-unfiltered', 'get-500', 'get-reset-after', 'get-truncated', 'get-html'];

export const SERVICE_CELLS = [
  ...SERVICE_KINDS.map((kind) => ({
    kind,
    // Where a part may have been applied nothing is split.
    ids: kind === 'partial' ? ['partial@sending'] : [`${kind}@sending`, `${kind}@splitting`],
  })),
  ...LOOKUP_KINDS.map((kind) => ({ kind, ids: [`${kind}@planning`] })),
  ...PROBE_KINDS.map((kind) => ({ kind, probe: true, ids: [`${kind}@settling`] })),
  ...['400', '500-after', 'reset-after', '429'].map((kind) => ({ kind, retry: true, ids: [`${kind}@retrying`] })),
];

/** How the service differs all the time, where a booking's reply is lost and it is looked up. */
export const JOURNAL_QUIRK_CELLS = [
  { id: 'empty-answers@quirk', quirks: { descriptionFilter: 'empty' } },
  { id: 'short-descriptions@quirk', quirks: { descriptionMax: 30 } },
  { id: 'late-lines@quirk', quirks: { linesAfter: 600_000 } },
];

/** What happens around: Redis, the disk, the clock, the service's machine, the operator. */
export const SURROUNDING_CELLS = [
  ...['planning', 'posting', 'settling'].map((point) => ({ what: 'flush-redis', point })),
  ...['planning', 'posting'].map((point) => ({ what: 'kill-redis', point })),
  { what: 'stop-redis', point: 'posting' },
  ...['storing', 'planning', 'posting'].map((point) => ({ what: 'disk-full', point })),
  ...['planning', 'posting'].map((point) => ({ what: 'clock-forward', point })),
  ...['planning', 'posting'].map((point) => ({ what: 'clock-back', point })),
  ...['planning', 'posting'].map((point) => ({ what: 'service-down', point })),
  { what: 'service-drops', point: 'posting' },
  ...['planning', 'posting'].map((point) => ({ what: 'terminate', point })),
  // Where it can be simulated: it takes a C compiler.
  ...(canCutPower() ? ['planning', 'posting'] : []).map((point) => ({ what: 'power-cut', point })),
  { what: 'restore-ledger', point: 'posting' },
  { what: 'delete-ledger', point: 'posting' },
].map((cell) => ({ ...cell, id: `${cell.what}@${cell.point}` }));

/** What people do meanwhile. */
export const DROP_CELLS = ['same-file-twice', 'two-names', 'exported-again'].map((what) => ({
  what,
  id: `${what}@intake`,
}));

/** Every cell there is. */
export const ALL_CELLS = [
  ...PROCESS_CELLS.map(({ id }) => id),
  ...INBOX_CELLS.map(({ id }) => id),
  ...WIRE_CELLS.map(({ id }) => id),
  ...SERVICE_CELLS.flatMap(({ ids }) => ids),
  ...JOURNAL_QUIRK_CELLS.map(({ id }) => id),
  ...SURROUNDING_CELLS.map(({ id }) => id),
  ...DROP_CELLS.map(({ id }) => id),
  ...CONTACTS_CELLS,
  ...MENDS_CELLS,
  ...SAME_CELLS,
];
