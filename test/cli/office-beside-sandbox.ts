import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Ledger, openLedger } from '../../src/ledger/open-ledger.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type Office, openOffice } from './bilag.ts';

/** How long anything may take to come about, in milliseconds. */
const PATIENCE_MS = 90_000;
/** Between two looks whether it has, in milliseconds. */
const LOOK_MS = 20;

export interface OfficeBesideSandbox {
  /** Opened anew for each test; `ACCOUNTING_URL` leads to the sandbox. */
  readonly office: Office;
  /** One for all tests of the file; each finds it as it was at the start. */
  readonly sandbox: Sandbox;
  /** Tells the sandbox something: `GET /sandbox/` lists what. */
  control(path: string, body: unknown, method?: 'POST' | 'PUT'): Promise<void>;
  /** Asks the sandbox something. */
  ask<T>(path: string): Promise<T>;
  /** A new schedule of faults; the empty text ends them. */
  faults(spec: string): Promise<void>;
  /** What stands in the service: how many entries, and the total of each account. */
  booked(): Promise<{ count: number; totals: Record<string, string> }>;
  /** How many requests to book something the service has seen. */
  bookings(): Promise<number>;
  /** Resolves when it has seen the first of them. */
  untilBooking(): Promise<void>;
  /** Has a file recorded, without waiting for it. */
  takeIn(name: string, text: string): Promise<void>;
  inLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T>;
  ledgerPath(): string;
  /** How many batches of an import are in each state. */
  states(num: number): Promise<Record<string, number>>;
}

/**
 * Registers the hooks that open and close both; called once in a file, outside its tests. What hooks before this call
 * open is closed after the office, what hooks after it open is closed before.
 */
export function officeBesideSandbox(options?: Parameters<typeof openOffice>[1]): OfficeBesideSandbox {
  // The same objects for every test, so that a file can take them out of the answer at its head; the hooks fill them.
  const sandbox = {} as Sandbox;
  const office = {} as Office;
  beforeAll(async () => {
    Object.assign(sandbox, await startSandbox());
  });
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    await control('reset', {});
    Object.assign(office, await openOffice({ ACCOUNTING_URL: sandbox.url }, options));
  });
  afterEach(() => office.leave());

  const control: OfficeBesideSandbox['control'] = async (path, body, method = 'POST') => {
    const { status } = await fetch(`${sandbox.url}/sandbox/${path}`, { method, body: JSON.stringify(body) });
    expect(status, `${method} ${path}`).toBe(200);
  };
  const ask = async <T>(path: string) => (await (await fetch(`${sandbox.url}/sandbox/${path}`)).json()) as T;
  const bookings = async () => {
    const { paths } = await ask<{ paths: Record<string, { count: number }> }>('requests');
    return paths['POST /api/biz/journalentries']?.count ?? 0;
  };
  const ledgerPath = () => join(office.folder, '.bilag', 'ledger.db');
  const inLedger: OfficeBesideSandbox['inLedger'] = async (work) => {
    const ledger = openLedger(`sqlite:${ledgerPath()}`);
    try {
      return await work(ledger);
    } finally {
      ledger.close();
    }
  };
  return {
    office,
    sandbox,
    control,
    ask,
    faults: (spec) => control('faults', { spec }, 'PUT'),
    booked: () => ask('booked?summary=1'),
    bookings,
    untilBooking: () => until('a request to book is under way', async () => (await bookings()) > 0),
    async takeIn(name, text) {
      await office.write(name, text);
      expect((await office.run('import', name, '--job', 'journal', '--no-wait')).code).toBe(0);
    },
    inLedger,
    ledgerPath,
    states: (num) =>
      inLedger(async ({ posting }) => {
        const counts: Record<string, number> = {};
        for (const { state } of await posting.batches(num)) counts[state] = (counts[state] ?? 0) + 1;
        return counts;
      }),
  };
}

/** @throws Error where it doesn't come about in PATIENCE_MS */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); await sleep(LOOK_MS)) {
    if (performance.now() > end) throw new Error(`Too long until ${what}.`);
  }
}
