import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { amountText, Control } from './journal.mjs';
import { median } from './measure.mjs';
import { ACCOUNTS, inShort, path, reference, withService } from './parts.mjs';
import { openHome } from './program.mjs';
import { createRandom } from './random.mjs';

/** So often each job is measured, by turns; the one in the middle counts. */
const TIMES = 5;
const CHUNK_ROWS = 2_000;
const BANK = '1920';
const OPENING_CENTS = 1_000_000_00;
const YEAR = 2026;
const DAYS = 365;
const SEED = 7;
/** VAT codes of the sandbox with their percentages; most rows have none. */
const VAT = [
  ['', 0],
  ['', 0],
  ['1', 25],
  ['11', 15],
  ['13', 12],
];
/** What the columns are called: by names that mean nothing, so that nothing is checked, and by those that the job checks. */
const PLAIN = ['Dato', 'Tekst', 'Konto', 'Beløp', 'A', 'B', 'Mva-kode', 'C', 'D'];
const CHECKED = ['Dato', 'Tekst', 'Konto', 'Brutto', 'Netto', 'Mva', 'Mva-kode', 'Valuta', 'Saldo'];
const JOBS = {
  plain: `kind: bookings
columns: { date: Dato, description: Tekst, contraAccount: Konto, amount: Beløp, contraVat: Mva-kode }
defaults: { account: "${BANK}" }
`,
  checked: `kind: bookings
columns:
  date: Dato
  description: Tekst
  contraAccount: Konto
  amount: { gross: Brutto, net: Netto, vat: Mva }
  contraVat: Mva-kode
  currency: Valuta
  balance: Saldo
defaults: { account: "${BANK}" }
`,
};

/** What it costs to check the figures of a bank statement: the same rows, booked by a job that checks nothing and by one that checks all. */
export async function figuresPart({ figures: rows, program, say }) {
  const files = { plain: path('plain.csv'), checked: path('checked.csv') };
  const control = await writeStatement(files.plain, PLAIN, rows);
  await writeStatement(files.checked, CHECKED, rows);
  const bases = [];
  const runs = { plain: [], checked: [] };
  for (let i = 0; i < TIMES; i++) {
    bases.push((await reference(files.plain, rows)).cpu);
    for (const name of i % 2 === 0 ? ['plain', 'checked'] : ['checked', 'plain']) {
      say(`a statement of ${rows} rows, ${name}, ${i + 1} of ${TIMES}`);
      await withService(async (service) => {
        const home = openHome(program, service, `home-${name}`, { job: { name, text: JOBS[name] } });
        const run = await home.import(files[name], control);
        checkBalances(run.receipt, name, control);
        runs[name].push(run);
        home.remove();
      });
    }
  }
  for (const file of Object.values(files)) rmSync(file);
  const base = median(bases);
  const middle = (each) => each.toSorted((a, b) => a.cpu - b.cpu)[TIMES >> 1];
  return {
    figures: {
      rows,
      plain: inShort(middle(runs.plain), base),
      checked: inShort(middle(runs.checked), base),
      // Of runs beside each other: what the machine does meanwhile falls on both.
      more: median(runs.checked.map(({ cpu }, i) => cpu / runs.plain[i].cpu)),
    },
  };
}

/** A check that did not take place would cost nothing. */
function checkBalances({ totals }, name, { closing }) {
  const expected = name === 'plain' ? undefined : amountText(closing, '.');
  const given = totals.balances?.[0]?.closing;
  if (given !== expected) throw new Error(`The closing balance is ${given}, expected ${expected}.`);
}

async function writeStatement(file, header, rows) {
  const random = createRandom(SEED);
  const control = Object.assign(new Control(), { closing: OPENING_CENTS });
  const out = createWriteStream(file);
  let text = `${header.join(';')}\r\n`;
  for (let i = 0; i < rows; i++) {
    const date = new Date(Date.UTC(YEAR, 0, 1 + Math.floor((i / rows) * DAYS)));
    const account = ACCOUNTS[Math.floor(random() * ACCOUNTS.length)];
    const [code, percent] = VAT[Math.floor(random() * VAT.length)];
    const sign = random() < 0.7 ? -1 : 1;
    const net = sign * Math.floor(10 ** (2 + 4.5 * random()));
    const vat = Math.round((net * percent) / 100);
    const gross = net + vat;
    control.closing += gross;
    control.add(
      {
        lines: [
          { account: BANK, cents: gross },
          { account, cents: -gross },
        ],
      },
      1,
    );
    const day = `${String(date.getUTCDate()).padStart(2, '0')}.${String(date.getUTCMonth() + 1).padStart(2, '0')}.${YEAR}`;
    const amounts = [gross, net, vat].map((cents) => amountText(cents, ','));
    text += `${day};Kortkjøp ${100_000 + i};${account};${amounts.join(';')};${code};NOK;${amountText(control.closing, ',')}\r\n`;
    if (i % CHUNK_ROWS === 0) {
      if (!out.write(text)) await once(out, 'drain');
      text = '';
    }
  }
  out.end(text);
  await finished(out);
  return control;
}
