import { counted } from '../../counted.nb.ts';
import type { Translation } from '../../language.ts';
import picker from '../../parts/picker/picker-words.nb.ts';
import type { IssueFacts } from '../../text/issue-facts.ts';
import form from './form-words.nb.ts';
import plan from './plan-words.nb.ts';
import type en from './words.en.ts';

export default {
  about: 'Kontroller før du bokfører.',
  steps: 'Trinn',
  step: { file: 'Fil', columns: 'Kolonner', check: 'Kontroll', book: 'Bokfør' },
  backToColumns: 'Tilbake til kolonnene',
  nothingYet: 'Ingenting er bokført ennå.',
  drop: 'Slipp filer her',
  choose: 'Velg filer',
  which: 'CSV eller XLSX, slik banken, kassen eller lønnssystemet eksporterer den.',
  nothingBooked: 'Ingenting bokføres før du sier fra.',
  sending: (name: string) => `Sender ${name}`,
  tooMany: (most: number) => `Høyst ${counted(most, 'fil', 'filer')} om gangen.`,
  files: (n: string) => counted(n, 'fil', 'filer'),
  filesTitle: 'Filer',
  file: 'Fil',
  others: 'Velg andre filer',
  outcome: 'Kontroll',
  sum: 'Beløp',
  open: 'Åpne',
  jobOf: (file: string) => `Jobb for ${file}`,
  chooseJob: 'Velg en jobb …',
  noneFits: 'Ingen jobb passer',
  openToMap: 'Åpne den, og si hvilken kolonne som er hva',
  removeFile: (file: string) => `Utelat ${file}`,
  received: 'Mottatt: åpne importen',
  working: 'Arbeider …',
  needYou: (shown: string) => `${counted(shown, 'fil', 'filer')} venter på deg.`,
  bookFiles: (what: string, _files: number, shown: string) => `Bokfør ${what} fra ${counted(shown, 'fil', 'filer')}`,
  backToFiles: 'Tilbake til alle filene',
  another: 'Velg en annen fil',
  gone: 'Filen lå for lenge. Velg den på nytt.',
  looking: 'Ser på filen …',
  rowsMore: (rows: string) => `mer enn ${rows}`,
  seenOf: (n: string) => `Slik de første ${n} radene viser. Kontrollen leser hele filen.`,
  as: {
    sheet: 'Ark',
    encoding: 'Tegnsett',
    delimiter: 'Skilletegn',
    header: 'Navn på kolonnene',
    decimal: 'Desimaltegn',
    dates: 'Datoer',
  },
  sheetWhy: (n: string) => `av ${n}: flest kjente kolonner`,
  encodingWhy: {
    named: 'slik det er valgt',
    mark: 'filen sier det selv',
    nuls: 'annenhver byte er null',
    plain: 'bare bokstavene A til Z så langt',
    valid: 'æ, ø og å er skrevet slik',
    'not-utf8': 'ikke UTF-8: slik skriver eldre Windows-programmer',
  },
  delimiterWhy: (agreeing: string, columns: string) =>
    `${counted(agreeing, 'rad', 'rader')} får ${counted(columns, 'kolonne', 'kolonner')} med det`,
  delimiterNamed: 'slik det er valgt',
  tab: 'tabulator',
  line: (n: string) => `rad ${n}`,
  noHeader: 'ingen: kolonnene har nummer',
  headerIn: (line: string) => `overskrifter i rad ${line}`,
  headerWhy: {
    'known-names': 'kjente navn',
    'text-above-values': 'tekst, med verdier under',
    'first-row': 'den første raden',
    none: 'de første radene inneholder allerede verdier',
    named: 'slik det er valgt',
    job: 'den inneholder jobbens kolonner',
  },
  decimalIs: { ',': 'komma', '.': 'punktum' },
  datesAre: { dmy: 'dag før måned', mdy: 'måned før dag', plain: 'formen sier det' },
  dateCells: 'celler i arbeidsboken som er datoer',
  shownBy: (value: string, line: string) => `«${value}» i rad ${line} viser det`,
  formOf: (value: string) => `som i «${value}»`,
  noneNeeded: 'trengs ikke',
  unsure: 'usikkert',
  job: 'Jobben',
  jobHelp: 'En jobb sier hvilken kolonne som er hva. De som passer, står først.',
  whichJob: 'Flere jobber passer: velg én',
  inService: (name: string) => `i tjenesten ${name}`,
  severalFit: 'Flere jobber passer til filen. Velg den som filen hører til.',
  fits: 'passer',
  fitsNot: 'passer ikke',
  newJob: 'En ny jobb',
  newJobHelp: 'Si hvilken kolonne som er hva, og lagre det til neste fil.',
  noJobFits: 'Ingen jobb passer. Lag en ny: mye er fylt ut.',
  otherJobs: (n: string) => `Jobber som ikke passer (${n})`,
  reads: 'leser',
  questions: (n: number, shown: string) => (n === 0 ? 'Svarene dine' : `${shown} spørsmål før du går videre`),
  restFound: 'Resten står i filen',
  remembers: (job: string) => `Når filen bokføres slik, husker jobben ${job} det`,
  ask: {
    'date-ambiguous': {
      q: () => 'Står dagen eller måneden først?',
      why: ({ value, column }: IssueFacts) =>
        `«${value}» i kolonnen ${column} kan leses på to måter, og ingen andre datoer i filen viser hva som er riktig.`,
    },
    'date-mixed': {
      q: () => 'Hvilke datoer er riktige?',
      why: ({ column }: IssueFacts) =>
        `Noen datoer i kolonnen ${column} har dagen først, andre måneden. De andre settes på vent.`,
    },
    'decimal-ambiguous': {
      q: () => 'Er desimaltegnet komma eller punktum?',
      why: ({ value, column }: IssueFacts) =>
        `«${value}» i kolonnen ${column} kan leses på to måter, og ingen andre beløp i filen viser hva som er riktig.`,
    },
    'decimal-mixed': {
      q: () => 'Er desimaltegnet komma eller punktum?',
      why: ({ value }: IssueFacts) =>
        `Noen beløp har komma, andre punktum, som «${value}». De andre settes på vent.`,
    },
    'sheets-several': {
      q: () => 'Hvilke ark vil du importere?',
      why: () => 'Flere ark i arbeidsboken har rader for denne jobben.',
    },
    'rows-hidden': {
      q: () => 'Vil du importere de skjulte radene?',
      why: ({ value }: IssueFacts) => `Rader som er skjult eller filtrert bort i arbeidsboken: ${value}.`,
    },
    'encoding-doubtful': {
      q: () => 'Hvilke ord er skrevet riktig?',
      why: () => 'Bokstavene i filen kan leses på flere måter, og ingen av dem er sikker.',
    },
    'credit-sign-ambiguous': {
      q: ({ column, variant }: IssueFacts) =>
        variant === 'word' ? `Hva betyr CR og DR i kolonnen ${column}?` : `Hva betyr minustegnet i kolonnen ${column}?`,
      why: ({ variant, value }: IssueFacts) =>
        variant === 'word'
          ? `Filen har «${value}». For en bank er CR penger inn, i et regnskap er det penger ut.`
          : variant === 'most'
            ? 'De fleste beløpene i den er negative.'
            : 'Alle beløpene i den er negative.',
    },
    'currency-mixed': {
      q: () => 'Hvilken valuta føres regnskapet i?',
      why: ({ value }: IssueFacts) =>
        `Filen har beløp i ${value}. Beløp i en annen valuta enn regnskapets settes på vent.`,
    },
    'numbers-restart': {
      q: () => 'Begynner bilagsnumrene på nytt for hver dato?',
      why: () => 'Rader med samme bilagsnummer har flere datoer, og radene på hver dato balanserer alene.',
    },
  },
  option: {
    dates: { d: 'Dagen først', M: 'Måneden først', y: 'Året først' },
    decimal: { ',': 'Komma', '.': 'Punktum' },
    allSheets: 'Alle, som én fil',
    creditWords: { negative: 'CR er penger ut', positive: 'CR er penger inn, slik banker skriver det' },
    other: {
      take: 'Ja, som de andre',
      skip: 'Nei, utelat dem',
      negative: 'Slik skriver filen kredit',
      positive: 'En kreditering er tilbakeført',
      date: 'Ja, hver dato er et eget bilag',
      year: 'Nei, det er ett bilag',
    },
  },
  settle: {
    accounts: {
      choose: 'Velg konto …',
      label: 'Konto',
      said: (of: string, to: string) => `${of} bokføres på ${to}`,
    },
    vatCodes: {
      choose: 'Velg mva-kode …',
      label: 'Mva-kode',
      said: (of: string, to: string) => `Mva-kode ${of} sendes som ${to}`,
    },
    contraAccount: {
      choose: 'Velg konto …',
      label: 'Motkonto',
      said: (_: string, to: string) => `Rader uten motkonto: ${to}`,
    },
    use: (what: string) => `Bruk ${what}`.trim(),
    takeBack: 'Angre',
  },
  corrects: (file: string) => `Filen har rader med feil fra ${file}.`,
  correctsHelp: 'Radene som venter der, rettes. Ingenting bokføres to ganger.',
  toImport: 'Åpne importen',
  takeIn: 'Rett radene',
  book: 'Bokfør',
  bookThis: { vouchers: (what: string) => `Bokfør ${what}`, records: (what: string) => `Opprett ${what}` },
  takeAnyway: 'Importer likevel',
  allBefore: 'Alt er allerede bokført.',
  nothingToBook: 'Ingenting kan bokføres ennå. Importer filen, og rett radene etterpå.',
  heldAfter: (what: string) => `På vent til du retter: ${what}.`,
  booking: 'Importerer …',
  before: 'Importert før',
  beforeHelp: 'Det som allerede er bokført, bokføres ikke på nytt.',
  toEarlier: 'Åpne den tidligere importen',
  bookAgain: 'Importer på nytt',
  jobName: 'Navn på jobben',
  saveAndBook: (book: string) => `Lagre jobben og ${book.charAt(0).toLowerCase()}${book.slice(1)}`,
  planFirst: 'Kontroller først.',
  planAgain: 'Skjemaet er endret: kontroller på nytt.',
  nameFirst: 'Gi jobben et navn uten mellomrom, som «bank». Mappen i innboksen får samme navn.',
  saveOnly: 'Lagre som jobbfil',
  saved: (name: string, path: string) => `Jobben ${name} er lagret: ${path}`,
  asText: 'Jobben som tekst',
  asTextHelp: 'Regler, kontoer, koder og tidsplaner kan føyes til her.',
  copy: 'Kopier',
  copied: 'Kopiert',
  mayNot: 'Nye importer krever rollen operator.',
  form,
  plan,
  picker,
} satisfies Translation<typeof en>;
