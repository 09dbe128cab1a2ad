// Our own sins: each mutant is a copy of the build with one safeguard broken. A drill that does not catch it is blind.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_CELLS } from './cells.mjs';
import { drill } from './drill.mjs';
import { scenarioOf } from './scenario.mjs';

/** Bytes that the tests of a mutant may say. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
/** Seeds between two tries. */
const STRIDE = 1_000;

/**
 * What each breaks: texts of built files, and what stands there instead. `cells`: where it should show; `tests`: which file of
 * tests shows it, where no cell of the drill does.
 * @type {Record<string, { sin: string, breaks: { file: string, from: string, to: string }[], cells?: string[], tests?: string }>}
 */
export const MUTANTS = {
  'no-intent-write': {
    sin: 'a batch is sent although nothing says so beforehand',
    breaks: [
      {
        file: 'ledger/posting.js',
        from: "update batch set state = 'sending', attempt",
        to: "update batch set state = 'ready', attempt",
      },
    ],
    cells: ['kill@applied', 'kill@reply-whole'],
  },
  'no-compare-and-set': {
    sin: 'a batch is taken without a look whether somebody else has taken it',
    breaks: [
      {
        file: 'ledger/posting.js',
        from: "select * from batch where import = ?1 and state = 'ready'",
        to: "select * from batch where import = ?1 and state in ('ready', 'sending')",
      },
    ],
    cells: ['same-file-twice@intake'],
  },
  'resend-on-time-out': {
    sin: 'no reply, or half of one, counts as not applied',
    breaks: [
      {
        file: 'service/classify-outcome.js',
        from: "reply.end === 'cut')\n        return { kind: 'in-doubt' };",
        to: "reply.end === 'cut')\n        return { kind: 'not-applied' };",
      },
    ],
    cells: ['reset@applied', 'hang-after@sending'],
  },
  'error-is-not-applied': {
    sin: 'a 5xx counts as not applied',
    breaks: [
      {
        file: 'service/classify-outcome.js',
        from: "    return { kind: 'in-doubt' };\n}\n",
        to: "    return { kind: 'not-applied' };\n}\n",
      },
    ],
    cells: ['500-after@sending', '504-after@sending'],
  },
  'html-is-success': {
    sin: 'a page with status 200 counts as a booking',
    breaks: [
      {
        file: 'service/classify-outcome.js',
        from: "can be looked through.\n        return { kind: 'in-doubt' };",
        to: "can be looked through.\n        return { kind: 'booked' };",
      },
    ],
    cells: ['html@sending'],
  },
  'contradiction-is-success': {
    sin: 'a reply with status 200 that contradicts the request counts as a booking',
    breaks: [{ file: 'service/classify-outcome.js', from: 'contradiction === undefined ?', to: 'true ?' }],
    cells: ['half@sending', 'empty-list@sending'],
  },
  'absence-without-control': {
    sin: 'what is not found counts as absent, though nothing shows that it would be found',
    breaks: [
      { file: 'doubt/probe.js', from: 'const controls = over === undefined', to: 'const controls = true' },
      { file: 'doubt/probe-batch.js', from: 'const isProved = controls !== undefined', to: 'const isProved = true' },
    ],
    cells: ['empty-answers@quirk', 'short-descriptions@quirk'],
  },
  'trust-unfiltered-look-up': {
    sin: 'an account is what a look-up answers first, whatever was asked',
    breaks: [
      { file: 'service/accounts.js', from: "textOf(row['AccountNumber']) !== number", to: 'false' },
      { file: 'service/accounts.js', from: 'found.size === 1', to: 'found.size >= 1' },
    ],
    cells: ['get-unfiltered@planning'],
  },
  'orphans-are-sent-again': {
    sin: 'what a dead process was sending is ready again',
    breaks: [
      {
        file: 'ledger/doubts.js',
        from: "update batch set state = 'in-doubt' where import",
        to: "update batch set state = 'ready' where import",
      },
    ],
    cells: ['kill@applied', 'kill@reply-whole'],
  },
  'refusals-are-whole': {
    sin: 'a refusal of several entries counts as nothing applied, where the service may have applied a part',
    breaks: [{ file: 'posting/settle.js', from: "rejection === 'unknown'", to: 'false' }],
    cells: ['partial@sending'],
  },
  'no-claims': {
    sin: 'entries are not claimed before they are sent',
    breaks: [{ file: 'importing/claim-entries.js', from: 'writer.takeClaims(num, order.claimVersion)', to: '[]' }],
    cells: ['exported-again@intake'],
  },
  'old-ledger-unnoticed': {
    sin: 'the attempt log is not asked before posting',
    breaks: [{ file: 'app/app.js', from: 'checkAttempts(ledger);', to: 'undefined;' }],
    cells: ['restore-ledger@posting', 'delete-ledger@posting'],
  },
  'not-durable': {
    sin: 'synchronous=OFF: a commit does not survive a power cut',
    breaks: [{ file: 'ledger/sqlite-database.js', from: 'pragma synchronous=FULL', to: 'pragma synchronous=OFF' }],
    cells: ['power-cut@posting'],
  },
  'created-is-sent-again': {
    sin: 'a contact whose creation is in doubt is created again without a look',
    breaks: [
      {
        file: 'kinds/kinds.js',
        from: "return asks === undefined || asks === 'action';",
        to: "return name !== 'book' && name !== 'create-field';",
      },
    ],
    cells: ['reset@contact-applied', 'kill@contact-applied'],
  },
  'part-of-a-list-is-all': {
    sin: 'what is not in a list that may not be whole counts as absent',
    breaks: [{ file: 'kinds/contacts/probe.js', from: 'if (!page.value.complete)', to: 'if (false)' }],
    cells: ['skip-ignored@quirk'],
  },
  'values-are-not-read-back': {
    sin: 'whether the service keeps custom values is not looked at before all contacts are sent',
    breaks: [{ file: 'posting/settle-step.js', from: 'if (lost.length === 0)', to: 'if (true)' }],
    cells: ['values-ignored@quirk'],
  },
  'fields-are-sent-again': {
    sin: 'a custom field whose creation is in doubt is created again',
    breaks: [
      {
        file: 'kinds/kinds.js',
        from: "return asks === undefined || asks === 'action';",
        to: "return name !== 'book' && name !== 'create-contact';",
      },
    ],
    cells: ['reset@field-applied', 'kill@field-applied'],
  },
  'moved-is-forgotten': {
    sin: 'nobody looks whether a file had arrived whose watcher died while it was moved',
    breaks: [{ file: 'arriving/inbox/claim.js', from: '(await hasArrived(held.at(target), ino))', to: 'false' }],
    cells: ['kill@moved'],
  },
  'changed-file-unnoticed': {
    sin: 'a file is compared with what was taken in neither before its first batch is sent nor when it is put away',
    breaks: [
      {
        file: 'importing/compare-received.js',
        from: 'export async function isAsTaken(path, stats, arrival) {',
        to: 'export async function isAsTaken(path, stats, arrival) {\n    return true;',
      },
    ],
    tests: 'test/arriving/inbox/complete-file.test.ts',
  },
  'ids-uncompared': {
    sin: 'a plan is sent without a look whether its IDs are still those of the service',
    breaks: [
      {
        file: 'posting/check-books.js',
        from: 'export async function checkBooks(row, facts, service, ports) {',
        to: 'export async function checkBooks(row, facts, service, ports) {\n    return true;',
      },
    ],
    tests: 'test/posting/moved-ids.test.ts',
  },
  'mended-is-forgotten': {
    sin: 'what was handed in of the mended cells is not marked so: it counts on, or is taken for taken back',
    breaks: [{ file: 'correcting/submit.js', from: 'await tx.revisions.submit(row.num, all, no);', to: '' }],
    cells: ['two@mending'],
  },
  'dead-plan-is-booked-too': {
    sin: 'what a planner had planned of a correction when it died is booked beside what the next one plans',
    breaks: [{ file: 'importing/plan-import.js', from: '.posting.clearUnsent(row.num, ports.planner)', to: '' }],
    cells: ['kill@mends-replacing'],
  },
  'identity-from-processed-lines': {
    sin: 'what an entry says is taken from what rules and defaults made of it, and not from its cells',
    breaks: [
      {
        file: 'kinds/bookings/read-row.js',
        from: 'this.#code(values.cellTextAt(pair ? AT.creditAccount : AT.contraAccount))',
        to: 'this.#code(values.textAt(pair ? AT.creditAccount : AT.contraAccount))',
      },
    ],
    cells: ['defaults@again', 'rules@again'],
  },
  'claims-count-as-booked': {
    sin: 'an entry that another import has claimed counts as booked, whatever became of it',
    breaks: [
      {
        file: 'ledger/claims.js',
        from: 'const fate = of.open.get(seq);',
        to: 'return BOOKED;',
      },
    ],
    cells: ['token-cancelled@waiting', 'doubt-cancelled@waiting'],
  },
  'one-claim-a-contact': {
    sin: 'a contact is told from those that another import creates by what its own claim is on alone',
    breaks: [{ file: 'ledger/contact-claims.js', from: 'known.filter(({ matched }) => matched)', to: '[]' }],
    tests: 'test/kinds/contacts/contacts-at-once.test.ts',
  },
  'rates-uncompared': {
    sin: 'a purchase that comes again at a revised rate is another purchase',
    breaks: [
      {
        file: 'kinds/bookings/judge.js',
        from: 'await this.#rates.revisedBy(original, bucketOf(original.identity))',
        to: 'undefined',
      },
    ],
    tests: 'test/same-entry/broke-rate.test.ts',
  },
  'rates-uncompared-at-once': {
    sin: 'of two exports that are planned at once, at two rates, both are booked',
    breaks: [{ file: 'ledger/claims.js', from: 'await db.write((tx) => noteSaidAlike(tx, num));', to: '' }],
    tests: 'test/same-entry/broke-rate.test.ts',
  },
  'same-is-said-of-all': {
    sin: 'an answer `same` about texts is said of more rows than were booked',
    breaks: [
      {
        file: 'kinds/bookings/judge.js',
        from: 'isSame ? this.#earlierAmounts.takeOther(amounts.of(identity)) : named',
        to: 'named',
      },
    ],
    tests: 'test/same-entry/broke-content.test.ts',
  },
  'waits-under-own-claim': {
    sin: 'what waits for an entry in other words waits under its own claim, which is free',
    breaks: [
      {
        file: 'kinds/bookings/judge.js',
        from: 'content: this.#numbered(candidate, bucket), twin: { import: num, seq, row } }',
        to: 'content: this.#numbered(candidate, bucket) }',
      },
    ],
    tests: 'test/same-entry/broke-waiting.e2e.test.ts',
  },
  'other-reading-unnoticed': {
    sin: 'rows that were sent when the job read them differently are new',
    breaks: [
      {
        file: 'kinds/bookings/plan.js',
        from: 'mayBeKnown ? await rowsReadDifferently(order, ports, opened) : undefined',
        to: 'undefined',
      },
    ],
    tests: 'test/same-entry/broke-reading.test.ts',
  },
  'pasted-block-unnoticed': {
    sin: 'rows without numbers that stand in a file as a block once more are purchases',
    breaks: [
      {
        file: 'kinds/bookings/plan.js',
        from: 'alike && (await copiesByCells(alike, tally.lines, order, ports))',
        to: 'undefined',
      },
    ],
    tests: 'test/same-entry/broke-pasted.test.ts',
  },
  'correction-forgotten': {
    sin: 'what the file said of an entry that a person corrected is forgotten',
    breaks: [{ file: 'ledger/plans.js', from: 'await noteCorrected(db, entry, now.get(seq));', to: '' }],
    tests: 'test/same-entry/broke-corrected.test.ts',
  },
  'mark-counts-as-said': {
    sin: 'a decimal mark that the file showed counts in a retry as if the job had said it',
    breaks: [
      {
        file: 'reading/infer-decimal.js',
        from: "decimal === 'auto' && (found !== undefined || hint.endsWith(NOT_THREE))",
        to: "decimal === 'auto' && hint.endsWith(NOT_THREE)",
      },
    ],
    tests: 'test/correcting/retry.test.ts',
  },
  'sign-left-out': {
    sin: 'a purchase and its refund say the same',
    breaks: [
      { file: 'core/entry-content.js', from: 'const { units } = row;', to: 'const units = Math.abs(row.units);' },
    ],
    cells: ['rules@again', 'columns@again'],
  },
};

