/** Headers of a column that says how far a payment has come: `Status`, `State`, `Betalingsstatus`, `Transaction status`. */
const STATUS_HEADER = /^(?:\p{L}+[\s_-]?)?(?:status|state|tilstand|zustand)$/iu;
/** What banks write of a payment that was not made (yet), in a column of that name or, of German banks, in `Info`. */
const NOT_MADE =
  /^(?:(?:av)?venter|pending|reverted|av(?:vist|visad)|afvist|slettet|raderad|kansellert|annullert|annulleret|declined|rejected|failed|feilet|mislykk?[ae]t|cancell?ed|deleted|reserver(?:t|et|ad)|reserved|(?:umsatz )?vorgemerkt)(?![\p{L}\d])/iu;
const INFO_HEADER = /^info$/iu;
const INFO = /^umsatz vorgemerkt$/iu;

/** Whether what a column says is a status; undefined where the column is another. */
export function statusTest(header: string): ((text: string) => boolean) | undefined {
  const name = header.trim();
  if (STATUS_HEADER.test(name)) return (text) => NOT_MADE.test(text);
  return INFO_HEADER.test(name) ? (text) => INFO.test(text) : undefined;
}
