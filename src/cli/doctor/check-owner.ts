import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { ownerOf, ownerWords } from '../../pipeline/inbox/owner.ts';
import { explainError } from '../explain-error.ts';
import type { Check } from './check.ts';

const CACHE_KILOBYTES = 2_000;

/** Whose inbox it is: another home's is not looked into. Nothing where it is nobody's yet, or this home's. */
export async function checkOwner({ inbox, ledgerPath }: Pick<Config, 'inbox' | 'ledgerPath'>): Promise<Check[]> {
  try {
    const owner = await ownerOf(inbox);
    if (owner === undefined || owner.home === (await ownId(ledgerPath))) return [];
    return [
      {
        ok: false,
        what: `inbox: ${inbox} belongs to ${ownerWords(owner)}, so this home takes nothing from it`,
        remedy:
          'Name another inbox with BILAG_INBOX. After a move or a restore, when the other no longer works on it: bilag inbox take-over',
      },
    ];
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `inbox: whose it is can't be read: ${message}`, remedy: suggestion }];
  }
}

/** The id of this home; undefined where it has none. The doctor changes nothing, so it draws none. */
async function ownId(ledgerPath: string): Promise<string | undefined> {
  if (!existsSync(ledgerPath)) return undefined;
  const { openSqlite } = await import('../../ledger/sqlite-database.ts');
  const { homeOf } = await import('../../ledger/home.ts');
  const db = openSqlite(ledgerPath, CACHE_KILOBYTES);
  try {
    return homeOf(db, ledgerPath).known()?.id;
  } finally {
    db.close();
  }
}
