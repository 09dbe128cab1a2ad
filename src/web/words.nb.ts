import { counted } from './counted.nb.ts';
import type { Translation } from './language.ts';
import signIn from './screens/sign-in/words.nb.ts';
import reading from './text/reading-words.nb.ts';
import type en from './words.en.ts';

export default {
  nav: {
    imports: 'Importer',
    new: 'Ny import',
    doubt: 'Uavklart',
    jobs: 'Jobber',
    queues: 'Køer',
    failed: 'Rader med feil',
  },
  search: 'Søk i bilag',
  skipToContent: 'Gå til innholdet',
  signOut: 'Logg ut',
  more: (name) => `${name}: konto og språk`,
  language: 'Språk',
  loading: 'Laster …',
  again: 'Prøv igjen',
  close: 'Lukk',
  cancel: 'Avbryt',
  reason: 'Begrunnelse',
  live: 'Direkte',
  notFound: 'Det er ingenting på denne adressen.',
  toImports: 'Til importene',
  older: 'Eldre',
  newer: 'Nyere',
  mayNot: (role: string) => `Dette krever rollen ${role}.`,
  state: {
    planning: 'Kontrolleres',
    planned: 'Klar til bokføring',
    posting: 'Bokføres',
    completed: 'Bokført',
    'partly-booked': 'På vent',
    rejected: 'Avvist',
    'in-doubt': 'Uavklart',
    cancelled: 'Avbrutt',
  },
  outcome: {
    booked: 'bokført',
    pending: 'ikke sendt ennå',
    inDoubt: 'uavklart',
    held: 'på vent',
    rejected: 'avvist',
    duplicate: 'allerede bokført',
    skipped: 'hoppet over',
  },
  contradiction: {
    count: (said, sent) => `i svaret: ${said}, sendt: ${sent}`,
    failed: (said) => `svaret melder en feil (${said})`,
    error: (said) => `svaret inneholder en feil (${said})`,
    'no-ids': (said) => `svaret er ${said}, men denne tjenesten pleier å svare med ID-er`,
  },
  rows: (shown: string) => counted(shown, 'rad', 'rader'),
  entries: (shown: string) => `${shown} bilag`,
  kinds: { bookings: 'bilag', contacts: 'kontakter', 'custom-fields': 'egendefinerte felt' },
  trouble: {
    since: 'Siden',
    next: 'Neste forsøk',
    bilag: {
      what: 'bilag svarer ikke',
      does: 'Det du ser, kan være utdatert.',
    },
    troubled: {
      what: 'Regnskapstjenesten svarer ikke',
      does: 'Ingenting går tapt. bilag venter og prøver igjen av seg selv.',
    },
    refused: {
      what: 'Regnskapstjenesten avviser innloggingen til bilag',
      does: 'Ingenting går tapt. Bytt nøkkelen; bilag prøver igjen av seg selv.',
    },
    'asked-to-wait': {
      what: 'Regnskapstjenesten ber bilag vente',
      does: 'Ingenting går tapt. Bokføringen fortsetter av seg selv.',
    },
    redis: {
      what: 'Redis svarer ikke',
      does: 'Ingenting går tapt: filer mottas fortsatt. bilag fortsetter av seg selv når Redis er tilbake.',
    },
    ledger: {
      what: 'Et annet program har låst registeret til bilag',
      does: 'Ingenting kan lagres før låsen er borte. bilag prøver igjen av seg selv.',
    },
    disk: {
      what: 'Disken til bilag er nesten full eller kan ikke brukes',
      does: 'Frigjør plass. Inntil da kan filer bli avvist.',
    },
  },
  stateWaits: 'Venter på en annen import',
  stateCancelledPartly: 'Avbrutt, delvis bokført',
  waits: (_n: number, shown: string) => `${shown} bilag venter på`,
  waitsWhy: {
    'in-doubt': 'den har sendt samme bilag, og ingen vet om tjenesten har fått det.',
    pending: 'den har samme bilag og har ikke sendt det ennå.',
  },
  others: { inbox: 'innboksen', schedule: 'tidsplanen', probe: 'oppslaget fra bilag' },
  balance: {
    title: 'Saldo',
    ofFile: 'i filen',
    opening: 'Inngående',
    closing: 'Utgående',
    more: (shown) => `… og ${shown} til`,
  },
  signIn,
  reading,
} satisfies Translation<typeof en>;
