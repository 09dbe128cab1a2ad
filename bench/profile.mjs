import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LEDGER = 'ledger: SQLite';

/** Where a function belongs, by its file in build/, where each has one; the first that matches. What is not listed belongs to its caller. */
const GROUPS = [
  [
    'start-up: loading modules',
    /node:internal\/(modules|bootstrap|deps\/cjs|main)|\/node_modules\/(zod|yaml|commander)\/|\/build\/config\/|\/build\/core\/(job|schema)/,
  ],
  ['file: decoding, cutting CSV or XML', /\/build\/tabular\/|\/node_modules\/(iconv-lite|jschardet|yauzl)\//],
  [
    'grouping, contents, duplicates',
    /\/build\/kinds\/bookings\/(group-rows|voucher-rows|voucher-grouping|judge|file-tally|regroup|difference-words)|\/build\/reading\/(entry-key|same-voucher|file-questions|duplicate-issue)|\/build\/core\/(entry-content|hash|canonical-text)|\/build\/importing\/claim-entries|node:internal\/crypto/,
  ],
  ['freezing batches as JSON', /\/build\/(kinds\/bookings\/body|core\/(batch-body|json-bytes))/],
  ['rules: values, accounts, checks', /\/build\/(reading|kinds|core)\//],
  [LEDGER, /\/node_modules\/(libsql|@libsql)\/|\/build\/ledger\//],
  ['posting: HTTP', /\/build\/service\/|\/node_modules\/undici\//],
  [
    'queue: BullMQ, ioredis',
    /\/build\/queue\/|\/node_modules\/(bullmq|ioredis|msgpackr|cron-parser|semver|uuid|@ioredis|redis-[a-z]+|standard-as-callback)\//,
  ],
  ['features', /\/build\/(importing|posting|reporting|threads|cli|app)/],
];
const GARBAGE = 'garbage collection';
const OTHER = 'other';
/** Frames that stand for no work of the thread. */
const IDLE = new Set(['(idle)']);
const PLANNER = /\/task-thread\.js$/;

/**
 * Adds up the profiles that Node wrote (--cpu-prof), main thread and planner's thread apart.
 * @param threads what each thread had of the processors (see `measure`)
 * @returns `[{group, main, planner}]`, CPU seconds, the largest first
 */
export function sumProfiles(folder, threads) {
  const sums = new Map();
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.cpuprofile')) continue;
    const profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const thread = isPlanner(profile) ? 'planner' : 'main';
    const groups = groupNodes(profile.nodes);
    profile.samples.forEach((id, i) => {
      const group = groups.get(id);
      if (group === undefined) return;
      const sum = sums.get(group) ?? { group, main: 0, planner: 0 };
      sums.set(group, sum);
      sum[thread] += profile.timeDeltas[i] / 1e6;
    });
  }
  const groups = [...sums.values()];
  onlyCpu(groups, 'main', threads.main);
  onlyCpu(groups, 'planner', threads.workers);
  return groups.sort((a, b) => b.main + b.planner - a.main - a.planner);
}

/** Whether a profile is of the planner's thread. */
export function isPlanner({ nodes }) {
  return nodes.some(({ callFrame }) => PLANNER.test(callFrame.url));
}

/**
 * The profiler counts time, also while a thread sleeps in a call. What sleeps in a call here is the ledger, until its
 * commit is on the disk: that time is taken off it. What is left is work, and waiting for a processor.
 */
function onlyCpu(groups, thread, { cpu, delayed }) {
  const total = () => groups.reduce((sum, group) => sum + group[thread], 0);
  const ledger = groups.find(({ group }) => group === LEDGER);
  if (ledger !== undefined) ledger[thread] -= Math.min(ledger[thread], Math.max(0, total() - cpu - delayed));
  const left = total();
  for (const group of groups) group[thread] *= left > cpu ? cpu / left : 1;
}

/** Group of every node by its id; what belongs to Node itself is its caller's work. */
export function groupNodes(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node.id);
  const groups = new Map();
  for (const node of nodes) {
    const { functionName } = node.callFrame;
    if (functionName === '(garbage collector)') groups.set(node.id, GARBAGE);
    else if (!IDLE.has(functionName)) groups.set(node.id, groupOf(node, byId, parents));
  }
  return groups;
}

function groupOf(node, byId, parents) {
  for (let at = node; at !== undefined; at = byId.get(parents.get(at.id))) {
    const found = GROUPS.find(([, files]) => files.test(at.callFrame.url));
    if (found !== undefined) return found[0];
  }
  return OTHER;
}
