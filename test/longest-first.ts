import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute and more by themselves, and those in a browser. A clone that is fresh remembers no times,
 * and a long file that is started last keeps one worker busy while the others have nothing left.
 * Beside the drill, which is a dozen processes, stand files that only calculate; those in a browser stand apart.
 */
const LONGEST = [
  'chaos/drill',
  'hostile/xlsx',
  'hostile/csv',
  'e2e/corpus',
  'samples/samples',
  'figures/currency',
  'model/town',
  'model/exhaustive',
  'browser/every-screen',
  'cli/redis-away.e2e',
  'pipeline/processes',
  'cli/stopping.e2e',
  'cli/process.e2e',
  'cli/import.e2e',
  'browser/mend',
  'cli/run.e2e',
  'pipeline/contacts',
  'pipeline/probe',
  'queue/work-queues',
  'cli/resolve.e2e',
  'browser/doubt',
  'dashboard/mend-decisions',
  'cli/created.e2e',
  'cli/probe.e2e',
  'cli/inbox.e2e',
  'pipeline/inbox/crash',
  'pipeline/inbox/complete-file',
  'pipeline/inbox/watch-inbox',
  'browser/access',
  'same-entry/broke-waiting.e2e',
  'same-entry/normal-files',
  'same-entry/pairs-of-exports',
  'same-entry/broke-identity',
  'same-entry/planted',
  'same-entry/broke-content',
].map((name) => `/test/${name}.test.ts`);

/** Starts the longest files first, then the others as vitest would; those that share processes come last, and fill what is left. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      if (at >= 0) return at;
      return project.config.isolate ? LONGEST.length : LONGEST.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
