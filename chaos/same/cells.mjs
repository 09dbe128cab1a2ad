// What can go wrong while the same entries come more than once, and where.

/**
 * Processes that die while they import the first or the second of two exports that overlap. What the point needs to be
 * reached: `refused`: the service refuses an entry; `orphans`: another process died while it sent; `doubt`: a reply is lost;
 * `resolve`: the point lies in that command.
 */
const IMPORT_POINTS = [
  ...['storing', 'stored', 'recorded', 'planning', 'planned', 'claiming'].map((point) => ({ point })),
  ...['intent-before', 'intent-committed', 'logging', 'logged', 'outcome-before', 'outcome-committed'].map((point) => ({
    point,
    several: true,
  })),
  ...['splitting', 'split'].map((point) => ({ point, refused: true })),
  ...['doubting', 'doubted'].map((point) => ({ point, orphans: true })),
  { point: 'probing', doubt: true, probe: true },
  ...['resolving', 'resolved'].map((point) => ({ point, doubt: true, resolve: true })),
];
const killsIn = (which) => IMPORT_POINTS.map((cell) => ({ ...cell, id: `kill@${which}-${cell.point}` }));

export const FIRST_CELLS = killsIn('first');
/** In another order, so that the two points of a run differ. */
export const SECOND_CELLS = killsIn('second').reverse();

/** How the second export differs from the first, and what somebody edits in the job between the two. */
export const AGAIN_CELLS = [
  ...['format', 'encoding', 'line-ends', 'row-order', 'spelling', 'figures'].map((what) => ({ what })),
  ...['rules', 'defaults', 'columns'].map((what) => ({ what, job: 'bank' })),
  { what: 'accounts', job: 'journal' },
].map((cell) => ({ ...cell, id: `${cell.what}@again` }));

/** Who imports the second: one after the first, one beside it, two the same file at once, two each a file of their own. */
export const WHO_CELLS = ['alone', 'beside', 'twice', 'rivals'].map((what) => ({ what, id: `${what}@second` }));

/** How the import that has the entries is stopped, and what becomes of it while the other one waits. */
export const WAIT_CELLS = [
  ...['token', 'killed'].flatMap((stop) => ['cancelled', 'goes-on'].map((end) => ({ stop, end }))),
  ...['booked', 'not-booked', 'cancelled'].map((end) => ({ stop: 'doubt', end })),
].map((cell) => ({ ...cell, tale: 'wait', id: `${cell.stop}-${cell.end}@waiting` }));

/** What has to be asked about a whole file. */
export const QUESTION_CELLS = [
  ...['text-changed', 'other-series', 'date-changed', 'numbers-restart'],
  ...['rows-repeated', 'key-differs', 'numbers-differ', 'skipped-before'],
].map((code) => ({ code, tale: 'question', id: `${code}@question` }));

export const TALE_CELLS = [...WAIT_CELLS, ...QUESTION_CELLS];

const FREED = ['cancelled'];
const BOOKED = ['goes-on', 'booked', 'not-booked'];
const SEND_POINTS = ['intent-before', 'intent-committed', 'logged', 'outcome-before', 'outcome-committed'];
/** Whoever ends what is waited for dies of it. `ends`: with which ends the point is reached; all where it is missing. */
export const ENDING_CELLS = [
  ...['claiming', 'freeing', 'freed'].map((point) => ({ point, ends: FREED })),
  ...['withdrawing', 'withdrawn', 'unblocking', 'unblocked'].map((point) => ({ point, ends: BOOKED })),
].map((cell) => ({ ...cell, id: `kill@ending-${cell.point}` }));
/** Then whoever goes on with what waited; `two`: at once with another process. */
export const SETTLING_CELLS = [
  ...['intent-committed', 'logged', 'outcome-committed'].map((point) => ({
    ...{ point, ends: FREED },
    id: `kill@settling-${point}`,
  })),
  { two: true, ends: BOOKED, id: 'two@settling' },
];
/** Whoever answers a question dies of it. `books`: something has to be booked then; `two`: two give the same answer at once. */
export const ANSWER_CELLS = [
  ...['replacing', 'planned'].map((point) => ({ point, id: `kill@answering-${point}` })),
  ...['planning', 'claiming', ...SEND_POINTS].map((point) => ({ point, books: true, id: `kill@answering-${point}` })),
  { two: true, id: 'two@answering' },
];
/** What is answered: the first thing that can be said, or the second. */
export const REPLY_CELLS = ['same', 'different'].map((what) => ({ what, id: `${what}@answer` }));

export const SAME_CELLS = [
  ...[FIRST_CELLS, SECOND_CELLS, AGAIN_CELLS, WHO_CELLS, TALE_CELLS, ENDING_CELLS, SETTLING_CELLS],
  ...[ANSWER_CELLS, REPLY_CELLS],
]
  .flat()
  .map(({ id }) => id);
