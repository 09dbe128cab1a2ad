import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, in the order of the seconds that they take by themselves. A clone that is fresh remembers no
 * times of its own, and a long file that is started last keeps one worker busy while the others have nothing left.
 */
const LONGEST = [
  'chaos/drill',
  'browser/every-screen',
  'cli/redis-away.e2e',
  'hostile/xlsx',
  'pipeline/processes',
  'cli/stopping.e2e',
  'hostile/csv',
  'cli/process.e2e',
  'cli/import.e2e',
  'cli/run.e2e',
  'browser/mend',
  'e2e/corpus',
  'samples/samples',
  'pipeline/contacts',
  'model/town',
  'pipeline/probe',
  'queue/work-queues',
  'model/exhaustive',
  'dashboard/mend-decisions',
  'cli/resolve.e2e',
  'browser/doubt',
  'cli/created.e2e',
  'cli/probe.e2e',
  'pipeline/inbox/watch-inbox',
  'e2e/round-trip-xlsx',
  'hostile/spreadsheet.e2e',
  'pipeline/cancel-import',
  'cli/service.e2e',
  'browser/access',
  'e2e/round-trip-csv',
  'pipeline/inbox/crash',
  'cli/full-disk.e2e',
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
