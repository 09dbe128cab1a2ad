import type { Translation } from './language.ts';
import signIn from './screens/sign-in/words.nb.ts';
import issues from './text/issue-titles.nb.ts';
import type en from './words.en.ts';

export default {
  nav: {
    imports: 'Importer',
    new: 'Ny import',
    doubt: 'I tvil',
    jobs: 'Jobber og tjeneste',
    queues: 'Køer',
    failed: 'Feilede rader',
  },
  skipToContent: 'Gå til innholdet',
  signOut: 'Logg ut',
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
    planning: 'planlegges',
    planned: 'planlagt, ikke bokført',
    posting: 'bokføres',
    completed: 'fullført',
    'partly-booked': 'delvis bokført',
    rejected: 'avvist',
    'in-doubt': 'i tvil',
    cancelled: 'avbrutt',
  },
  outcome: {
    booked: 'bokført',
    pending: 'venter',
    inDoubt: 'i tvil',
    held: 'holdt tilbake',
    rejected: 'avvist',
    duplicate: 'duplikat',
    skipped: 'hoppet over',
  },
  rows: (n: number, shown: string) => `${shown} ${n === 1 ? 'rad' : 'rader'}`,
  entries: (_n: number, shown: string) => `${shown} bilag`,
  others: { inbox: 'innboksen', schedule: 'tidsplanen', probe: 'oppslaget i tjenesten' },
  issues,
  signIn,
} satisfies Translation<typeof en>;
