import { writeFileSync } from 'node:fs';
import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node';

/** What `scripts/test.mjs` reads when the tests are over, from the file that this variable names. */
const TOTALS_FILE = 'TEST_TOTALS_FILE';
/** Milliseconds between two lines that say how far the tests are, where no terminal shows it all the time. */
const PROGRESS_MS = 60_000;
/** Test files that are named at the end, those that took longest first. */
const SLOWEST = 12;

/**
 * Prints failures as they happen and explains them at the end, and says nothing of what passes. A terminal shows the progress
 * all the time; elsewhere (a log, CI) a line says it once a minute, and which files run: one that hangs is named.
 */
export default class ShortReport extends DefaultReporter {
  readonly #running = new Set<string>();
  readonly #counts = { files: 0, filesDone: 0, passed: 0, failed: 0, skipped: 0 };
  readonly #seconds = new Map<string, number>();
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    super({ silent: 'passed-only' });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#counts.files = specifications.length;
    this.#startedAt = performance.now();
    if (!this.isTTY) this.#timer = setInterval(() => this.log(this.#progress()), PROGRESS_MS).unref();
  }

  override onTestModuleQueued(testModule: TestModule): void {
    super.onTestModuleQueued(testModule);
    this.#running.add(testModule.relativeModuleId);
  }

  override onTestModuleEnd(testModule: TestModule): void {
    const { passed, failed, skipped } = countsOf(testModule);
    this.#running.delete(testModule.relativeModuleId);
    this.#seconds.set(shortName(testModule.relativeModuleId), testModule.diagnostic().duration / 1000);
    this.#counts.filesDone++;
    this.#counts.passed += passed;
    this.#counts.failed += failed;
    this.#counts.skipped += skipped;
    super.onTestModuleEnd(testModule);
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#timer);
    super.onTestRunEnd(...args);
    const slowest = [...this.#seconds].sort((a, b) => b[1] - a[1]).slice(0, SLOWEST);
    if (this.#seconds.size > SLOWEST)
      this.log(`Slowest: ${slowest.map(([name, seconds]) => `${name} ${Math.round(seconds)} s`).join(', ')}`);
    const path = process.env[TOTALS_FILE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(this.#counts));
  }

  protected override printTestModule(testModule: TestModule): void {
    if (testModule.state() === 'failed') super.printTestModule(testModule);
  }

  protected override printTestCase(
    moduleState: ReturnType<TestModule['state']>,
    test: Parameters<DefaultReporter['printTestCase']>[1],
  ): void {
    if (test.result().state === 'failed') super.printTestCase(moduleState, test);
  }

  #progress(): string {
    const { files, filesDone, passed, failed } = this.#counts;
    const minutes = Math.round((performance.now() - this.#startedAt) / 60_000);
    const running = [...this.#running].map(shortName);
    return [
      `${minutes} min: ${filesDone} of ${files} test files, ${passed} passed, ${failed} failed`,
      ...(running.length > 0 ? [`running: ${running.join(', ')}`] : []),
    ].join('; ');
  }
}

function shortName(path: string): string {
  return path.replace(/^test\//, '').replace(/\.test\.ts$/, '');
}

/** A file or a suite that failed by itself (an import, a hook), and not by one of its tests, is a failure too. */
function countsOf(testModule: TestModule): { passed: number; failed: number; skipped: number } {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const test of testModule.children.allTests()) {
    const { state } = test.result();
    if (state !== 'pending') counts[state]++;
  }
  if (testModule.state() === 'failed' && counts.failed === 0) counts.failed = 1;
  return counts;
}
