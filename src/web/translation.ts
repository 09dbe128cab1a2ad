/** Turns texts into texts of any wording: a translation has the same keys, and the same arguments. */
export type Translation<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Translation<T[K]>;
};
