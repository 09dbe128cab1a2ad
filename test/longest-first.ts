import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONGEST } from './longest.ts';

/** Starts the longest files first, then the others as vitest would; those that share processes come last, and fill what is left. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (at >= 0) return at;
      return project.config.isolate ? LONGEST.length : LONGEST.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
