/** A formula that is one text and nothing else. */
const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

/** `="0555"`, by which programs keep a spreadsheet from taking the zeros off, is the text 0555. */
export function withoutFormula(cell: string): string {
  const text = cell.includes('="') ? TEXT_FORMULA.exec(cell)?.[1] : undefined;
  return text === undefined ? cell : text.replaceAll('""', '"');
}
