/** Room for the lines of a file in the number of an added row, and of a sheet in the number of a row of several sheets. */
const LINE_ROOM = 2 ** 32;

/**
 * Number of a row that a correction added: it has no line in the original file.
 * @param correction from 1
 */
export function addedRow(correction: number, line: number): number {
  return -(correction * LINE_ROOM + line);
}

/**
 * Number of a row where several sheets are read as one file: rows are unique, and in the order of the sheets.
 * @param sheet its position in the workbook, from 1
 */
export function sheetRow(sheet: number, line: number): number {
  return sheet * LINE_ROOM + line;
}

/** Position of a row's sheet in the workbook, from 1; 0 where the file was read from one table. */
export function sheetOf(row: number): number {
  return row < 0 ? 0 : Math.floor(row / LINE_ROOM);
}

/** The sheets of a file that was read from several: their names, by their positions in the workbook, from 1. */
export type SheetNames = readonly { readonly no: number; readonly name: string }[] | undefined;

/**
 * Line numbers as ranges, `12-14,20`: what is stored and shown for the rows of an entry; an added row is `c1:5`, row 5 of
 * correction 1; rows of several sheets are `sheet2!5-7`, until `nameSheets` makes that `Februar!5-7` for people.
 */
export function formatRanges(lines: readonly number[]): string {
  if (lines.length === 1) return formatRow(lines[0]!);
  let out = '';
  for (let i = 0; i < lines.length; ) {
    const start = lines[i]!;
    let end = start;
    while (++i < lines.length && start > 0 && lines[i] === end + 1) end++;
    out += `${out === '' ? '' : ','}${formatRow(start)}${start === end ? '' : `-${end % LINE_ROOM}`}`;
  }
  return out;
}

export function formatRow(row: number): string {
  if (row < 0) return `c${Math.floor(-row / LINE_ROOM)}:${-row % LINE_ROOM}`;
  return row < LINE_ROOM ? String(row) : `sheet${Math.floor(row / LINE_ROOM)}!${row % LINE_ROOM}`;
}

/** The same for facts: a plain number where the file is one table. */
export function rowFact(row: number): string | number {
  return row < 0 || row >= LINE_ROOM ? formatRow(row) : row;
}

/** The line numbers of `12-14,20,c1:5,sheet2!5-7`. */
export function* parseRanges(ranges: string): Iterable<number> {
  if (ranges === '') return;
  for (const range of ranges.split(',')) {
    if (range.startsWith('c')) {
      const [correction, line] = range.slice(1).split(':').map(Number) as [number, number];
      yield addedRow(correction, line);
      continue;
    }
    const mark = range.indexOf('!');
    const first = mark < 0 ? 0 : sheetRow(Number(range.slice('sheet'.length, mark)), 0);
    const dash = range.indexOf('-', mark);
    const start = first + Number(range.slice(mark + 1, dash < 0 ? undefined : dash));
    const end = dash < 0 ? start : first + Number(range.slice(dash + 1));
    for (let row = start; row <= end; row++) yield row;
  }
}

/** The first line number of `12-14,20`; 0 where there is none. A claim names its entry by it. */
export function firstRow(ranges: string): number {
  const [row = 0] = parseRanges(ranges);
  return row;
}

/** The same in SQL, of a column or an expression. */
export function firstRowSql(ranges: string): string {
  const after = (mark: string) => `cast(substr(${ranges}, instr(${ranges}, '${mark}') + 1) as integer)`;
  const before = (at: number) => `cast(substr(${ranges}, ${at}) as integer) * ${LINE_ROOM}`;
  // Most are plain numbers, and to take one out of its entry a second time would cost as much again.
  return `coalesce(nullif(cast(${ranges} as integer), 0), case substr(${ranges}, 1, 1)
    when 'c' then -(${before(2)} + ${after(':')})
    when 's' then ${before('sheet'.length + 1)} + ${after('!')} else 0 end)`;
}

/** A text for people: rows of several sheets under the names of their sheets, `Februar!5` instead of `sheet2!5`. */
export function nameSheets(text: string, sheets: SheetNames): string {
  if (sheets === undefined) return text;
  return text.replace(/\bsheet(\d+)!(?=\d)/g, (all, no: string) => {
    const name = sheets.find((sheet) => sheet.no === Number(no))?.name;
    return name === undefined ? all : `${name}!`;
  });
}

/** The other way round: `sheet2!5` for `Februar!5`, as people write it; any other text as it is. */
export function numberSheets(text: string, sheets: SheetNames): string {
  const mark = text.lastIndexOf('!');
  if (sheets === undefined || mark < 0) return text;
  const name = text.slice(0, mark).trim().toLowerCase();
  const no = sheets.find((sheet) => sheet.name.trim().toLowerCase() === name)?.no;
  return no === undefined ? text : `sheet${no}!${text.slice(mark + 1)}`;
}
