/** What kind of value a cause asks to be replaced: the words for it differ. */
export type SetKind = 'account' | 'vat' | 'other';

export function setKindOf(code: string): SetKind {
  if (code.startsWith('account-')) return 'account';
  return code.startsWith('vat-') ? 'vat' : 'other';
}
