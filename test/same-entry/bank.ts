import { randomFrom } from '../random-from.ts';

/**
 * A bank, and what it lists in exports that overlap: few days and few amounts, so that equal purchases are common; texts and
 * rates that it changes later; and rows that nobody can book at first.
 */
export interface Purchase {
  readonly id: number;
  /** From 0. */
  readonly day: number;
  readonly text: string;
  /** Hundredths, in its own currency. */
  readonly cents: number;
  readonly currency: 'NOK' | 'EUR';
  readonly account: string;
  /** The export from which on the bank lists it with a text of its own. */
  readonly enriched: number;
  /** The export from which on its rate is the final one. */
  readonly revised: number;
}

export interface History {
  readonly seed: number;
  /** In the order in which they were made. */
  readonly purchases: readonly Purchase[];
  readonly exports: readonly (readonly Purchase[])[];
  /** The export from which on the job maps the unknown account. */
  readonly learnt: number;
  /** Exports that come together with the one after them. */
  readonly paired: ReadonlySet<number>;
}

export interface Random {
  int(below: number): number;
  pick<Item>(of: readonly Item[]): Item;
  chance(probability: number): boolean;
}

export function randomOf(seed: number): Random {
  const next = randomFrom(seed);
  const int = (below: number) => Math.floor(next() * below);
  return { int, pick: (of) => of[int(of.length)]!, chance: (probability) => next() < probability };
}

/** An account that no chart has: the job maps it one day. */
export const UNKNOWN = '3999';
/** Another, which it never maps: what stands on it is private, and is skipped. */
export const PRIVATE = '3998';
/** What the unknown one is mapped to. */
export const LEARNT = '3010';
const ACCOUNTS = ['4300', '4300', '4300', '4300', UNKNOWN, PRIVATE];
const RATES = [11.5, 11.52] as const;
const HEADER = 'Dato;Beløp;Valuta;Kurs;Konto;Tekst';

export const jobOf = (service: string, knows: boolean): string => `kind: bookings
service: ${service}
currency: NOK
rate: { column: Kurs }
columns: { date: Dato, amount: Beløp, currency: Valuta, contraAccount: Konto, description: Tekst }
defaults: { account: "1920" }
${knows ? `accounts: { "${UNKNOWN}": "${LEARNT}" }\n` : ''}`;

/** Purchases of a few days, and exports of them, each of whole days up to the moment at which it is made. */
export function historyOf(seed: number): History {
  const random = randomOf(seed);
  const days = 1 + random.int(3);
  const exports = 2 + random.int(3);
  const abroad = random.chance(0.5);
  const purchases = Array.from({ length: 2 + random.int(7) }, () => random.int(days))
    .sort()
    .map((day, id): Purchase => {
      const isAbroad = abroad && random.chance(0.5);
      return {
        id,
        day,
        text: random.pick(['KIWI', 'REMA', 'KIWI']),
        cents: isAbroad ? random.pick([10_000, 2_500]) : random.pick([4_500, 12_500, 4_500]),
        currency: isAbroad ? 'EUR' : 'NOK',
        account: random.pick(ACCOUNTS),
        enriched: random.chance(0.3) ? 1 + random.int(exports) : exports,
        revised: random.chance(0.4) ? 1 + random.int(exports) : exports,
      };
    });
  let until = 0;
  return {
    seed,
    purchases,
    exports: Array.from({ length: exports }, (_, at) => {
      until = at === exports - 1 ? purchases.length : Math.max(1, until + random.int(purchases.length - until + 1));
      const from = random.int(purchases[until - 1]!.day + 1);
      const listed = purchases.slice(0, until).filter(({ day }) => at === 0 || day >= from);
      return random.chance(0.5) ? listed : listed.toReversed();
    }),
    learnt: random.int(exports + 1),
    paired: new Set(Array.from({ length: exports }, (_, at) => at).filter(() => random.chance(0.15))),
  };
}

const kroner = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');

/** @param at which of the exports it is */
export function fileOf(listed: readonly Purchase[], at: number): string {
  const rows = listed.map((each) => {
    const rate = each.currency === 'NOK' ? '' : kroner(RATES[each.revised <= at ? 1 : 0] * 100);
    const text = each.enriched <= at ? `${each.text} OSLO ${each.id}` : each.text;
    return `0${each.day + 1}.03.2026;-${kroner(each.cents)};${each.currency};${rate};${each.account};${text}`;
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}

/** What makes purchases equal in the books, whatever text and rate they have. */
export function groupOf({ day, cents, currency, account }: Purchase): string {
  return `2026-03-0${day + 1} ${cents} ${currency} ${account === UNKNOWN ? LEARNT : account}`;
}

/** The same of a line of the books. @param amount in kroner, of the contra account */
export function bookedGroup(date: string, amount: number, account: string): string {
  for (const cents of [10_000, 2_500])
    if (RATES.some((rate) => Math.round(cents * rate) === Math.round(amount * 100)))
      return `${date} ${cents} EUR ${account}`;
  return `${date} ${Math.round(amount * 100)} NOK ${account}`;
}
