import type { IssueCode } from '../../../domain/issue.ts';
import { words } from '../language.ts';

/**
 * What a person can do here about entries that wait, by the code of their issue. What the server suggests speaks of the
 * command line and of the job's file too; a code that is not among these has that alone.
 */
const advice = words({
  en: {
    'account-unknown':
      'Use an account that is there for all of them, or create this one in the accounting service and retry.',
    'vat-unknown':
      'Use a VAT code that is there for all of them, or create this one in the accounting service and retry.',
    'date-invalid': 'Write the date as the others in the column are written.',
    'amount-invalid': 'Write the amount as the others in the column are written.',
    'entry-unbalanced': 'Correct the amount that is wrong, so that the difference becomes zero.',
    'description-too-long': 'Shorten the text.',
    duplicate:
      'Skip them if the file was exported twice. If they are to be booked once more, say that they are no duplicates.',
    'entry-changed':
      'Compare with what was booked before. If both are right, book this one too; otherwise mend it, or skip it.',
    cancelled: 'Retry to book them after all, or skip them.',
  },
  nb: {
    'account-unknown':
      'Bruk en konto som finnes, for alle sammen, eller opprett kontoen i regnskapstjenesten og prøv på nytt.',
    'vat-unknown':
      'Bruk en mva-kode som finnes, for alle sammen, eller opprett koden i regnskapstjenesten og prøv på nytt.',
    'date-invalid': 'Skriv datoen slik de andre i kolonnen er skrevet.',
    'amount-invalid': 'Skriv beløpet slik de andre i kolonnen er skrevet.',
    'entry-unbalanced': 'Rett beløpet som er feil, slik at differansen blir null.',
    'description-too-long': 'Gjør teksten kortere.',
    duplicate:
      'Hopp over dem hvis filen ble eksportert to ganger. Skal de bokføres én gang til, si at de ikke er duplikater.',
    'entry-changed':
      'Sammenlign med det som ble bokført før. Er begge riktige, bokfør dette også; ellers rett det, eller hopp over det.',
    cancelled: 'Prøv på nytt for å bokføre dem likevel, eller hopp over dem.',
  },
} satisfies Record<'en' | 'nb', Partial<Record<IssueCode, string>>>);

/** What to do about a cause, in the person's language; undefined where the server's own suggestion is all there is. */
export function adviceOf(code: IssueCode): string | undefined {
  return (advice.value as Partial<Record<IssueCode, string>>)[code];
}
