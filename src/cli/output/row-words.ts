/** `row 5`, `rows 2-3`, `rows 2-3 of Februar`. @param rows as ranges, under the names of their sheets where they are several */
export function rowWords(rows: string): string {
  const ofSheet = /^([^!]+)!(\d+(?:-\d+)?)$/.exec(rows);
  const [lines, where] = ofSheet === null ? [rows, ''] : [ofSheet[2]!, ` of ${ofSheet[1]}`];
  return `${/[-,]/.test(lines) ? 'rows' : 'row'} ${lines}${where}`;
}
