import { type IssueFacts, type IssueWords, shortValue } from './issue-facts.ts';

/** «12,5O» i kolonnen Beløp; or what stands for it where the issue names neither. */
function cell({ column, value }: IssueFacts, otherwise: string): string {
  const what = value === undefined || value === '' ? otherwise : `«${shortValue(value)}»`;
  return column === undefined ? what : `${what} i kolonnen ${column}`;
}

/** «kasse», wherever it stands. */
function only({ value }: IssueFacts, otherwise: string): string {
  return value === undefined || value === '' ? otherwise : `«${shortValue(value)}»`;
}

/** ` 3015`: of what is told by its number. */
function bare({ value }: IssueFacts): string {
  return value === undefined || value === '' ? '' : ` ${shortValue(value)}`;
}

function named({ column }: IssueFacts): string {
  return column === undefined ? '' : ` (kolonnen ${column})`;
}

const FIELDS: Readonly<Partial<Record<string, string>>> = {
  entry: 'bilagsnummer',
  date: 'dato',
  account: 'konto',
  amount: 'beløp',
  debit: 'debet',
  credit: 'kredit',
  balance: 'saldo',
  currency: 'valuta',
  contraAccount: 'motkonto',
  debitAccount: 'debetkonto',
  creditAccount: 'kreditkonto',
  vat: 'mva-kode',
  contraVat: 'mva-kode, motkonto',
  description: 'tekst',
  name: 'navn',
  model: 'modell',
  type: 'datatype',
};

