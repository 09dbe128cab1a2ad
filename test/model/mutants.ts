import type { Code, Mutant } from './code.ts';
import type { Config } from './world.ts';
import { ASSUMED, LEASE_LEFT_MS, NOW } from './world.ts';

/** Two processes that can be seen, one batch of two entries; a step of time is a lease and a quiet period. */
export const SMALL: Config = {
  name: 'refused whole',
  batches: [2],
  senders: ['here', 'here'],
  rejection: 'whole',
  attempts: 2,
  deadlineTicks: 1,
  decider: 'person',
  lateness: ASSUMED,
  retry: false,
  cancel: false,
  gap: false,
};

const posting = (code: Code, changed: Partial<Code['ledger']['posting']>): Code => ({
  ...code,
  ledger: { ...code.ledger, posting: { ...code.ledger.posting, ...changed } },
});
const doubts = (code: Code, changed: Partial<Code['ledger']['doubts']>): Code => ({
  ...code,
  ledger: { ...code.ledger, doubts: { ...code.ledger.doubts, ...changed } },
});

/** The code with one safeguard less, and the promise that breaks first. */
export const MUTANTS: readonly {
  readonly name: string;
  readonly config?: Partial<Config>;
  readonly mutant: Mutant;
  readonly breaks: RegExp;
  /** It is the ledger that lacks it. */
  readonly inLedger?: true;
}[] = [
  {
    name: 'a batch is begun whatever its state is',
    inLedger: true,
    mutant: (code, db) =>
      posting(code, {
        async beginSending(...args) {
          await db.run("update batch set state = 'ready' where state in ('sending', 'in-doubt')");
          return await code.ledger.posting.beginSending(...args);
        },
      }),
    breaks: /begins, and nobody said that a1 has not booked e1/,
  },
  {
    name: 'an outcome is written whoever has the batch',
    inLedger: true,
    mutant: (code, db) =>
      posting(code, {
        async settle(attempt, ...rest) {
          await db.run(
            "update batch set attempt = ?1, state = 'sending' where no = (select batch from attempt where id = ?1)",
            attempt,
          );
          return await code.ledger.posting.settle(attempt, ...rest);
        },
      }),
    config: { rejection: 'unknown' },
    breaks: /^e[12] /,
  },
  {
    name: 'what nobody settled is sent again',
    inLedger: true,
    mutant: (code, db) =>
      doubts(code, {
        async orphans(now) {
          const lost = await code.ledger.doubts.orphans(now);
          for (const { no } of lost) await db.run("update batch set state = 'ready' where no = ?", no);
          return lost;
        },
      }),
    breaks: /counts as ready|nobody said/,
  },
  {
    name: 'no reply counts as not applied',
    mutant: (code) => ({
      ...code,
      classifyOutcome: (seen, options) =>
        seen.sent && seen.reply === undefined ? { kind: 'not-applied' } : code.classifyOutcome(seen, options),
    }),
    breaks: /may still be booked, and counts as ready/,
  },
  {
    name: 'a 2xx with HTML counts as booked',
    mutant: (code) => ({
      ...code,
      classifyOutcome: (seen, options) =>
        seen.sent && seen.reply?.status === 200 ? { kind: 'booked' } : code.classifyOutcome(seen, options),
    }),
    breaks: /counts as booked, and is not/,
  },
  {
    name: 'not booked may be said while the sender lives',
    mutant: (code) => ({
      ...code,
      resolveDoubt: (row, no, became, reason, ports, options) =>
        code.resolveDoubt(row, no, became, reason, { ...ports, processes: { self: '', lives: () => false } }, options),
    }),
    breaks: /may still be booked, and counts as ready/,
  },
  {
    name: 'a batch is begun without a living holder',
    mutant: (code, db) =>
      posting(code, {
        async beginSending(num, attempt, now) {
          const known = await code.ledger.leases.find(attempt.holder);
          if (known !== undefined) return await code.ledger.posting.beginSending(num, attempt, now);
          await db.run(
            "insert into holder (id, host, pid, started, lease_until) values (?, 'here', 1, '', ?)",
            attempt.holder,
            NOW + LEASE_LEFT_MS,
          );
          const sending = await code.ledger.posting.beginSending(num, attempt, now);
          await code.ledger.leases.remove(attempt.holder);
          return sending;
        },
      }),
    breaks: /begins under a lease that is gone/,
  },
  {
    name: 'what was cancelled is begun all the same',
    mutant: (code, db) =>
      posting(code, {
        async beginSending(num, ...rest) {
          const { cancelled } = await code.ledger.imports.byNum(num);
          await db.run('update import set cancelled = null');
          const begun = await code.ledger.posting.beginSending(num, ...rest);
          await db.run('update import set cancelled = ?', cancelled);
          return begun;
        },
      }),
    config: { batches: [1, 1], senders: ['here'], cancel: true },
    breaks: /begins, and the import was cancelled before/,
  },
  {
    name: 'an import of which something may be booked is cancelled whole',
    mutant: (code, db) => ({
      ...code,
      ledger: {
        ...code.ledger,
        cancelling: {
          ...code.ledger.cancelling,
          async cancel(num, cancellation) {
            const attempts = await db.all<{ id: string; batch: number }>('select id, batch from attempt');
            await db.run('update attempt set batch = 0');
            const met = await code.ledger.cancelling.cancel(num, cancellation);
            for (const { id, batch } of attempts) await db.run('update attempt set batch = ? where id = ?', batch, id);
            return met;
          },
        },
      },
    }),
    config: { batches: [1, 1], senders: ['here'], cancel: true },
    breaks: /the import is cancelled, and a1 is booked or may be/,
  },
  {
    name: 'what is absent once counts as not booked at once',
    mutant: (code) => ({
      ...code,
      probeDoubts: (ports, leaving) => {
        const service: typeof ports.service = (name) => {
          const port = ports.service(name);
          return { ...port, probe: { ...port.probe!, quietMs: 0, looks: 1, spanMs: 0 } };
        };
        return code.probeDoubts({ ...ports, service }, leaving);
      },
    }),
    config: { decider: 'probe' },
    breaks: /may still be booked, and counts as ready/,
  },
  {
    name: 'a batch refused in part is taken for refused whole',
    mutant: (code) => ({
      ...code,
      settlementOf: (batch, outcome, _rejection, ports) => code.settlementOf(batch, outcome, 'whole', ports),
    }),
    config: { rejection: 'unknown' },
    breaks: /begins, and nobody said|is booked, and counts as ready/,
  },
];
