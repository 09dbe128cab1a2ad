/** One finding of `bilag doctor`. */
export interface Check {
  readonly ok: boolean;
  /** What was found, in one line. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy?: string | undefined;
}
