import { canCutPower } from '../power-cut.mjs';

// What can go wrong when contacts and custom fields are sent, and where. A step of a send is the creation of a field, its
// activation, the creation of a contact, or the reading back of the first one with custom values.

/** Processes that die, or stand still longer than every lease, at a point inside. */
const KILL_POINTS = [
  ...['planning', 'planned', 'claiming', 'intent-before', 'intent-committed', 'logging', 'logged'],
  ...['outcome-before', 'outcome-committed', 'continuing', 'continued', 'doubting', 'doubted', 'probing'],
];
const STOP_POINTS = ['intent-committed', 'logged', 'outcome-before', 'outcome-committed', 'continued'];

export const PROCESS_CELLS = [
  ...KILL_POINTS.map((point) => ({ do: 'kill', point })),
  ...STOP_POINTS.map((point) => ({ do: 'stop', point })),
].map((cell) => ({ ...cell, id: `${cell.do}@contacts-${cell.point}` }));

/** The requests of a step on the wire, and as the sandbox counts them. */
export const STEPS = {
  field: { method: 'POST', path: '/custom-fields$', counted: 'POST /api/biz/custom-fields' },
  activation: { method: 'POST', path: '/custom-fields/[0-9]+', counted: 'POST /api/biz/custom-fields/:id' },
  contact: { method: 'POST', path: '/contacts$', counted: 'POST /api/biz/contacts' },
  'read-back': { method: 'GET', path: '/contacts/[0-9]+', counted: 'GET /api/biz/contacts/:id' },
  listing: { method: 'GET', path: '/contacts[?]', counted: 'GET /api/biz/contacts' },
};

/** Where on the wire: how much of a request or a reply has gone by. */
const WIRE = {
  'request-head': { side: 'request', at: 'head' },
  'request-body': { side: 'request', at: 'body' },
  'request-last-byte': { side: 'request', at: 'last' },
  'request-kept-back': { side: 'request', at: 'whole', forward: false },
  applied: { side: 'reply', at: 'first' },
  'reply-body': { side: 'reply', at: 'body' },
  'reply-whole': { side: 'reply', at: 'whole' },
};
const on = (step, cells) =>
  cells.map((cell) => {
    const [act, point] = cell.split('@');
    const { method, path } = STEPS[step];
    return { id: `${act}@${step}-${point}`, step, rule: { method, path, do: act, ...WIRE[point] } };
  });

/** A scenario takes one of each of these three. */
export const CONTACT_WIRE_CELLS = on('contact', [
  ...['reset@request-body', 'reset@request-last-byte', 'close@request-kept-back', 'reset@applied', 'close@applied'],
  ...['reset@reply-body', 'kill@request-body', 'kill@applied', 'kill@reply-whole', 'stop@applied'],
]);
export const FIELD_WIRE_CELLS = [
  ...on('field', ['reset@request-body', 'reset@applied', 'close@reply-body', 'kill@applied', 'kill@reply-whole']),
  ...on('field', ['stop@applied']),
  ...on('activation', ['kill@request-head', 'reset@applied', 'kill@applied', 'kill@reply-whole', 'stop@applied']),
];
export const LOOK_WIRE_CELLS = [
  ...on('read-back', ['kill@request-head', 'reset@applied', 'kill@applied', 'kill@reply-whole']),
  ...on('listing', ['reset@reply-body', 'kill@reply-body']),
];
export const WIRE_CELLS = [...CONTACT_WIRE_CELLS, ...FIELD_WIRE_CELLS, ...LOOK_WIRE_CELLS];

/** What the service does wrong, by the sandbox's names. */
const faults = (step, kinds) => kinds.map((kind) => ({ kind, step, id: `${kind}@${step}` }));
const getFaults = (step, kinds) => kinds.map((kind) => ({ kind: `get-${kind}`, step, id: `get-${kind}@${step}` }));

export const CONTACT_SERVICE_CELLS = faults('contact', [
  ...['400', '401', '409', '429', '500', '503', '408-after', '500-after', '504-after'],
  ...['reset-before', 'reset-after', 'close-after', 'hang-before', 'hang-after'],
  ...['html', 'html-after', 'redirect', 'truncated', 'slow'],
]);
export const FIELD_SERVICE_CELLS = [
  ...faults('field', ['400', '429', '500', '500-after', 'reset-before', 'reset-after', 'hang-after', 'html-after']),
  ...faults('field', ['truncated']),
  ...faults('activation', ['400', '401', '500', '500-after', 'reset-after', 'hang-after']),
];
export const LOOK_SERVICE_CELLS = [
  ...getFaults('read-back', ['404', '500', 'reset-after', 'truncated']),
  ...getFaults('listing', ['500', 'reset-after', 'truncated', 'html']),
];
export const SERVICE_CELLS = [...CONTACT_SERVICE_CELLS, ...FIELD_SERVICE_CELLS, ...LOOK_SERVICE_CELLS];

/**
 * What the service may do though nothing says so. `blind`: what is in doubt can't be looked up; `wire`: what puts
 * something in doubt, where that is what it is about.
 */
export const QUIRK_CELLS = [
  { id: 'reply-id@quirk', quirks: { contactReply: 'id' } },
  { id: 'reply-empty@quirk', quirks: { contactReply: 'empty' } },
  { id: 'small-pages@quirk', quirks: { pageRows: 40 }, wire: 'reset@contact-applied' },
  { id: 'skip-ignored@quirk', quirks: { pageRows: 40, skip: false }, blind: true, wire: 'reset@contact-applied' },
  { id: 'values-ignored@quirk', quirks: { customValues: 'ignored' } },
  { id: 'activation-refused@quirk', quirks: { activation: 'refused' } },
  { id: 'fields-without-id@quirk', quirks: { fieldReply: 'no-id' } },
  { id: 'fields-twice@quirk', quirks: { fieldNames: 'any' } },
];

/** What happens around: Redis, the disk, the clock, the service's machine, the operator. */
export const SURROUNDING_CELLS = [
  ...['planning', 'posting', 'settling'].map((point) => ({ what: 'flush-redis', point })),
  { what: 'kill-redis', point: 'posting' },
  { what: 'disk-full', point: 'posting' },
  { what: 'clock-forward', point: 'posting' },
  { what: 'clock-back', point: 'posting' },
  ...['planning', 'posting'].map((point) => ({ what: 'service-down', point })),
  { what: 'service-drops', point: 'posting' },
  ...['planning', 'posting'].map((point) => ({ what: 'terminate', point })),
  ...(canCutPower() ? [{ what: 'power-cut', point: 'posting' }] : []),
].map((cell) => ({ ...cell, id: `${cell.what}@contacts-${cell.point}` }));

/** What people do meanwhile. */
export const DROP_CELLS = ['same-file-twice', 'two-names', 'exported-again'].map((what) => ({
  what,
  id: `${what}@contacts-intake`,
}));

export const CONTACTS_CELLS = [
  ...PROCESS_CELLS,
  ...WIRE_CELLS,
  ...SERVICE_CELLS,
  ...QUIRK_CELLS,
  ...SURROUNDING_CELLS,
  ...DROP_CELLS,
].map(({ id }) => id);
