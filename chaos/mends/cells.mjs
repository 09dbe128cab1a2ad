import { canCutPower } from '../power-cut.mjs';

// What can go wrong while people mend what waits on the screen of failed rows and hand it in, and where.

/** Processes that die, or stand still longer than every lease, at a point inside. */
const KILL_POINTS = [
  ...['revising', 'revised', 'skipping', 'skipped', 'storing', 'stored', 'correcting', 'corrected'],
  ...['planning', 'replacing', 'planned', 'claiming', 'intent-before', 'intent-committed', 'logged'],
  ...['outcome-before', 'outcome-committed'],
];
const STOP_POINTS = ['corrected', 'planning', 'intent-committed', 'stored'];

export const PROCESS_CELLS = [
  ...KILL_POINTS.map((point) => ({ do: 'kill', point })),
  ...STOP_POINTS.map((point) => ({ do: 'stop', point })),
].map((cell) => ({ ...cell, id: `${cell.do}@mends-${cell.point}` }));

/** Where on the wire to the service, when what was handed in is booked: how much of a request or a reply has gone by. */
const WIRE = {
  'request-body': { side: 'request', at: 'body' },
  'request-last-byte': { side: 'request', at: 'last' },
  'request-kept-back': { side: 'request', at: 'whole', forward: false },
  applied: { side: 'reply', at: 'first' },
  'reply-whole': { side: 'reply', at: 'whole' },
};
const CUTS = [
  ...['reset@request-body', 'reset@request-last-byte', 'close@request-kept-back', 'reset@applied', 'close@applied'],
  ...['kill@request-body', 'kill@applied', 'kill@reply-whole', 'stop@applied'],
];

export const WIRE_CELLS = CUTS.map((cut) => {
  const [act, point] = cut.split('@');
  return { id: `${act}@mends-${point}`, rule: { method: 'POST', path: '/journalentries', do: act, ...WIRE[point] } };
});

/** What the service does wrong, by the sandbox's names, when it is asked to book what was mended … */
const SENDING_KINDS = ['400', '422', '429', '503', '500-after', 'reset-after', 'hang-after', 'truncated', 'html-after'];
/** … and when it is asked for an account, by the plan or by the trial of what was mended. */
const LOOKUP_KINDS = ['get-500', 'get-429', 'get-reset-after', 'get-hang-before', 'get-truncated'];

export const SERVICE_CELLS = [
  ...SENDING_KINDS.map((kind) => ({ kind, id: `${kind}@mends-sending` })),
  ...LOOKUP_KINDS.map((kind) => ({ kind, id: `${kind}@mends-planning` })),
];

/** What happens around, while cells are mended, and when the first are handed in. */
const AT_BOTH = ['flush-redis', 'disk-full', 'service-down', 'terminate', ...(canCutPower() ? ['power-cut'] : [])];

export const SURROUNDING_CELLS = [
  ...['mending', 'handed-in'].flatMap((point) => AT_BOTH.map((what) => ({ what, point }))),
  ...['kill-redis', 'stop-redis', 'clock-forward', 'clock-back'].map((what) => ({ what, point: 'handed-in' })),
].map((cell) => ({ ...cell, id: `${cell.what}@${cell.point}` }));

/**
 * What people do: two do all of it at once; one skips what another hands in; somebody mistypes; a request is sent twice at
 * once, or its answer is never heard; some rows go by way of the workbook; the file comes again, mended where it was made.
 */
export const PEOPLE_CELLS = [
  ...['two@mending', 'rivals@mending', 'slip@revising'],
  ...['revising', 'handing-in', 'skipping'].flatMap((step) => [`twice@${step}`, `unheard@${step}`]),
  ...['workbook@handing-in', 'workbook-twice@handing-in', 'mended-file@handing-in'],
].map((id) => {
  const [what, step] = id.split('@');
  return { what, step, id };
});

export const MENDS_CELLS = [
  ...[PROCESS_CELLS, WIRE_CELLS, SERVICE_CELLS, SURROUNDING_CELLS, PEOPLE_CELLS].flat().map(({ id }) => id),
];
