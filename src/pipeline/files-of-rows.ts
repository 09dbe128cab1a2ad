import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';
import type { FileOfRows } from './read-rows.ts';
import { storedPath } from './stored-file.ts';

/** The stored files that rows of these entries stand in, the original first, each with its entries. */
export function filesOfRows<Entry extends Pick<EntryRow, 'source'>>(
  row: ImportRow,
  entries: readonly Entry[],
  { ledger, home }: Pick<PipelinePorts, 'ledger' | 'home'>,
): (FileOfRows & { readonly waiting: readonly Entry[] })[] {
  const corrections = ledger.imports.corrections(row.num);
  return [...new Set(entries.map((entry) => entry.source))]
    .sort((a, b) => a - b)
    .map((source) => {
      const correction = corrections.find(({ no }) => no === source);
      return {
        path: storedPath(home, correction?.sha256 ?? row.sha256),
        file: correction?.file ?? row.file,
        facts: JSON.parse(correction?.facts ?? row.facts!) as PlanFacts,
        source,
        waiting: entries.filter((entry) => entry.source === source),
      };
    });
}