/** The titles of issues, in Norwegian. */
export default {
  'field-missing': (facts) =>
    facts.column === undefined
      ? 'En verdi mangler'
      : facts.variant === 'line'
        ? `${cell(facts, 'En tekst')} er en linje i listen, ikke en kontakt`
        : facts.variant === 'unmapped'
          ? `Ingen ${FIELDS[facts.column] ?? facts.column}`
          : `Kolonnen ${facts.column} er tom`,
  'cell-error': (facts) => `${cell(facts, 'En celle')} er en feil i arbeidsboken`,
  'value-too-long': (facts) => `En tekst er for lang${named(facts)}`,
  'row-too-wide': () => 'Raden har flere verdier enn filen har kolonner',
  'amount-invalid': (facts) => `${cell(facts, 'En tekst')} er ikke et gyldig beløp`,
  'amount-too-precise': (facts) => `${cell(facts, 'Et beløp')} har for mange desimaler`,
  'amount-too-long': (facts) => `${cell(facts, 'Et beløp')} har for mange sifre`,
  'currency-differs': ({ value, variant }) =>
    value === undefined || value === ''
      ? 'Beløpet er i en annen valuta'
      : `Beløpet er i ${variant === 'either' ? 'en av flere valutaer: ' : ''}${shortValue(value)}`,
  'sign-unknown': (facts) => `${cell(facts, 'Fortegnet')} er verken debet eller kredit`,
  'debit-and-credit': () => 'Raden har både debet og kredit',
  'gross-differs': (facts) => `Netto, mva og brutto går ikke opp${facts.value ? `: ${shortValue(facts.value)}` : ''}`,
  'date-invalid': (facts) => `${cell(facts, 'En tekst')} er ikke en gyldig dato`,
  'date-zone': (facts) => `${cell(facts, 'Et tidspunkt med tidssone')} kan være to ulike dager`,
  'account-invalid': (facts) => `${only(facts, 'En tekst')} er ikke et gyldig kontonummer`,
  'account-unknown': (facts) => (facts.value ? `Konto${bare(facts)} finnes ikke` : 'Kontoen finnes ikke'),
  'account-ambiguous': (facts) => `Konto${bare(facts)} finnes flere ganger i tjenesten`,
  'vat-unknown': (facts) => (facts.value ? `Mva-kode${bare(facts)} finnes ikke` : 'Mva-koden finnes ikke'),
  'vat-ambiguous': (facts) => `Mva-kode${bare(facts)} står for flere mva-typer`,
  'vat-differs': (facts) => `Avgiften stemmer ikke med mva-koden${named(facts)}`,
  'percent-unclear': (facts) =>
    facts.value ? `Mva-koden er uklar ut fra ${cell(facts, '')}` : 'Mva-koden er uklar ut fra satsen',
  'description-too-long': (facts) => `Bilagsteksten er for lang${named(facts)}`,
  'payment-not-made': (facts) => `${cell(facts, 'Statusen')}: betalingen er ikke gjennomført`,
  'description-shortened': () => 'Slutten av bilagsteksten er kuttet',
  'amount-is-net': (facts) => `Beløpet ser ut til å være uten mva${named(facts)}`,
  'fee-not-booked': (facts) => `Gebyrer blir ikke bokført${named(facts)}`,
  'email-invalid': (facts) => `${only(facts, 'En tekst')} er ikke en gyldig e-postadresse`,
  'phone-invalid': (facts) => `${only(facts, 'En tekst')} er ikke et gyldig telefonnummer`,
  'postal-code-unclear': (facts) =>
    facts.variant === 'norway'
      ? `${cell(facts, 'Et postnummer')} er ikke et norsk postnummer`
      : `Postnummer og sted kan ikke skilles${named(facts)}`,
  'phone-country-missing': (facts) => `${only(facts, 'Et telefonnummer')} mangler landkode`,
  'country-unknown': (facts) => `${only(facts, 'En tekst')} er ikke et kjent land`,
  'contact-ambiguous': () => 'Flere kontakter i tjenesten passer til raden',
  'custom-value-invalid': (facts) => `${cell(facts, 'En verdi')} passer ikke i det egendefinerte feltet`,
  'field-name-invalid': (facts) => `${only(facts, 'En tekst')} er ikke et gyldig navn på et egendefinert felt`,
  'field-type-unknown': (facts) => `${only(facts, 'En tekst')} er ikke en datatype i tjenesten`,
  'model-unknown': (facts) => (facts.value ? `Modellen ${only(facts, '')} finnes ikke` : 'Modellen finnes ikke'),
  'model-ambiguous': (facts) =>
    `${facts.value ? `Modellen ${only(facts, '')}` : 'Modellen'} finnes flere ganger i tjenesten`,
  'flag-invalid': (facts) => `${cell(facts, 'En tekst')} er verken ja eller nei`,

  'entry-unbalanced': () => 'Debet og kredit går ikke opp',
  'vat-twice': () => 'Mva ville bli bokført to ganger',
  'entry-too-large': () => 'Bilaget har for mange linjer',
  'entry-changed': () => 'Bokført før, med annet innhold',
  duplicate: () => 'Allerede bokført av en tidligere import',
  'service-rejected': ({ value }) =>
    value === undefined || value === '' ? 'Tjenesten avviste det' : `Tjenesten avviste det: ${shortValue(value)}`,
  cancelled: () => 'Avbrutt før det ble sendt',
  'contact-exists': () => 'Kontakten finnes allerede',
  'field-exists': () => 'Det egendefinerte feltet finnes allerede',
  'field-missing-in-service': (facts) => `Tjenesten mangler det egendefinerte feltet${bare(facts)}`,
  'custom-values-ignored': (facts) =>
    `Tjenesten tok ikke vare på egendefinerte felt:${bare(facts) || ' på en kontakt'}`,

  'rows-repeated': () => 'Rader står flere ganger i filen',
  'numbers-restart': () => 'Ett bilagsnummer har flere datoer: ett bilag eller flere?',
  'date-changed': () => 'Samme nummer og innhold som før, men annen dato',
  'other-series': () => 'Nesten alle numrene er brukt før: en annen serie?',
  'text-changed': () => 'Samme dato og beløp som før, men annen tekst',
  'day-changed': () => 'Samme beløp og tekst som før, men en annen dag',
  'key-differs': () => 'Samme innhold som før, med og uten bilagsnummer',
  'read-differently': () => 'Bokført før, da jobben leste radene annerledes',
  'numbers-differ': () => 'Samme innhold som før, men andre bilagsnumre',
  'skipped-before': () => 'Det samme bilaget ble hoppet over tidligere',
  'twin-given-up': ({ variant }) =>
    variant === 'repeated'
      ? 'Den tidligere raden som den gjentar, ble ikke opprettet'
      : 'Bilaget som det ventet på, ble ikke bokført',
  'balance-broken': (facts) => `Saldoen stemmer ikke${named(facts)}`,

  'email-several': (facts) => `Mer enn én e-postadresse; den første brukes${named(facts)}`,
  'phone-several': (facts) => `Mer enn ett telefonnummer; det første brukes${named(facts)}`,
  'postal-code-completed': (facts) => `Postnumre fikk tilbake nullene de hadde mistet${named(facts)}`,
  'matching-incomplete': () => 'Kontakter som finnes fra før, er kanskje ikke gjenkjent',
  'custom-values-unread': () => 'Egendefinerte felt kunne ikke kontrolleres',
  'balance-differs': (facts) => `Saldoen stemmer ikke${named(facts)}`,
  'sum-differs': (facts) => `En sum i filen stemmer ikke med radene${named(facts)}`,

  'file-empty': () => 'Filen er tom',
  'file-type': () => 'Filen er verken CSV eller en arbeidsbok (XLSX)',
  'file-too-large': () => 'Filen er større enn jobben tillater',
  'file-malformed': () => 'Filen er skadet',
  'file-too-complex': () => 'En rad i filen tar for lang tid å lese',
  'encoding-invalid': () => 'Bokstavene i filen kan ikke leses',
  'sheet-missing': (facts) => `Arbeidsboken har ikke noe ark ${only(facts, 'med det navnet')}`,
  'sheets-several': () => 'Flere ark i arbeidsboken har rader for jobben',
  'rows-hidden': () => 'Rader med innhold er skjult i arbeidsboken',
  'encoding-doubtful': () => 'Bokstavene i filen er trolig lest feil',
  'header-missing': () => 'Ingen rad i filen har kolonnenavnene i jobben',
  'column-missing': ({ column }) =>
    column === undefined ? 'Filen mangler en kolonne' : `Filen har ingen kolonne ${column}`,
  'column-duplicate': ({ column }) =>
    column === undefined ? 'En kolonne står to ganger' : `Kolonnen ${column} står to ganger`,
  'decimal-ambiguous': (facts) => `Komma eller punktum: desimaltegnet er uklart${named(facts)}`,
  'currency-mixed': () => 'Filen har beløp i flere valutaer',
  'decimal-mixed': (facts) => `Beløpene har både komma og punktum som desimaltegn${named(facts)}`,
  'date-ambiguous': (facts) => `Dag eller måned først: datoene viser det ikke${named(facts)}`,
  'date-mixed': (facts) => `Noen datoer har dagen først, andre måneden${named(facts)}`,
  'credit-sign-ambiguous': (facts) =>
    facts.variant === 'word'
      ? `${cell(facts, 'Et ord bak beløpene')}: penger inn eller penger ut?`
      : `${facts.variant === 'most' ? 'De fleste kreditbeløpene er negative' : 'Hver kredit er negativ'}, og det er uklart hva det betyr${named(facts)}`,
  'too-many-rows': () => 'Filen har flere rader enn jobben tillater',
  'too-many-issues': () => 'Filen har flere ulike feil enn jobben tillater',
  'rows-invalid': () => 'Noen rader har feil, så jobben avviser hele filen',
  'correction-mismatch': () => 'Arbeidsboken inneholder ikke radene med feil fra én import',
  'custom-field-invalid': (facts) =>
    `Jobben ber om et egendefinert felt som ikke er mulig: ${only(facts, 'se nedenfor')}`,
  'custom-field-undefined': (facts) => `Ingen har definert det egendefinerte feltet${bare(facts)}`,

  /** What can be answered to questions about a whole file. */
  answers: {
    'rows-repeated': { once: 'Radene teller én gang', meant: 'Radene er riktige som de er' },
    'numbers-restart': { separate: 'Ett bilag for hver dato', together: 'Ett bilag' },
    'date-changed': { same: 'Det er de samme bilagene', different: 'Det er andre bilag' },
    'other-series': { same: 'Det er de samme bilagene, endret siden', different: 'De hører til en annen serie' },
    'day-changed': { same: 'Det er de samme betalingene', different: 'Det er andre betalinger' },
    'text-changed': { same: 'Det er de samme betalingene', different: 'Det er andre betalinger' },
    'key-differs': { same: 'Det er de samme bilagene', different: 'Det er andre bilag' },
    'numbers-differ': { same: 'De samme bilagene, nummerert på nytt', different: 'Det er andre bilag' },
    'read-differently': { same: 'De er bokført allerede', different: 'De skal bokføres slik de leses nå' },
    'skipped-before': { same: 'De hoppes over', different: 'De skal bokføres' },
    'balance-broken': { accepted: 'Radene er riktige' },
  },
  fields: FIELDS,
} satisfies IssueWords;
