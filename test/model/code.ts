import { retryImport } from '../../src/correcting/retry.ts';
import { probeDoubts } from '../../src/doubt/probe.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { finishIfDone } from '../../src/importing/finish-import.ts';
import type { PipelinePorts } from '../../src/kinds/ports.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import type { Sql } from '../../src/ledger/sqlite-database.ts';
import { lateOutcome } from '../../src/posting/post-batches.ts';
import { settlementOf } from '../../src/posting/settle.ts';
import { settleOrphans } from '../../src/posting/settle-orphans.ts';
import { classifyOutcome } from '../../src/service/classify-outcome.ts';
import type { Sender } from './world.ts';

/** The code under test, as one value: a mutant is a copy with one verb wrapped. */
export interface Code {
  readonly ledger: Ledger;
  readonly classifyOutcome: typeof classifyOutcome;
  readonly settlementOf: typeof settlementOf;
  readonly settleOrphans: typeof settleOrphans;
  readonly resolveDoubt: typeof resolveDoubt;
  readonly probeDoubts: typeof probeDoubts;
  readonly finishIfDone: typeof finishIfDone;
  readonly lateOutcome: typeof lateOutcome;
  readonly retryImport: typeof retryImport;
  /** Whether a sender may let the first byte leave: what `postBatches` asks its lease. */
  mayLeave(sender: Pick<Sender, 'holder' | 'as' | 'held'>): boolean;
}

export type Mutant = (code: Code, db: Sql) => Code;

export const codeOn = (ledger: Ledger): Code => ({
  ledger,
  classifyOutcome,
  settlementOf,
  settleOrphans,
  resolveDoubt,
  probeDoubts,
  finishIfDone,
  lateOutcome,
  retryImport,
  mayLeave: ({ holder, as, held }) => holder === as && held,
});

const HERE = 'here';

/** @param lives whether the process of this number and birth lives */
export function portsOf(ledger: Ledger, now: () => number, lives: (pid: number, started: string) => boolean) {
  const ports: PipelinePorts = {
    ledger,
    ledgerPath: '',
    home: '',
    host: HERE,
    who: 'someone',
    // A retry asks whether there is one still; nothing here plans by it.
    job: async () => ({}) as Awaited<ReturnType<PipelinePorts['job']>>,
    service: () => ({ company: async () => 'company' }) as ReturnType<PipelinePorts['service']>,
    processes: { self: '', lives },
    now,
    random: () => 0,
    log: () => undefined,
  };
  return ports;
}
