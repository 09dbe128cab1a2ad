/** The word that agrees with a number: `row`, `rows`. @param n also as it is shown, with its thousands apart */
export function agree(n: number | string, one: string, many = `${one}s`): string {
  return `${n}` === '1' ? one : many;
}

/** `1 row`, `1 234 rows` @param shown the number as it is to be shown */
export function counted(shown: number | string, one: string, many?: string): string {
  return `${shown} ${agree(shown, one, many)}`;
}
