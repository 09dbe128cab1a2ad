import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../domain/issue.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import type { TrailAnswer, TrailOrder } from './make-trail.ts';
import { writeTrail } from './write-trail.ts';

/** The thread that writes an audit trail, out of the ledger over a connection of its own. */
const { ledger: path, num, path: to } = workerData as TrailOrder;
const answer = (found: TrailAnswer) => parentPort!.postMessage(found);

const ledger = openLedger(`sqlite:${path}`);
try {
  await writeTrail(ledger.imports.byNum(num), to, { ledger });
  answer({});
} catch (error) {
  if (error instanceof UsageError) answer({ refused: { message: error.message, suggestion: error.suggestion } });
  else answer({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
} finally {
  ledger.close();
}
