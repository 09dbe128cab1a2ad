import { nameSheets, type SheetNames } from '../core/row-ranges.ts';
import type { PlanFacts } from './plan-ports.ts';

/** The sheets that an import was read from, where they are several. @param facts as the ledger keeps them */
export function sheetsOf(facts: string | null): SheetNames {
  // Nearly no import has several, and facts may be long.
  if (facts === null || !facts.includes('"sheets":')) return undefined;
  return (JSON.parse(facts) as PlanFacts).sheets;
}

/** Which sheets were read, and what of them is hidden, for people. */
export function sheetFacts({ sheet, sheets, unread, hidden, hiddenColumns }: PlanFacts) {
  const names = sheets === undefined ? sheet : sheets.map(({ name }) => name).join(', ');
  return { sheet: names, unread, hidden, hiddenColumns };
}

/** What is told of an import, with its sheets' names in all texts. */
export function withSheetNames<Told>(told: Told, sheets: SheetNames): Told {
  if (sheets === undefined) return told;
  return JSON.parse(JSON.stringify(told), (_, value) =>
    typeof value === 'string' ? nameSheets(value, sheets) : value,
  ) as Told;
}
