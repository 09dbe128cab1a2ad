/** The word that agrees with a number, which may be as it is shown: `row`, `rows`. */
export const agree = (n: number | string, one: string, many = `${one}s`): string => (`${n}` === '1' ? one : many);

/** `1 row`, `1,234 rows` */
export const counted = (shown: number | string, one: string, many?: string): string =>
  `${shown} ${agree(shown, one, many)}`;
