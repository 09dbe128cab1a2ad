import { counted } from '../../counted.nb.ts';
import type { Translation } from '../../language.ts';
import picker from '../../parts/picker/picker-words.nb.ts';
import decisions from './decision-words.nb.ts';
import type { Verbs } from './verbs.ts';
import type en from './words.en.ts';

export default {
  verbs: {
    book: { do: 'bokføre', Do: 'Bokfør', done: 'bokført', Done: 'Bokført', toBe: 'bokføres' },
    create: { do: 'opprette', Do: 'Opprett', done: 'opprettet', Done: 'Opprettet', toBe: 'opprettes' },
  },
  title: 'Rader med feil',
  about: 'ingenting bokføres før du sier fra, og selve filen endres aldri',
  toImport: 'Til importen',
  onHold: (shown: string) => `${shown} på vent`,
  onlyLook: 'For å rette trenger du rollen operator.',
  kind: {
    bookings: (_n: number, shown: string) => `${shown} bilag`,
    contacts: (_n: number, shown: string) => counted(shown, 'kontakt', 'kontakter'),
    'custom-fields': (_n: number, shown: string) => counted(shown, 'egendefinert felt', 'egendefinerte felt'),
  },
  in: (rows: string, entries: string) => `${rows} i ${entries}`,
  of: (rows: string, entries: string) => `${rows} fra ${entries}`,

  causes: 'Feil som må rettes',
  causesAll: 'Alle feil',
  causesEach: 'Et bilag med flere feil telles én gang, under den første.',
  causeAbove: (scale: string) => `${scale}, talt med over`,
  causesMore: (shown: string) => `Vis ${shown} til`,
  show: 'Vis disse',
  correct: {
    set: {
      account: 'Bruk en annen konto …',
      vat: 'Bruk en annen mva-kode …',
      other: 'Bruk en annen verdi …',
    },
    edit: 'Rediger celler',
    skip: 'Hopp over …',
    book: (v: Verbs) => `Ikke duplikat: ${v.Do.toLowerCase()} …`,
    retry: 'Prøv igjen …',
  },

  use: {
    account: (value: string, name: string) => `Bruk ${value} ${name} …`,
    vat: (value: string, name: string) => `Bruk mva-kode ${value} ${name} …`,
    other: (value: string, name: string) => `Bruk ${value} ${name} …`,
  },
  scope: {
    title: 'Gjelder for',
    one: 'Bare denne raden',
    all: (entries: string, from: string) => `Alle ${entries} med ${from} …`,
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
      accepted: 'De bokføres som de er.',
      separate: 'Hver dato blir et eget bilag.',
      together: 'Hvert nummer blir ett bilag.',
      changed: 'Hvert bilag settes på vent, med forskjellene.',
    },
  },

  done: {
    answer: (scale: string) => `Kontrolleres: ${scale}.`,
    set: (scale: string) => `Endret: ${scale}.`,
    skip: (scale: string) => `Hoppet over: ${scale}.`,
    book: (scale: string) => `Bokføres: ${scale}.`,
    retry: (scale: string) => `Kontrolleres: ${scale}.`,
    booked: (v: Verbs, scale: string) => `${v.Done}: ${scale}.`,
    none: (v: Verbs, scale: string) => `Ingenting ble ${v.done}: ${scale} fortsatt på vent. Radene viser hvorfor.`,
  },
  causeCorrected: (v: Verbs, corrected: string, all: string) => `${corrected} av ${all} rettet, ikke ${v.done} ennå`,
  corrected: (v: Verbs, ready: string, held: string) =>
    `Endret, ikke ${v.done} ennå: ${ready} kan ${v.toBe}, ${held} fortsatt på vent`,
  bookCorrected: (v: Verbs, _n: number, shown: string) =>
    `${v.Do} ${counted(shown, 'rettet', 'rettede')}${v.Do === 'Bokfør' ? ' bilag' : ''} …`,

  filter: 'Filter',
  filterText: 'Søk i radene',
  toFix: 'Må rettes',
  filterRevised: 'Rettet',
  any: 'Alle',
  matching: (scale: string) => `${scale} funnet`,
  nothing: 'Ingen treff.',
  clear: 'Nullstill filtrene',

  selectEntry: (name: string) => `Velg ${name}`,
  selectShown: (shown: string) => `Velg ${shown} viste`,
  selectAll: (shown: string) => `Velg alle ${shown} som passer`,
  selected: (scale: string) => `${scale} valgt`,
  unselect: 'Fjern utvalget',
  retrySelected: 'Prøv igjen …',
  skipSelected: 'Hopp over …',
  bookSelected: (v: Verbs) => `Ikke duplikater: ${v.Do.toLowerCase()} …`,

  grid: 'Rader på vent, bilag for bilag',
  gridHelp:
    'Piltastene flytter, Enter redigerer og lagrer, Escape angrer. I en konto eller mva-kode bruker Enter valget i raden, Ctrl+Enter i alle bilag med samme verdi. Mellomrom velger et bilag, Alt og piltast endrer bredden.',
  rowNumber: 'Rad',
  entry: (key: string) => `Bilag ${key}`,
  entryOfRows: (rows: string) => `Rad ${rows}`,
  rowsOf: (rows: string) => (/[-,]/.test(rows) ? `rader ${rows}` : `rad ${rows}`),
  trial: {
    ready: 'rettet, klart',
    held: 'endret, fortsatt på vent',
    duplicate: 'rettet, allerede bokført',
  },
  difference: (shown: string) => `differanse ${shown}`,
  balanced: 'balanserer',
  undo: 'Angre',
  undoOf: (name: string) => `Angre rettelsene i ${name}`,
  edit: { pending: 'skal lagres', saving: 'lagrer …', saved: 'lagret' },
  notSaved: (why: string) => `ikke lagret: ${why}`,
  was: (text: string) => `Her sto det «${text}» før.`,
  wasEmpty: 'Her var det tomt før.',
  cell: (column: string, row: string) => `${column}, rad ${row}`,
  andMore: (shown: string) => `og ${shown} til`,
  loadingMore: 'Laster …',

  workbook: 'Rett i Excel',
  workbookHelp: 'Last ned radene, rett dem og last opp arbeidsboken. Behold de tre siste kolonnene.',
  download: 'Last ned rader med feil (Excel)',
  bring: 'Last opp rettet arbeidsbok',
  sending: (file: string) => `Sender ${file} …`,
  setAside: (cells: string, who: string) =>
    `Den erstatter det ${who} hadde rettet i de samme radene (celler: ${cells}).`,
  brought: (file: string) => `${file} er mottatt. De rettede radene kontrolleres og bokføres nå.`,

  planning: 'Radene kontrolleres på nytt.',
  posting: (v: Verbs, booked: string, all: string) => `Bokføres: ${booked} av ${all} er ${v.done}.`,
  allBooked: (v: Verbs) => `Alt er ${v.done}. Ingenting er på vent lenger.`,
  settled: 'Ingenting er på vent lenger.',
  receipt: 'Se kvitteringen',
  why: {
    planned: 'Bokfør importen først; det som feiler, vises her.',
    rejected: 'Hele filen ble avvist. Rett filen eller jobben, og last opp filen på nytt.',
    cancelled: 'Importen ble avbrutt. Importer filen på nytt for å bokføre den.',
    'in-doubt': 'Du kan rette nå, og bokføre når de uavklarte bilagene er avklart.',
  },
  toDoubt: 'Se hva som er uavklart',
  notNow: 'Det som er på vent, kan ikke bokføres nå.',
  picker,
  decisions,
} satisfies Translation<typeof en>;
