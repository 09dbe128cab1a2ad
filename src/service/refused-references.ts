import type { KnownId } from '../core/records.ts';

/** Where the service says what is wrong: `[0].DraftLines[2].AccountID`. */
const PLACE = /\[(\d+)\]\.DraftLines\[(\d+)\]\.(AccountID|VatTypeID)\b/g;
/** Words by which a refusal is about accounts or VAT types, when it names no place. */
const WORDS = { account: /account|konto/i, 'vat-type': /\bvat|\bmva/i } as const;
const NUMBER = /\d+/g;

type Entry = { readonly DraftLines: readonly { readonly AccountID: number; readonly VatTypeID?: number }[] };

/**
 * The accounts and VAT types that a refusal names, by place, by ID, or by number or code: what is kept of them is not to be
 * used again. One that speaks of accounts and names none is about all of the request.
 * @param message the service's words
 * @param body that was refused, JSON
 */
export function refusedReferences(
  message: string,
  body: string,
  facts: {
    readonly accounts: Readonly<Record<string, readonly [string, string]>>;
    readonly vatTypes: Readonly<Record<string, string>>;
  },
): KnownId[] {
  const lines = (JSON.parse(body) as readonly Entry[]).map(({ DraftLines }) => DraftLines);
  const accounts = new Set<number>();
  const vatTypes = new Set<number>();
  for (const [, entry, line, field] of message.matchAll(PLACE)) {
    const sent = lines[Number(entry)]?.[Number(line)];
    if (sent === undefined) continue;
    if (field === 'AccountID') accounts.add(sent.AccountID);
    else if (sent.VatTypeID !== undefined) vatTypes.add(sent.VatTypeID);
  }
  const words = message.replace(PLACE, '');
  const numbers = new Set(words.match(NUMBER));
  const all = lines.flat();
  const named = (kind: keyof typeof WORDS, ids: Set<number>, codeOf: (id: number) => string | undefined) => {
    if (ids.size > 0 || !WORDS[kind].test(words)) return;
    const sent = new Set(all.flatMap(({ AccountID, VatTypeID }) => (kind === 'account' ? AccountID : VatTypeID) ?? []));
    const said = [...sent].filter((id) => numbers.has(String(id)) || numbers.has(codeOf(id) ?? ''));
    for (const id of said.length > 0 ? said : sent) ids.add(id);
  };
  const accountOf = (id: number) => facts.accounts[id]?.[0];
  const vatTypeOf = (id: number) => facts.vatTypes[id];
  named('account', accounts, accountOf);
  named('vat-type', vatTypes, vatTypeOf);
  const known = (kind: KnownId['kind'], ids: Iterable<number>, codeOf: (id: number) => string | undefined) =>
    [...ids].flatMap((id) => {
      const code = codeOf(id);
      return code === undefined ? [] : [{ kind, code, id }];
    });
  return [...known('account', accounts, accountOf), ...known('vat-type', vatTypes, vatTypeOf)];
}
