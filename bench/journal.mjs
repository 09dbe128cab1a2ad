import { createRandom } from './random.mjs';

/** The header of the journal, as a Norwegian accounting program exports it. */
export const HEADER = ['Bilagsnr', 'Dato', 'Konto', 'Tekst', 'Beløp', 'Mva-kode', 'Avdeling', 'Referanse'];

/** The job that books it. */
export const JOB = `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, vat: Mva-kode, description: Tekst }
`;

/** Share of entries by their number of rows; 3.3 rows an entry. */
const SIZES = [
  [2, 0.38],
  [3, 0.25],
  [4, 0.16],
  [5, 0.11],
  [6, 0.1],
];
const SMALLEST = 2;
/** Entries are spread evenly over the days of this year. */
const YEAR = 2026;
const DAYS = 365;
/** Share of rows with a VAT code, and of entries whose text has to be quoted in a CSV file. */
const WITH_VAT = 0.3;
const QUOTED = 0.02;
const VAT_CODES = ['1', '11', '13', '3', '31', '33'];
const KINDS = ['Faktura', 'Kreditnota', 'Innbetaling', 'Varekjøp', 'Purring', 'Utlegg'];
export const PARTIES =
  'Elkjøp Norge AS|Møller Bil Skøyen|Rema 1000 Grünerløkka|Kiwi Årnes|Circle K Økern|Telenor Norge AS|Strøm & Nett AS|Posten Bring|Bygger’n Røros|Coop Obs Ålesund|Brønnøysundregistrene|Visma Software AS|Tryg Forsikring|Håndverkergruppen AS|Østlandet Kontorpartner|Sjømat Lofoten|Færder Regnskap|Nordlys Trykkeri'.split(
    '|',
  );
const AWKWARD = ['Møbler "Oslo" AS', 'Leie; kontor 2. etg', 'Kaffe, te; frukt', '"Hurtig" bud'];

/**
 * A journal in the order of its voucher numbers: entries that balance, `{number, day, month, lines: [{account, text,
 * cents, vat, department, reference}]}`, with exactly `rows` lines in all.
 *
 * @param accounts account numbers, each as likely as the others
 * @param firstEntry the first voucher number: another one makes other vouchers
 */
export function* journal({ rows, accounts, seed, firstEntry }) {
  const random = createRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const entries = Math.ceil(rows / 3.3) + 1;
  let left = rows;
  for (let index = 0; left > 0; index++) {
    const number = firstEntry + index;
    const date = new Date(Date.UTC(YEAR, 0, 1 + Math.min(DAYS - 1, Math.floor((index / entries) * DAYS))));
    const size = sizeOf(random(), left);
    const party = random() < QUOTED ? pick(AWKWARD) : pick(PARTIES);
    const common = `${pick(KINDS)} ${number} ${party}`;
    const lines = [];
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const sign = random() < 0.5 ? -1 : 1;
      // From one krone to about thirty thousand, small amounts as common as large ones.
      const drawn = sign * Math.floor(10 ** (2 + 4.5 * random()));
      const cents = i === size - 1 ? -sum : drawn === -sum ? drawn + sign : drawn;
      sum += cents;
      lines.push({
        account: pick(accounts),
        text: i === 0 ? common : `${common} ${i + 1}/${size}`,
        cents,
        vat: random() < WITH_VAT ? pick(VAT_CODES) : '',
        department: String(10 + Math.floor(random() * 20)),
        reference: `KID${100_000_000 + number * 7}`,
      });
    }
    yield { number, day: date.getUTCDate(), month: date.getUTCMonth() + 1, lines };
    left -= size;
  }
}

function sizeOf(drawn, left) {
  let size = SMALLEST;
  let share = 0;
  for (const [candidate, part] of SIZES) {
    size = candidate;
    share += part;
    if (drawn < share) break;
  }
  if (left - size >= SMALLEST || left === size) return size;
  // The last entries take what is left, and no row stands alone.
  return left <= size + 1 ? left : SMALLEST;
}

export const YEAR_OF_JOURNAL = YEAR;

/** Adds up what is written: what has to stand booked when all is done. */
export class Control {
  rows = 0;
  entries = 0;
  /** Draft lines. */
  lines = 0;
  /** Account number to cents. */
  totals = new Map();

  /** @param rows that the entry is written in, where it is not a row a line */
  add(entry, rows = entry.lines.length) {
    this.entries++;
    this.rows += rows;
    this.lines += entry.lines.length;
    for (const { account, cents } of entry.lines) this.totals.set(account, (this.totals.get(account) ?? 0) + cents);
  }
}

/** Cents as decimal text. */
export function amountText(cents, mark) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '-' : ''}${whole}${mark}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}
