/** Delimiters that are tried, the likelier first. A colon or a space never is: times and names hold them. */
const CANDIDATES = [';', '\t', '|', ','] as const;
/** Records that are looked at. */
const SAMPLE_RECORDS = 200;
/** Shares of agreeing records that are this close count as equal. */
const EQUAL_SHARE = 0.02;

interface Score {
  readonly delimiter: string;
  /** Share of the records that have `columns` columns. */
  readonly share: number;
  /** The number of columns, more than one, that most records agree on. */
  readonly columns: number;
  /** The delimiter separates something else than digits from digits, or words from a space. */
  readonly hard: boolean;
}

/**
 * The delimiter of CSV text, by how well its records agree on a number of columns. Where several would do, a comma
 * that only ever stands between digits or before a space is a decimal comma or part of a sentence. Text of one column
 * gets a delimiter that does not occur in it.
 *
 * @param text the first lines, ending with a whole line where the file goes on
 */
export function scoreDelimiter(text: string): string {
  const scores = CANDIDATES.map((delimiter) => score(text, delimiter)).filter((one) => one !== undefined);
  const best = Math.max(...scores.map((one) => one.share));
  let equal = scores.filter((one) => one.share >= best - EQUAL_SHARE);
  if (equal.length > 1) equal = equal.filter((one) => one.hard || one.delimiter !== ',');
  equal.sort(
    (a, b) => b.columns - a.columns || CANDIDATES.indexOf(a.delimiter as ';') - CANDIDATES.indexOf(b.delimiter as ';'),
  );
  return equal[0]?.delimiter ?? CANDIDATES.find((delimiter) => !text.includes(delimiter)) ?? ';';
}

function score(text: string, delimiter: string): Score | undefined {
  const { counts, hard } = columnCounts(text, delimiter);
  const tally = new Map<number, number>();
  for (const count of counts) if (count > 1) tally.set(count, (tally.get(count) ?? 0) + 1);
  let columns = 0;
  let agreeing = 0;
  for (const [count, records] of tally)
    if (records > agreeing || (records === agreeing && count > columns)) [columns, agreeing] = [count, records];
  if (columns === 0) return undefined;
  // A column of amounts under a header of one word: `Beløp`, `12,5`, `5.25`.
  if (delimiter === ',' && !hard && counts[0] === 1) return undefined;
  return { delimiter, share: agreeing / counts.length, columns, hard };
}

/** How many columns each record of the sample has, blank lines left out, delimiters inside quotes not counted. */
function columnCounts(text: string, delimiter: string): { counts: number[]; hard: boolean } {
  const counts: number[] = [];
  let hard = false;
  let columns = 1;
  let inQuotes = false;
  let atStart = true;
  let blank = true;
  for (let at = 0; at <= text.length && counts.length < SAMPLE_RECORDS; at++) {
    const character = text[at];
    if (inQuotes) {
      if (character === undefined) break;
      if (character === '"') inQuotes = false;
    } else if (character === '\n' || character === '\r' || character === undefined) {
      if (!blank) counts.push(columns);
      columns = 1;
      blank = atStart = true;
    } else if (character === delimiter) {
      columns++;
      blank = false;
      atStart = true;
      hard ||= text[at + 1] !== ' ' && !(isDigit(text[at - 1]) && isDigit(text[at + 1]));
    } else if (character === '"') {
      inQuotes = atStart || text[at - 1] === '"';
      atStart = blank = false;
    } else if (character !== ' ') {
      atStart = blank = false;
    }
  }
  return { counts, hard };
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
