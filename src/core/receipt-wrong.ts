/** What is wrong with a receipt. Added to, never changed. */
export const WRONG_CODES = ['books-lack', 'books-twice', 'entries-lost', 'rows-lost', 'sum-lost'] as const;
export type WrongCode = (typeof WRONG_CODES)[number];
