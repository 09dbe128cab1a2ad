import type { Issue } from '../../../core/issue.ts';
import { formatMinor } from '../../../core/money.ts';
import { DEBIT_TOTAL, type ImportState } from '../../../core/states.ts';
import { kindOf } from '../../../kinds/kinds.ts';
import type { ListedImport } from '../../../ledger/import-list.ts';
import type { Ledger } from '../../../ledger/open-ledger.ts';
import { causesOf } from '../../../reporting/causes.ts';
import type { Counts } from '../../../reporting/receipt.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { importUrl, isStopped } from './body.ts';
import { needsAnswer } from './shapes.ts';

/** States in which an import needs a person, the most urgent first. */
export const URGENCY = ['in-doubt', 'partly-booked', 'rejected', 'planned'] as const satisfies readonly ImportState[];
/** Imports of each state that are told of: what they hold up is summed for every answer. */
const OF_STATE = 6;
/** Of more entries than these their money is not added up for every answer: reading a million takes seconds. */
const SUMMED_ENTRIES = 10_000;
/** A file that was rejected needs nobody any more after this time, in milliseconds: another one came, or nobody missed it. */
export const REJECTED_MS = 7 * 24 * 60 * 60_000;

/** What needs a person, and how much money waits for them. */
export function needsRoute(server: Api, { ports }: Served): void {
  const { ledger, now } = ports;
  server.get(
    '/api/needs',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'What needs you, the most urgent first, with the amount at stake',
        operationId: 'listNeeds',
        response: answers({ 200: needsAnswer }),
      },
    },
    async () => {
      const needs = [];
      let more = false;
      for (const state of URGENCY) {
        const since = state === 'rejected' ? now() - REJECTED_MS : undefined;
        const rows = await ledger.pages.imports(OF_STATE + 1, { states: [state], since });
        more ||= rows.length > OF_STATE;
        for (const row of rows.slice(0, OF_STATE)) {
          if (state !== 'partly-booked' || !isStopped(row)) needs.push(await needOf(row, ledger));
        }
      }
      return { more, needs: needs.filter(({ entries, state }) => entries > 0 || state === 'rejected') };
    },
  );
}

async function needOf(row: ListedImport, ledger: Ledger) {
  const { num, id, file, job, kind, state, created_at, finished_at, scale } = row;
  const { entries } = JSON.parse(row.counts ?? '{}') as Partial<Counts>;
  const held = async () => (await ledger.waiting.count(num, {})).entries;
  const counted = {
    'in-doubt': async () => entries?.inDoubt ?? 0,
    'partly-booked': held,
    rejected: async () => 0,
    planned: async () => entries?.pending ?? 0,
  }[state as (typeof URGENCY)[number]];
  const { held: onHold = 0, rejected = 0, duplicate = 0 } = entries ?? {};
  const isSummed = state !== 'partly-booked' || onHold + rejected + duplicate <= SUMMED_ENTRIES;
  const waiting = await counted();
  const alreadyBooked =
    state === 'partly-booked' && kindOf(kind).records === undefined ? Math.max(0, waiting - onHold - rejected) : 0;
  const units = state === 'in-doubt' ? await inDoubt(num, ledger) : isSummed ? await debitOf(state, row, ledger) : 0n;
  return {
    import: id,
    url: importUrl(id),
    file,
    job,
    kind,
    state: state as (typeof URGENCY)[number],
    since: new Date(finished_at ?? created_at).toISOString(),
    entries: waiting,
    ...(alreadyBooked === 0 ? {} : { alreadyBooked }),
    ...(state === 'rejected' || (state === 'partly-booked' && isSummed)
      ? await reasonOf(num, ledger, waiting > alreadyBooked)
      : {}),
    ...(units === 0n ? {} : { amount: formatMinor(units, scale) }),
  };
}

/** Why a file was rejected, or what holds most of the rows: @param isOnHold of more than what an earlier import booked */
async function reasonOf(num: number, ledger: Ledger, isOnHold: boolean): Promise<{ reason?: Issue }> {
  const causes = await causesOf(await ledger.imports.byNum(num), ledger);
  const cause = causes.find((each) => each.settled !== true && !(isOnHold && each.code === 'duplicate'));
  if (cause === undefined) return {};
  const { code, column, variant, message } = cause;
  // What the service says is long, and in its own language: the page of the import has it.
  const value = code === 'service-rejected' ? undefined : cause.value;
  return { reason: { code, column, value, variant, message } };
}

/** @param totals of one, or of several a line each */
const units = (totals: string) =>
  totals
    .split('\n')
    .reduce((sum, line) => sum + BigInt((JSON.parse(line) as Record<string, string>)[DEBIT_TOTAL] ?? 0), 0n);

/** What an earlier import booked is not at stake. */
async function debitOf(state: ImportState, { num, amount }: ListedImport, ledger: Ledger): Promise<bigint> {
  if (state === 'planned') return BigInt(amount ?? 0);
  let sum = 0n;
  if (state === 'partly-booked') {
    await ledger.findings.entryTotals(num, (entry) => {
      if (entry.state === 'held' || entry.state === 'rejected') sum += units(entry.totals);
    });
  }
  return sum;
}

async function inDoubt(num: number, { findings }: Ledger): Promise<bigint> {
  const { nos = '[]' } = (await findings.batchStates(num)).find(({ state }) => state === 'in-doubt') ?? {};
  let sum = 0n;
  await findings.batchTotals(num, JSON.parse(nos) as number[], ({ totals }) => {
    sum += units(totals);
  });
  return sum;
}
