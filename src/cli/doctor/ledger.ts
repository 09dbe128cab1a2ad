import { stat } from 'node:fs/promises';
import type { Config } from '../../config/config.ts';
import { seen } from '../../core/disk.ts';
import { explainError } from '../output/explain-error.ts';
import { counted } from '../output/text.ts';
import type { Check } from './check.ts';

const CACHE_KILOBYTES = 2_000;

/** Opens the ledger, where there is one, and has it checked through. */
export async function checkLedger({ ledgerPath }: Config): Promise<Check[]> {
  try {
    if ((await seen(ledgerPath)) === undefined)
      return [{ ok: true, what: `ledger: none yet; the first import creates ${ledgerPath}` }];
  } catch (error) {
    const what = `ledger: whether there is one at ${ledgerPath} can't be seen: ${(error as Error).message}`;
    return [{ ok: false, what, remedy: 'Call bilag as the user who imports with this ledger.' }];
  }
  try {
    const { size } = await stat(ledgerPath);
    const { openSqlite } = await import('../../ledger/sqlite-database.ts');
    const db = openSqlite(ledgerPath, CACHE_KILOBYTES);
    try {
      const found = (await db.all<Record<string, string>>('pragma quick_check')).map((row) => Object.values(row)[0]!);
      const version = (await db.get<{ user_version: number }>('pragma user_version'))!.user_version;
      const { count } = (await db.get<{ count: number }>('select count(*) as count from import'))!;
      if (found.length === 1 && found[0] === 'ok') {
        const megabytes = (size / 1024 ** 2).toFixed(1);
        return [
          { ok: true, what: `ledger: ${ledgerPath}, version ${version}, ${megabytes} MB, ${counted(count, 'import')}` },
        ];
      }
      return [
        {
          ok: false,
          what: `ledger: ${ledgerPath} is damaged: ${found.slice(0, 3).join('; ')}`,
          remedy: 'Put a backup in its place, and keep the damaged file.',
        },
      ];
    } finally {
      db.close();
    }
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `ledger: ${ledgerPath}: ${message}`, remedy: suggestion }];
  }
}
