import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Ledger } from '../../../src/ledger/open-ledger.ts';

type Call = (...values: never[]) => unknown;

/** Operations on files that a crash may come before. */
const FILE_OPERATIONS = ['rename', 'open', 'link', 'unlink', 'rm'] as const;
/** Verbs of the ledger that write. */
const ARRIVAL_VERBS = ['record', 'hold', 'change', 'release', 'releaseAll', 'drop'] as const;
const IMPORT_VERBS = ['create', 'record', 'moveState', 'beginCorrection'] as const;

/** The process is dead: nothing that it would still do happens. */
export class Crashed extends Error {}

/**
 * What a watcher does, in order; its process dies before one of the steps.
 * @param at its number, from 1, or what it is
 * @param from the first step that counts
 * @param to from this step on it lives
 */
export function crashBefore(at: number | RegExp, folder: string, ledger: Ledger, from?: RegExp, to?: RegExp) {
  const steps: string[] = [];
  let begun = from === undefined;
  let counted = 0;
  let isOver = false;
  let isDead = false;
  const step = (name: string) => {
    begun ||= from!.test(name);
    isOver ||= begun && to?.test(name) === true;
    isDead ||= typeof at === 'number' ? begun && !isOver && counted >= at - 1 : at.test(name);
    if (isDead) throw new Crashed(`dead before ${name}`);
    if (begun) counted++;
    steps.push(name);
  };
  const real = Object.fromEntries(FILE_OPERATIONS.map((name) => [name, fs.promises[name] as Call]));
  const patched = fs.promises as unknown as Record<string, Call>;
  for (const name of FILE_OPERATIONS) {
    patched[name] = async (...values: never[]) => {
      // Reading leaves no trace.
      const reads = name === 'open' && values[1] !== 'wx';
      if (!reads && String(values[0]).startsWith(folder)) step(`${name} ${String(values[0]).slice(folder.length)}`);
      return real[name]!(...values);
    };
  }
  syncBuiltinESMExports();
  const watched = <Port extends object>(port: Port, prefix: string, verbs: readonly (keyof Port & string)[]): Port => {
    const methods = verbs.map((verb) => [
      verb,
      (...values: never[]) => {
        step(`${prefix}.${verb} ${verb === 'change' ? JSON.stringify(values[2]) : ''}`);
        return (port[verb] as Call)(...values);
      },
    ]);
    return { ...port, ...Object.fromEntries(methods) };
  };
  const ledgerOn = (real: Ledger): Ledger => ({
    ...real,
    arrivals: watched(real.arrivals, 'arrivals', ARRIVAL_VERBS),
    imports: watched(real.imports, 'imports', IMPORT_VERBS),
    // Who dies in a transaction has written nothing of it.
    write: (work) => real.write((tx) => work(ledgerOn(tx))),
  });
  return {
    ledger: ledgerOn(ledger),
    steps,
    isDead: () => isDead,
    restore() {
      Object.assign(patched, real);
      syncBuiltinESMExports();
    },
  };
}
