import type { Issue } from '../../core/issue.ts';
import { quoteValue } from '../../core/text.ts';

/** A longer text is no such line. */
const LINE_MAX_CHARACTERS = 100;
const HEAD = String.raw`(?:(?:grand )?total|totalt|sum|i alt|antall|number of)(?!\p{L})`;
const THINGS =
  '(?:kunder|kontakter|leverandører|medlemmer|personer|poster|rader|customers|contacts|suppliers|vendors|members|people|records|rows|entries)';
const COUNT = String.raw`\d[\d .]*`;
const DATE = String.raw`(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.? \p{L}{3,} \d{4}|\p{L}{3,} \d{1,2},? \d{4})`;
const LINES = [
  // Totalt antall kunder: 2
  String.raw`^${HEAD}[\p{L} ]*?(?::|(?<!\p{L})${THINGS}:?)\s*(?:${COUNT})?$`,
  // Totalt 2 kunder
  String.raw`^${HEAD}:?\s*${COUNT}\s${THINGS}\.?$`,
  // Utskrift 26.11.2026 kl. 04:44
  String.raw`^(?:utskrift|utskrevet|skrevet ut|printed|print date|generert|generated|eksportert|exported)(?!\p{L}).*${DATE}`,
  // Side 1 av 1
  String.raw`^(?:side|page)\s*\d+\s*(?:av|of|/)\s*\d+$`,
].map((line) => new RegExp(line, 'iu'));

/** Whether a text is a line of a list about the list itself: how many it has, when it was printed, which page it is. */
export function isListLine(text: string): boolean {
  return text.length <= LINE_MAX_CHARACTERS && LINES.some((line) => line.test(text));
}

/** A row that holds such a line as a name, and nothing else. */
export function listLine(text: string, column: string): Issue {
  return {
    code: 'field-missing',
    column,
    value: text,
    variant: 'line',
    facts: { field: 'name' },
    message: `${quoteValue(text)} in column ${column} is all that the row says, and reads like a line of the list: a count, a print date or a page number.`,
    suggestion: `Skip such rows in the job: skip: [{ field: name, matches: '${patternOf(text)}' }]. If it is a contact, fill another cell of its row.`,
  };
}

/** The line with any numbers, and nothing else: a first word alone would skip companies, too. As YAML has it in single quotes. */
function patternOf(text: string): string {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\d+/g, String.raw`\d+`);
  return `^${literal.replaceAll("'", "''")}$`;
}
