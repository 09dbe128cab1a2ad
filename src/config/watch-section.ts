import type { z } from 'zod';
import { flag, group } from '../domain/schema-parts.ts';
import { DAY_MS, duration } from './durations.ts';

/** `watch` in bilag.yaml: when a file in the inbox is complete (design, section 7). */
export const watchSection = group(
  {
    minimumAge: duration(0, DAY_MS, '2s').default(2_000),
    scan: duration(100, DAY_MS, '5s').default(5_000),
    unfinished: duration(0, DAY_MS, '30s').default(30_000),
    marker: flag('marker: true').default(false),
  },
  'watch: { minimumAge: 2s }',
);

/** How the inbox is watched. */
export interface WatchSettings {
  /** A file that was not renamed in is taken when it is unchanged for so long, in two looks. */
  readonly minimumAgeMs: number;
  /** The same for one that ends as if its writer had stopped half-way. */
  readonly unfinishedMs: number;
  /** Between two looks at the inbox; what is told of changes only makes a look come sooner. */
  readonly scanMs: number;
  /** A file is only taken when `NAME.done` lies beside it. */
  readonly marker: boolean;
}

export function watchSettings(section: z.output<typeof watchSection>): WatchSettings {
  return {
    minimumAgeMs: section.minimumAge,
    unfinishedMs: section.unfinished,
    scanMs: section.scan,
    marker: section.marker,
  };
}
