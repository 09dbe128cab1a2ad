/** What a key may hold that a look for quotes alone would read wrongly. */
const ESCAPED_QUOTE = '\\"';
const ESCAPED_BACKSLASH = '\\\\';

/**
 * Goes through control totals as batches and entries keep them: JSON, `{"1920":"-1000",…}`, the texts of whole minor units by
 * account. A million rows have half a million of them; to cut them at their quotes takes a third of what `JSON.parse` takes, which
 * makes an object whose keys look like indexes.
 */
export function eachTotal(totals: string, visit: (account: string, units: string) => void): void {
  if (totals.includes(ESCAPED_QUOTE) || totals.includes(ESCAPED_BACKSLASH)) {
    for (const [account, units] of Object.entries(JSON.parse(totals) as Record<string, string>)) visit(account, units);
    return;
  }
  const parts = totals.split('"');
  for (let at = 1; at + 2 < parts.length; at += 4) {
    const account = parts[at]!;
    visit(account.includes('\\') ? (JSON.parse(`"${account}"`) as string) : account, parts[at + 2]!);
  }
}
