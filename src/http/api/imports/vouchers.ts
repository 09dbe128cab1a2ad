import { formatMinor } from '../../../core/money.ts';
import { checkedText, group } from '../../../core/schema-parts.ts';
import { KIND_NAMES, kindOf } from '../../../kinds/kinds.ts';
import type { FoundVoucher, Wanted } from '../../../ledger/voucher-search.ts';
import { sheetsOf, withSheetNames } from '../../../reading/named-sheets.ts';
import type { PlanFacts } from '../../../reading/plan-ports.ts';
import type { Api, Served } from '../../ports.ts';
import { answers } from '../describe.ts';
import { unmarkedOf } from '../marker-of.ts';
import { importUrl } from './body.ts';
import { importOf, pageSize } from './routes.ts';
import { vouchersAnswer } from './shapes.ts';

/** Characters of what is searched for. */
const SHORTEST = 2;
const LONGEST = 200;
/** What one request looks through takes no longer, in milliseconds: the next one goes on from there. */
const LOOK_MS = 700;

/** Kinds whose entries are vouchers: the others create records of the service. */
const VOUCHER_KINDS = KIND_NAMES.filter((name) => kindOf(name).records === undefined);

/** Where a search goes on: an import, and a batch of it. */
const PLACE = /^([0-9A-HJKMNP-TV-Z]{26})\.(\d{1,15})$/;

const query = group(
  {
    q: checkedText('a voucher’s number, an amount or a part of its text', 'telenor', (value) => {
      const { length } = value.trim();
      return length < SHORTEST || length > LONGEST ? `must have ${SHORTEST} to ${LONGEST} characters` : undefined;
    }),
    from: checkedText('a place that an answer told', '01M7Y70DRAX1NCFJ699GM8ZHVA.12', (value) =>
      PLACE.test(value) ? undefined : 'must be as an answer told it',
    ).optional(),
    limit: pageSize,
  },
  '?q=telenor',
);

/** Finds vouchers in all imports. */
export function voucherRoute(server: Api, { ports }: Served): void {
  const { ledger, now } = ports;
  server.get(
    '/api/vouchers',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Search the vouchers of all imports by number, amount or text, the newest imports first',
        description: 'One answer looks through as much as it can in a moment; `next` goes on with older imports.',
        operationId: 'searchVouchers',
        querystring: query,
        response: answers({ 200: vouchersAnswer }),
      },
    },
    async ({ query: { q, from, limit } }) => {
      const [, id = '', batch = ''] = PLACE.exec(from ?? '') ?? [];
      const place = id === '' ? undefined : { import: (await importOf({ id }, ports)).num, batch: Number(batch) };
      const end = now() + LOOK_MS;
      const { found, next } = await ledger.voucherSearch.find(
        wantedOf(q),
        VOUCHER_KINDS,
        place,
        limit,
        () => now() >= end,
      );
      const vouchers = [];
      for (const each of found) vouchers.push(await voucherBody(each));
      if (next === undefined) return { vouchers };
      const to = await ledger.imports.byNum(next.import);
      const address = new URLSearchParams({ q, from: `${to.id}.${next.batch}`, limit: String(limit) });
      return { vouchers, to: new Date(to.created_at).toISOString(), next: `/api/vouchers?${address}` };
    },
  );

  async function voucherBody({ import: num, key, rows, state, date, text, units, bookedAs }: FoundVoucher) {
    const found = await ledger.imports.byNum(num);
    const { id, file, facts } = found;
    const { scale = 2 } = JSON.parse(facts ?? '{}') as Partial<PlanFacts>;
    const body = {
      import: id,
      url: importUrl(id),
      file,
      entry: key,
      rows,
      outcome: OUTCOMES[state],
      ...(date === undefined ? {} : { date }),
      ...(text === undefined ? {} : { text: unmarkedOf(found, ports)(text) }),
      amount: formatMinor(units, scale),
      ...(bookedAs === undefined ? {} : { bookedAs }),
    };
    return withSheetNames(body, sheetsOf(facts));
  }
}

const OUTCOMES = {
  ...{ booked: 'booked', continued: 'booked', split: 'booked' },
  ...{ ready: 'pending', waiting: 'pending', sending: 'pending', withdrawn: 'pending', 'in-doubt': 'inDoubt' },
  ...{ held: 'held', rejected: 'rejected', duplicate: 'duplicate' },
} as const;

/** An amount as people write it, with thousands apart or not, and with a sign or without: `6 412,00`, `6,412`, `-6412.5`. */
const AMOUNT = /^[-−+]?(\d{1,3}(?:[\s.,’']\d{3})+|\d+)(?:[.,](\d{1,3}))?$/;

/** What a text that is searched for means. */
export function wantedOf(given: string): Wanted {
  const text = given.trim().toLowerCase();
  const [, whole = '', decimals = ''] = AMOUNT.exec(text) ?? [];
  const digits = whole.replaceAll(/\D/g, '');
  return {
    text,
    units: (scale) =>
      digits === '' || decimals.length > scale ? undefined : Number(digits + decimals.padEnd(scale, '0')),
  };
}
