// What a run met, and how long it took to go on.

/** @returns {string[]} the cell of every fault that struck, one for each time */
export function firedCells({ scenario, ledger, met, hits, actions, children, retriedAt }) {
  const attempts = new Map(ledger.attempts.map((attempt) => [attempt.id, attempt]));
  const parents = new Map(ledger.batches.map(({ import: num, no, parent }) => [`${num} ${no}`, parent]));
  const phaseOf = ({ path, requestId }) => {
    if (path.startsWith('GET')) return path.endsWith('journalentrylines') ? 'settling' : 'planning';
    const attempt = attempts.get(requestId);
    if (attempt !== undefined && retriedAt !== undefined && attempt.began_at >= retriedAt) return 'retrying';
    const parent = attempt && parents.get(`${attempt.import} ${attempt.batch}`);
    return parent === null || parent === undefined ? 'sending' : 'splitting';
  };
  const retries = new Set(children.filter(({ name }) => name.startsWith('retry')).map(({ pid }) => pid));
  return [
    ...hits.map((hit) => `${hit.do}@${retries.has(hit.pid) ? 'retry-' : ''}${hit.point}`),
    ...actions.flatMap(({ what, detail }) =>
      what === 'proxy' ? [detail.cell] : detail?.point === undefined ? [] : [`${what}@${detail.point}`],
    ),
    ...met.map((fault) => `${fault.path.startsWith('GET') ? 'get-' : ''}${fault.kind}@${phaseOf(fault)}`),
    `${scenario.drop.what}@intake`,
    ...(scenario.quirk === undefined ? [] : [scenario.quirk.id]),
  ];
}

/** Blows after which work must go on. */
const BLOW = /^(kill|stop|flush|service|disk|clock|terminate|SIGTERM)/;

/**
 * From each blow (an outage: its end) to the next booking that was answered, in milliseconds; none where nothing was
 * left to book.
 */
export function recoveries({ actions, hits, requests }) {
  const answered = requests
    .filter(
      ({ method, replyWhole, replyStatus }) =>
        method === 'POST' && replyWhole && replyStatus >= 200 && replyStatus < 300,
    )
    .map(({ at }) => at.replyWhole)
    .sort((a, b) => a - b);
  const outages = new Set(
    actions.filter(({ what }) => what.endsWith(' over')).map(({ what }) => what.slice(0, -' over'.length)),
  );
  const blows = [
    ...hits.map(({ at }) => at),
    ...actions
      .filter(({ what }) => what === 'proxy' || what.endsWith(' over') || (BLOW.test(what) && !outages.has(what)))
      .map(({ at }) => at),
  ];
  return blows.flatMap((blow) => {
    const next = answered.find((at) => at > blow);
    return next === undefined ? [] : [next - blow];
  });
}
