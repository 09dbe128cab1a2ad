import type { Translation } from '../../language.ts';
import advice from './advice.nb.ts';
import decisions from './decision-words.nb.ts';
import type { Verbs } from './verbs.ts';
import type en from './words.en.ts';

export default {
  verbs: {
    book: { do: 'bokføre', Do: 'Bokfør', done: 'bokført', Done: 'Bokført', toBe: 'bokføres' },
    create: { do: 'opprette', Do: 'Opprett', done: 'opprettet', Done: 'Opprettet', toBe: 'opprettes' },
  },
  title: 'Feilede rader',
  toImport: 'Til importen',
  onlyLook: 'Du kan se alt her; for å rette kreves rollen operator.',
  kind: {
    bookings: (_n: number, shown: string) => `${shown} bilag`,
    contacts: (n: number, shown: string) => `${shown} ${n === 1 ? 'kontakt' : 'kontakter'}`,
    'custom-fields': (n: number, shown: string) => `${shown} ${n === 1 ? 'egendefinert felt' : 'egendefinerte felt'}`,
  },
  in: (rows: string, entries: string) => `${rows} i ${entries}`,
  of: (rows: string, entries: string) => `${rows} fra ${entries}`,
  titled: (title: string, scale: string) => `${title}: ${scale}`,

  causes: 'Hvorfor de venter',
  causesMore: (shown: string) => `Vis ${shown} til`,
  show: 'Vis disse',
  mend: {
    set: {
      account: 'Bruk en annen konto …',
      vat: 'Bruk en annen mva-kode …',
      other: 'Bruk en annen verdi …',
    },
    edit: 'Rediger celler',
    skip: 'Hopp over …',
    book: (v: Verbs) => `Ikke duplikat: ${v.Do.toLowerCase()} …`,
    retry: 'Prøv på nytt …',
  },

  question: {
    here: 'I denne filen',
    before: 'Sendt før:',
    skipped: (who: string, at: string, reason: string) => `Hoppet over av ${who}, ${at}: ${reason}`,
    date: 'Dato',
    account: 'Konto',
    amount: 'Beløp',
    text: 'Tekst',
    choose: (answer: string) => `${answer} …`,
    once: 'Ett svar gjelder for alle:',
    comes: {
      same: 'De bokføres ikke.',
      different: 'De bokføres.',
      once: 'Kopiene hoppes over.',
      meant: 'Alle bokføres.',
      accepted: 'De bokføres som de står.',
      separate: 'Hver dato bokføres for seg.',
      together: 'Hvert nummer bokføres som ett bilag.',
      changed: 'Hvert bilag venter så for seg, med det som er forskjellig.',
    },
  },
  waitsFirst: 'Det som venter her, kan leveres når det er avklart.',

  done: {
    answer: (scale: string) => `På vei: ${scale}.`,
    set: (scale: string) => `Rettet: ${scale}.`,
    skip: (scale: string) => `Hoppet over: ${scale}.`,
    book: (scale: string) => `På vei: ${scale}.`,
    retry: (scale: string) => `På vei: ${scale}.`,
    booked: (v: Verbs, scale: string) => `${v.Done}: ${scale}.`,
  },
  causeCorrected: (v: Verbs, mended: string, all: string) => `${mended} av ${all} rettet, ikke ${v.done} ennå`,
  mended: (v: Verbs, ready: string, held: string) =>
    `Rettet, ikke ${v.done} ennå: ${ready} klare til å ${v.toBe}, ${held} holdes fortsatt tilbake`,
  bookCorrected: (v: Verbs) => `${v.Do} de rettede …`,
  showCorrected: 'Vis dem',

  filter: 'Filter',
  filterCause: 'Årsak',
  filterState: 'Status',
  filterText: 'Tekst',
  filterRevised: 'Bare rettede',
  any: 'Alle',
  clear: 'Fjern filteret',
  matching: (scale: string) => `${scale} passer`,
  nothing: 'Ingenting passer til dette filteret.',

  selectEntry: (name: string) => `Velg ${name}`,
  selectShown: (shown: string) => `Velg de første ${shown}`,
  selectThem: 'Velg alle',
  selectAll: (shown: string) => `Velg alle ${shown} som passer`,
  selected: (scale: string) => `${scale} valgt`,
  unselect: 'Fjern valget',
  retrySelected: 'Prøv på nytt …',
  skipSelected: 'Hopp over …',
  bookSelected: (v: Verbs) => `Ikke duplikater: ${v.Do.toLowerCase()} …`,

  grid: 'Rader som venter, bilag for bilag',
  gridHelp:
    'Piltastene flytter, Enter eller skriving redigerer, Enter lagrer og går ned, Tab lagrer og går til høyre, Escape lar cellen stå som den var. Mellomrom velger et bilag.',
  rowNumber: 'Rad',
  entry: (key: string) => `Bilag ${key}`,
  entryOfRows: (rows: string) => `Rad ${rows}`,
  rowsOf: (rows: string) => (/[-,]/.test(rows) ? `rader ${rows}` : `rad ${rows}`),
  trial: {
    ready: 'rettet: klar',
    held: 'rettet: holdes fortsatt tilbake',
    duplicate: 'rettet: duplikat',
  },
  difference: (shown: string) => `differanse ${shown}`,
  balanced: 'i balanse',
  undo: 'Angre',
  undoOf: (name: string) => `Angre det som er rettet i ${name}`,
  edit: { pending: 'skal lagres', saving: 'lagrer …', saved: 'lagret' },
  notSaved: (why: string) => `ikke lagret: ${why}`,
  was: (text: string) => `Her sto det «${text}» før.`,
  wasEmpty: 'Her var det tomt før.',
  cell: (column: string, row: string) => `${column}, rad ${row}`,
  andMore: (shown: string) => `og ${shown} til`,
  sound: 'Her er det ingenting galt.',
  inCells: 'Det som er galt, står i cellene.',
  loadingMore: 'Laster flere …',

  workbook: 'Rett dem i Excel',
  workbookHelp:
    'Last ned de feilede radene, rett dem i arbeidsboken, behold de tre siste kolonnene, og lever den tilbake: den oppdaterer de samme radene.',
  download: 'Last ned feilede rader (XLSX)',
  bring: 'Lever den rettede arbeidsboken',
  drop: 'eller slipp den her',
  sending: (file: string) => `Sender ${file} …`,
  setAside: (cells: string, who: string) =>
    `I radene sine gjelder den i stedet for det ${who} hadde rettet her (celler: ${cells}); det står i historikken.`,
  brought: (file: string) => `${file} er her: det den retter, planlegges og bokføres nå.`,

  planning: 'Planlegges på nytt: alle regler prøves én gang til.',
  posting: (v: Verbs, booked: string, all: string) => `Underveis: ${booked} av ${all} er ${v.done}.`,
  allBooked: (v: Verbs) => `Alt er ${v.done}: ingenting venter lenger.`,
  noneWait: 'Ingenting venter her.',
  settled: 'Ingenting venter lenger.',
  receipt: 'Se kvitteringen',
  why: {
    planned: 'Importen er planlagt og ikke bokført ennå. Bokfør den først; det som feiler da, venter her.',
    rejected:
      'Hele filen ble avvist, så det er ingen rader å rette én for én. Rett filen eller jobben, og send filen på nytt.',
    cancelled: 'Importen ble avbrutt. Importer filen på nytt for å bokføre den.',
    'in-doubt': 'Det som venter, kan ikke leveres før tvilen er avklart. Du kan rette det i mellomtiden.',
  },
  toDoubt: 'Se hva som er i tvil',
  notNow: 'Det som venter, kan ikke leveres nå.',
  decisions,
  advice,
} satisfies Translation<typeof en>;
