import { formatRow, nameSheets } from '../core/row-ranges.ts';
import type { Imports } from '../ledger/imports.ts';
import { sheetsOf } from '../reading/named-sheets.ts';
import type { EarlierImport, PlanStore } from '../reading/plan-sink.ts';

/**
 * Imports that hold earlier claims: asked once, however many of their entries come again.
 * @param sha256 of the file that is planned
 */
export function earlierImports(imports: Pick<Imports, 'byNum'>, sha256: () => Promise<string>): PlanStore['describe'] {
  const described = new Map<number, EarlierImport>();
  return async (num) => {
    let found = described.get(num);
    if (found === undefined) {
      const { id, file, job, recovered, sha256: same, facts } = await imports.byNum(num);
      const sameBytes = recovered === 1 && same === (await sha256());
      const sheets = sheetsOf(facts);
      found = { id, file, job, sameBytes, rowName: (row) => nameSheets(formatRow(row), sheets) };
      described.set(num, found);
    }
    return found;
  };
}
