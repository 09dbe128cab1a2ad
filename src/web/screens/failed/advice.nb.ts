import type { IssueCode } from '../../../core/issue.ts';

const advice: Partial<Record<IssueCode, string>> = {
  'account-unknown':
    'Bruk en konto som finnes, for alle sammen, eller opprett kontoen i regnskapstjenesten og prøv på nytt.',
  'vat-unknown':
    'Bruk en mva-kode som finnes, for alle sammen, eller opprett koden i regnskapstjenesten og prøv på nytt.',
  'date-invalid': 'Skriv datoen slik de andre i kolonnen er skrevet.',
  'date-zone':
    'Oppgi tidssonen for regnskapet i jobben (file.timezone: Europe/Oslo) og prøv på nytt, eller skriv bare datoen.',
  'amount-invalid': 'Skriv beløpet slik de andre i kolonnen er skrevet.',
  'entry-unbalanced': 'Rett beløpet som er feil, slik at differansen blir null.',
  'description-too-long': 'Gjør teksten kortere.',
  duplicate:
    'Hopp over dem hvis filen ble eksportert to ganger. Skal de bokføres én gang til, si at de ikke er duplikater.',
  'entry-changed':
    'Sammenlign med det som ble bokført før. Er begge riktige, bokfør dette også; ellers rett det, eller hopp over det.',
  'rows-repeated': 'Se om radene er eksportert eller limt inn to ganger.',
  'numbers-restart': 'Se om nummereringen begynner på nytt, eller om et bilag har linjer på flere datoer.',
  'date-changed': 'Er datoen rettet etter bokføringen, eller begynner nummereringen på nytt?',
  'other-series': 'En annen kasse eller journal med de samme numrene er en annen serie.',
  'text-changed': 'Banken skriver ofte en lengre tekst når betalingen er gjort opp.',
  'key-differs': 'Sammenlign noen av dem.',
  'numbers-differ': 'Et program som nummererer på nytt, eksporterer de samme bilagene med andre numre.',
  'skipped-before': 'Se om begrunnelsen fortsatt gjelder.',
  'balance-broken':
    'Mangler det en rad, eller står en der to ganger, så eksporter filen på nytt og importer den; ingenting av denne filen er bokført. Er radene riktige, eller har du rettet dem her, så svar det.',
  cancelled: 'Prøv på nytt for å bokføre dem likevel, eller hopp over dem.',
  'field-missing': 'Fyll ut cellen, eller hopp over raden.',
  'cell-error': 'Rett formelen i arbeidsboken, eller skriv verdien her.',
  'value-too-long': 'Gjør teksten kortere.',
  'row-too-wide': 'Rett raden i filen, slik at hver verdi står under sin overskrift.',
  'amount-too-precise': 'Rund av beløpet.',
  'amount-too-long': 'Rett beløpet.',
  'sign-unknown': 'Skriv fortegnet slik de andre radene gjør.',
  'currency-differs':
    'Skriv beløpet i regnskapets valuta. Har filen en kolonne med omregnet beløp eller kurs, bruk den i jobben og prøv på nytt.',
  'debit-and-credit': 'Fjern det ene av de to beløpene.',
  'gross-differs': 'Rett det av de tre beløpene som er feil.',
  'vat-differs':
    'Rett avgiften eller mva-koden, eller si i jobben hvilken kode radene har, og prøv på nytt. Gjelder det omvendt avgiftsplikt eller avrunding, kan jobben si det (vat.reverse, vat.tolerance).',
  'percent-unclear':
    'Si i jobben hvilken mva-kode satsen står for (vat.percents), og prøv på nytt, eller rett satsen i cellen.',
  'account-invalid': 'Bruk en konto som finnes, for alle sammen, eller rett cellen.',
  'account-ambiguous': 'Rydd opp i tjenesten, slik at bare én konto har nummeret, og prøv på nytt.',
  'vat-ambiguous': 'Bruk en annen kode, eller rydd opp i tjenesten og prøv på nytt.',
  'email-invalid': 'Rett adressen, eller tøm cellen.',
  'phone-invalid': 'Rett nummeret. Utenlandske numre trenger + og landkode.',
  'phone-country-missing': 'Skriv nummeret med + og landkode.',
  'postal-code-unclear': 'Skriv postnummer og sted slik: 0555 Oslo, med landet i en egen kolonne.',
  'country-unknown': 'Skriv landets navn eller landkoden.',
  'contact-ambiguous': 'Slå kontaktene sammen i tjenesten, og prøv på nytt.',
  'entry-too-large': 'Del bilaget opp.',
  'service-rejected': 'Rett det tjenesten sier, i radene eller i tjenesten, og prøv på nytt.',
  'contact-exists': 'Sammenlign med kontakten i tjenesten. Hopp over raden hvis alt står der.',
  'field-exists': 'Hopp over raden hvis det er samme felt.',
  'field-missing-in-service': 'Rett det tjenesten sier, og prøv på nytt.',
  'custom-values-ignored': 'Fullfør den ene kontakten for hånd, se etter feltene i tjenesten, og prøv på nytt.',
};

/** The server's own suggestions are English: here are all that rows and entries may need. */
export default advice;
