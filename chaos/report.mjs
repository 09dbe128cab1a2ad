// The drill's account: what was met, what was found, and what that is worth.
import { ALL_CELLS } from './cells.mjs';

/** From this many runs on, a cell in which nothing was ever met is a failure. */
export const COVERING_RUNS = 100;
/** Zero failures in N runs bound the rate of failures at 3/N, at 95 % confidence (rule of three). */
const RULE_OF_THREE = 3;
/** Findings by kind, in words. */
const KINDS = {
  lost: 'entries lost',
  twice: 'entries booked twice',
  unexpected: 'bookings that no file asked for',
  claimedButAbsent: 'said to be booked, not in the books',
  totals: 'control totals that did not match',
  'missed-doubt': 'uncertain attempts that were not surfaced',
  shown: 'entries that a screen shows otherwise than their file',
  history: 'mends of which nobody can say who did what',
  answered: 'answers of the dashboard that say nothing',
  steps: 'commands that ended or said otherwise than they should',
  unsettled: 'imports and entries that still waited at the end',
  misplaced: 'files of the inbox that do not lie where they belong',
  stuck: 'imports that never came to rest',
  ended: 'processes that ended by themselves',
  stop: 'stops that did not end well',
  restore: 'restored ledgers that went unnoticed',
  unresolvable: 'doubts that could not be settled',
  show: 'imports that bilag could not show',
  broken: 'runs that the drill itself could not finish',
};

/** @param {object[]} results of `drill` */
export function summarize(results) {
  const fired = {};
  const wanted = new Set(results.flatMap(({ cells }) => cells));
  for (const id of [...wanted, ...results.flatMap((result) => result.fired)]) fired[id] ??= 0;
  for (const id of results.flatMap((result) => result.fired)) fired[id]++;
  const findings = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, 0]));
  for (const { kind } of results.flatMap((result) => result.findings)) findings[kind] = (findings[kind] ?? 0) + 1;
  const total = (pick) => results.reduce((sum, result) => sum + pick(result), 0);
  const uncertain = total(({ doubt }) => doubt.uncertain);
  const surfaced = total(({ doubt }) => doubt.surfaced);
  const missed = total(({ doubt }) => doubt.missed);
  const needless = total(({ doubt }) => doubt.needless);
  const failed = results.filter((result) => result.findings.length > 0).map(({ seed }) => seed);
  const share = (part, whole) => (whole === 0 ? null : part / whole);
  return {
    runs: results.length,
    failedSeeds: failed,
    findings,
    entriesBooked: total(({ entries }) => entries),
    requests: total(({ requests }) => requests),
    faults: total((result) => result.fired.length),
    fired,
    neverMet: (results.length >= COVERING_RUNS ? ALL_CELLS : [...wanted]).filter((id) => !fired[id]),
    doubt: {
      uncertain,
      surfaced,
      missed,
      needless,
      recall: share(uncertain - missed, uncertain),
      precision: share(surfaced - needless, surfaced),
    },
    recovery: spread(results.flatMap((result) => result.recoveries)),
    bound: failed.length === 0 ? RULE_OF_THREE / results.length : null,
  };
}

/** @param {number[]} times milliseconds */
function spread(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? null;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? null };
}

/** Whether the drill is passed: nothing found, and with enough runs every cell met. */
export function passed(summary) {
  return summary.failedSeeds.length === 0 && (summary.runs < COVERING_RUNS || summary.neverMet.length === 0);
}

/** @param {ReturnType<typeof summarize>} summary */
export function reportLines(summary) {
  const percent = (share) => (share === null ? 'none' : `${(share * 100).toFixed(1)} %`);
  const seconds = (ms) => (ms === null ? 'none' : `${(ms / 1000).toFixed(1)} s`);
  const { doubt, recovery } = summary;
  return [
    'Faults that struck, by kind and point of the pipeline',
    ...faultTable(summary.fired),
    '',
    `${summary.runs} runs, ${summary.requests} requests, ${summary.entriesBooked} entries booked, ${summary.faults} faults`,
    ...Object.entries(KINDS).map(([kind, words]) => `  ${String(summary.findings[kind] ?? 0).padStart(6)}  ${words}`),
    `In doubt: ${doubt.uncertain} attempts were uncertain, ${percent(doubt.recall)} of them surfaced (recall); ${doubt.surfaced} surfaced, ${percent(doubt.precision)} of them uncertain (precision)`,
    `Recovery, from a blow to the next answered booking: p50 ${seconds(recovery.p50)}, p99 ${seconds(recovery.p99)}, max ${seconds(recovery.max)} (${recovery.count} times)`,
    ...(summary.neverMet.length === 0 ? [] : [`Never met: ${summary.neverMet.join(', ')}`]),
    summary.bound === null
      ? `FAILED with the seeds ${summary.failedSeeds.join(', ')}. One alone: npm run chaos -- --seed ${summary.failedSeeds[0]} --runs 1`
      : `No failure in ${summary.runs} runs: with 95 % confidence fewer than ${percent(summary.bound)} of such runs fail (3/N)`,
  ];
}

/** One line a kind: at which points it struck, how often. */
function faultTable(fired) {
  const kinds = new Map();
  for (const [id, count] of Object.entries(fired)) {
    const [kind, point] = id.split('@');
    kinds.set(kind, [...(kinds.get(kind) ?? []), `${point} ${count}`]);
  }
  const width = Math.max(...[...kinds.keys()].map((kind) => kind.length));
  return [...kinds]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, points]) => `  ${kind.padEnd(width)}  ${points.join(', ')}`);
}