/** Findings by kind: `12 twice, 3 lost`. */
function kindsOf(findings) {
  const counts = new Map();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return findings.length === 0 ? 'nothing found' : [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

/** @returns {string} the folder of modules with this sin, and of the pages */
function breed(name, root) {
  const { breaks } = MUTANTS[name];
  const home = join(root, 'node_modules', '.cache', 'bilag-mutants', name);
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  cpSync(join(root, 'build'), join(home, 'build'), { recursive: true });
  cpSync(join(root, 'dist', 'web'), join(home, 'build', 'web'), { recursive: true });
  cpSync(join(root, 'package.json'), join(home, 'package.json'));
  for (const { file, from, to } of breaks) {
    const path = join(home, 'build', file);
    const text = readFileSync(path, 'utf8');
    const broken = text.replace(from, () => to);
    if (broken === text) throw new Error(`Mutant ${name}: ${file} does not hold ${from}. Write the mutant anew.`);
    writeFileSync(path, broken);
  }
  return join(home, 'build');
}

/** Runs a file of tests on a mutant: one that fails has caught it. Whether they all pass on the build itself, `npm test` says. */
function catchByTests(name, tests, root) {
  const { sin } = MUTANTS[name];
  const build = breed(name, root);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = spawnSync(process.execPath, [vitest, 'run', tests, '--reporter=json'], {
    cwd: root,
    env: { ...process.env, BILAG_TEST_BUILD: build },
    encoding: 'utf8',
    maxBuffer: OUTPUT_MAX_BYTES,
  });
  const results = JSON.parse(stdout.slice(stdout.indexOf('{'))).testResults.flatMap((file) => file.assertionResults);
  const failed = results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const words = `Mutant ${name} (${sin}) was ${failed.length > 0 ? 'caught' : 'NOT caught'} by ${tests}`;
  return { caught: failed.length > 0, words: [words, ...failed].join('\n  ') };
}

/**
 * Drills a mutant until something is found, where it should show first.
 * @param {string} name
 * @param {{ first: number, runs: number, root: string }} options runs: at most
 */
export async function catchMutant(name, { first, runs, root }) {
  const { sin, cells = [], tests } = MUTANTS[name];
  if (tests !== undefined) return catchByTests(name, tests, root);
  const known = cells.filter((cell) => ALL_CELLS.includes(cell));
  if (known.length === 0)
    return { caught: false, words: `Mutant ${name} (${sin}) can't be tried here: power cuts take a C compiler.` };
  const dist = breed(name, root);
  for (let run = 0; run < runs; run++) {
    const only = known[run % known.length];
    const seed = first + run * STRIDE;
    const { findings } = await drill(scenarioOf(seed, { only }), { dist });
    console.log(`  ${name}: seed ${seed} (${only}): ${kindsOf(findings)}`);
    if (findings.length === 0) continue;
    const [{ kind, words }] = findings;
    return { caught: true, words: `Mutant ${name} (${sin}) was caught in run ${run + 1}: ${kind}: ${words}` };
  }
  return { caught: false, words: `Mutant ${name} (${sin}) was NOT caught in ${runs} runs.` };
}
