import type { KnownId, ReferenceKind } from './records.ts';

/** IDs that are compared with the service's before the first booking. */
export const IDS_COMPARED_MOST = 20;
/** With fewer that were compared, that all differ says nothing of whose books they are. */
const OTHER_BOOKS_LEAST = 2;
/** Examples that a person is told. */
const EXAMPLES = 2;

/** What is known of an account or a VAT type, and what the service says of it now; null where it has none of that number. */
export interface ComparedId extends KnownId {
  readonly now: number | null;
}

/** `other`: books of somebody else. `moved`: the same books, in which some have other IDs than before. */
export function judgeIds(compared: readonly ComparedId[]): 'same' | 'moved' | 'other' {
  if (!compared.some(differs)) return 'same';
  const accounts = compared.filter(({ kind }) => kind === 'account');
  // All companies of a service may have the same VAT types: they don't vouch for the accounts.
  const telling = accounts.length < OTHER_BOOKS_LEAST ? compared : accounts;
  return telling.length >= OTHER_BOOKS_LEAST && telling.every(differs) ? 'other' : 'moved';
}

export function differs({ id, now }: ComparedId): boolean {
  return id !== now;
}

/** `account 3000 has the ID 214003 here, and 31 there; VAT type 3 …`: a few of those that differ. */
export function idExamples(compared: readonly ComparedId[]): string {
  return compared
    .filter(differs)
    .slice(0, EXAMPLES)
    .map(
      ({ kind, code, id, now }) =>
        `${nameOf(kind)} ${code} had the ID ${id} and ${now === null ? 'is not there' : `has ${now}`} now`,
    )
    .join(', ');
}

function nameOf(kind: ReferenceKind): string {
  return kind === 'account' ? 'account' : 'VAT type';
}
