/** Those texts that there are, with a mark between them. */
export function listed(texts: readonly (string | false | undefined)[], mark = ', '): string {
  return texts.filter(Boolean).join(mark);
}
