import { existsSync } from 'node:fs';
import { type Config, isTwin } from '../../config/config.ts';
import { explainError } from '../output/explain-error.ts';
import type { Check } from './check.ts';

/** Whether the books of each service are known: where a person is asked, nothing is planned or sent for it. */
export async function checkBooks({ services, ledgerPath }: Pick<Config, 'services' | 'ledgerPath'>): Promise<Check[]> {
  const all = Object.values(services);
  const checks: Check[] = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter((other) => isTwin(one, other))
      .map((other) => ({
        ok: true,
        what: `services ${one.name} and ${other.name}: the same address and credentials, and no company: bilag takes them for different books`,
        remedy: `Where they are the same books, remove one of them, or give both the same company: what is booked through ${one.name} is not compared with what is booked through ${other.name}.`,
      })),
  );
  // To open it would make one.
  if (!existsSync(ledgerPath)) return checks;
  try {
    const [{ openLedger }, { addressQuestion, booksAsked }] = await Promise.all([
      import('../../ledger/open-ledger.ts'),
      import('../../posting/whose-books.ts'),
    ]);
    const ledger = openLedger(`sqlite:${ledgerPath}`);
    try {
      for (const { name } of all) {
        const asked = (await booksAsked(name, services, ledger)) ?? (await addressQuestion(name, services, ledger));
        if (asked !== undefined)
          checks.push({ ok: false, what: `books: ${asked.message}`, remedy: `${asked.suggestion}.` });
      }
    } finally {
      ledger.close();
    }
  } catch (error) {
    const { message, suggestion } = explainError(error);
    checks.push({ ok: false, what: `books: ${message}`, remedy: suggestion });
  }
  return checks;
}
