import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { attemptLogPath } from '../../ledger/attempt-log.ts';
import {
  checkOneLog,
  copyWords,
  lostLog,
  lostLogWords,
  unacceptedCopy,
  unknownAttempts,
  unknownWords,
} from '../../pipeline/check-attempts.ts';
import { explainError } from '../explain-error.ts';
import type { Check } from './check.ts';

const NONE: Check = { ok: true, what: 'attempt log: none yet; the first booking makes it' };

/** Whether the ledger knows everything that was sent, as the log beside it has it. */
export async function checkAttemptLog({ ledgerPath }: Config): Promise<Check[]> {
  const path = attemptLogPath(ledgerPath);
  if (!existsSync(path) && !existsSync(ledgerPath)) return [NONE];
  try {
    checkOneLog(path);
    const { unknown, copy, lost } = await compare(ledgerPath, path);
    if (copy !== undefined) return [{ ok: false, what: `attempt log: ${copyWords(copy)}`, remedy: 'bilag recover' }];
    if (unknown === undefined && lost !== undefined) {
      const remedy = 'Put it back, if it was moved or rotated; else see: bilag recover';
      return [{ ok: false, what: `attempt log: ${lostLogWords(lost, path)}`, remedy }];
    }
    if (unknown === undefined && !existsSync(path)) return [NONE];
    if (unknown === undefined) return [{ ok: true, what: `attempt log: ${path}, all of it known to the ledger` }];
    return [
      {
        ok: false,
        what: `attempt log: the ledger does not know ${unknownWords(unknown)}; nothing is booked until somebody has looked`,
        remedy:
          'See what it is with: bilag recover. If there is a newer copy of the ledger, put that in its place instead.',
      },
    ];
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `attempt log: ${path}: ${message}`, remedy: suggestion }];
  }
}

async function compare(ledgerPath: string, path: string) {
  // To open it would make one.
  if (!existsSync(ledgerPath)) {
    const { unknown } = unknownAttempts(path, { knows: () => false, mark: () => undefined });
    return { unknown, copy: undefined, lost: undefined };
  }
  const { openLedger } = await import('../../ledger/open-ledger.ts');
  const ledger = openLedger(`sqlite:${ledgerPath}`);
  try {
    const { unknown } = unknownAttempts(path, ledger.recovery);
    return { unknown, copy: unacceptedCopy(path, ledger.recovery), lost: lostLog(path, ledger.recovery) };
  } finally {
    ledger.close();
  }
}
