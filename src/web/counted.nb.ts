/** The word that agrees with a number, which may be as it is shown: `rad`, `rader`. */
export const agree = (n: number | string, one: string, many: string): string => (`${n}` === '1' ? one : many);

/** `1 rad`, `1 234 rader` */
export const counted = (shown: number | string, one: string, many: string): string =>
  `${shown} ${agree(shown, one, many)}`;
