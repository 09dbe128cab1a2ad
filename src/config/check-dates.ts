import { explainDatePattern } from '../rules/date-pattern.ts';

/** What is wrong with a pattern of `file.dates`, as a predicate; undefined where nothing is. */
export function explainDates(pattern: string): string | undefined {
  const wrong = explainDatePattern(pattern);
  if (wrong === undefined) return undefined;
  const meant = respelled(pattern);
  const said = `holds the pattern "${pattern}". It ${wrong}`;
  return meant === undefined ? said : `${said.replace(/ For example: .*$/s, '')} Did you mean "${meant}"?`;
}

/** People who know other tools write `DD.MM.YYYY`, or `dd.mm.yyyy`. */
function respelled(pattern: string): string | undefined {
  const dated = pattern.replace(/D/g, 'd').replace(/Y/g, 'y');
  const meant = dated.includes('M') ? dated : dated.replace(/m/g, 'M');
  return meant === pattern || explainDatePattern(meant) !== undefined ? undefined : meant;
}
