import type { Translation } from '../../language.ts';
import type en from './advice.en.ts';

export default {
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
} satisfies Translation<typeof en>;
