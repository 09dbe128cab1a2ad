import { agree, counted } from '../../counted.nb.ts';
import type { Translation } from '../../language.ts';
import batches from './batch-words.nb.ts';
import events from './event-words.nb.ts';
import type { SayCounts } from './say.tsx';
import type en from './words.en.ts';

const ONE = { bookings: 'bilag', contacts: 'kontakt', 'custom-fields': 'felt' } as const;
const MANY = { ...ONE, contacts: 'kontakter' } as const;
type Of = Pick<SayCounts, 'kind'>;
const nounOf = ({ kind }: Of, n: number) => agree(n, ONE[kind], MANY[kind]);
/** «1 bilag er uavklart», «2 bilag er uavklarte». */
const unsettled = (n: number) => agree(n, 'uavklart', 'uavklarte');
const doneOf = ({ hasVouchers }: SayCounts) => (hasVouchers ? 'bokført' : 'opprettet');

export default {
  takenIn: 'mottatt',
  by: (name: string) => `av ${name}`,
  print: 'Skriv ut kvittering',
  next: 'Hva du kan gjøre nå',
  say: {
    planning: () => 'Filen kontrolleres. Ingenting er sendt.',
    posting: (of: SayCounts) =>
      `Bokføres: ${of.booked} av ${of.planned} ${nounOf(of, of.n.planned)} er ${doneOf(of)}. Du kan forlate siden.`,
    planned: (of: SayCounts) =>
      `${of.planned} ${nounOf(of, of.n.planned)} kan ${of.hasVouchers ? 'bokføres' : 'opprettes'}. Ingenting er sendt.`,
    completed: () => 'Ingenting gjenstår.',
    rejected: (of: SayCounts) =>
      `Filen ble avvist, og ingenting ble sendt. ${of.asks ? 'Svar på spørsmålet; jobben husker svaret.' : 'Rett filen og last den opp på nytt, eller rett jobben.'}`,
    cancelled: () => 'Avbrutt. Ingenting ble sendt.',
    'partly-booked': (of: SayCounts) =>
      [
        of.n.waiting > 0 && `${of.waiting} ${nounOf(of, of.n.waiting)} er på vent til feilene er rettet.`,
        of.n.already > 0 &&
          `${of.already} bilag er allerede bokført av en tidligere import: hopp over ${agree(of.n.already, 'det', 'dem')}, eller bokfør det som er nytt.`,
        of.n.booked > 0
          ? `${of.booked} ${nounOf(of, of.n.booked)} er ${doneOf(of)}.`
          : of.n.already === 0 && `Ingenting er ${doneOf(of)} ennå.`,
      ]
        .filter(Boolean)
        .join(' '),
    'in-doubt': (of: SayCounts) =>
      `${of.inDoubt} ${nounOf(of, of.n.inDoubt)} er ${unsettled(of.n.inDoubt)}: sendt uten at det kom svar. Ingenting sendes på nytt før det er avklart.`,
    stopped: (of: SayCounts) =>
      `Avbrutt: ${of.booked} ${nounOf(of, of.n.booked)} er ${doneOf(of)}, ${of.waiting} er det ikke.`,
    waits: (of: SayCounts) =>
      `${of.pending} ${nounOf(of, of.n.pending)} venter på en annen import og fortsetter når den er avklart.`,
    ending: () => 'Importen avbrytes: ingenting mer sendes.',
  },
  settleOther: (file: string) => `Avklar ${file}`,
  ofWhichRejected: (shown: string) => `av disse avvist av tjenesten: ${shown}`,
  pendingWaits: (shown: string) => `${shown} bilag venter på en annen import`,
  fix: (n: number, shown: string, of: Of) => `Rett ${shown} ${nounOf(of, n)}`,
  check: (n: number, shown: string, of: Of) => `Kontroller ${shown} ${nounOf(of, n)}`,
  see: (n: number, shown: string, of: Of) => `Se ${shown} ${nounOf(of, n)}`,
  settle: (n: number, shown: string) => `Avklar ${shown} ${unsettled(n)}`,
  planChanged: 'Er jobben endret siden, kontrolleres filen på nytt først.',
  blocked: 'På vent',
  rowsRead: (shown: string) => `${counted(shown, 'rad', 'rader')} lest`,
  bookedOf: {
    vouchers: (done: string, all: string) => `${done} av ${all} bilag bokført`,
    records: (done: string, all: string) => `${done} av ${all} opprettet`,
  },
  inDoubt: (n: number, shown: string, of: Of) => `${shown} ${nounOf(of, n)} ${unsettled(n)}`,
  held: (n: number, shown: string, of: Of) => `${shown} ${nounOf(of, n)} på vent`,
  already: (_n: number, shown: string) => `${shown} bilag allerede bokført`,
  book: (_n: number, shown: string, money: string) => `Bokfør ${shown} bilag${money}`,
  action: {
    create: 'Opprett dem',
    again: 'Importer på nytt',
    retry: 'Prøv igjen …',
    cancel: 'Avbryt det som ikke er sendt …',
    answer: 'Svar og importer …',
    bring: 'Last opp rettet fil',
  },
  bookingBegun: 'Bilagene bokføres nå.',
  begunAgain: 'Filen kontrolleres på nytt.',
  correctionsLeft: (who: string) => `Det ${who} har rettet, men ikke bokført, blir stående.`,
  retried: 'Det som var på vent, prøves på nytt.',
  nothingLeft: 'Ingenting gjenstår.',
  cancelTitle: 'Avbryt det som ikke er sendt',
  cancelAbout: 'Det som er bokført, blir stående, og det som er på vei, fullføres.',
  cancelledWhole: 'Avbrutt. Ingenting mer sendes.',
  cancelled: (_n: number, withdrawn: string, sending: number, shown: string) =>
    `Avbrutt: ${withdrawn} bilag blir ikke sendt${sending > 0 ? `, ${shown} er på vei` : ''}.`,
  progress: 'Fremdrift',
  steps: {
    taken: 'Mottatt',
    planning: 'Kontrolleres',
    planned: 'Kontrollert',
    posting: 'Bokføres',
    booked: 'Bokført',
    doubt: 'Uavklart',
    waits: 'Venter på deg',
    complete: 'Fullført',
    rejected: 'Avvist',
    cancelled: 'Avbrutt',
  },
  retryTitle: 'Prøve det som er på vent, på nytt?',
  retryAnswer: (_: number, shown: string) => `Prøv ${shown} bilag igjen`,
  retryAbout: (_: number, shown: string, rows: string) =>
    `${shown} bilag (${counted(rows, 'rad', 'rader')}) kontrolleres på nytt med jobben slik den er nå. De uten feil bokføres.`,
  retryCancelled: (_: number, shown: string, rows: string) =>
    `Ta med ${shown} ${agree(shown, 'avbrutt', 'avbrutte')} bilag (${counted(rows, 'rad', 'rader')})`,
  money: 'Beløp',
  receipt: 'Kvittering',
  asOf: (currency: string | undefined, at: string) =>
    `${currency === undefined ? '' : `${currency === '' ? 'Debet' : `${currency}, debet`}. `}Per ${at}`,
  noCorrections: 'ingen rettelser',
  ofWhichSkipped: (shown: string) => `hvorav hoppet over ${shown}`,
  besidesAlready: (shown: string) => `allerede bokført: ${shown}`,
  addsUp: 'Det går opp.',
  proofOf: (first: string, last: string) => `For hver konto: ${first} = ${last}.`,
  remappedAbout: '«Annen konto»: bokført tidligere, på en annen konto enn jobben angir i dag.',
  outOfBalance: (shown: string) => `Filen balanserer ikke: differanse ${shown}.`,
  addsUpNot: 'Kvitteringen går ikke opp',
  sumDiffers: (placed: string, read: string) => `Leste rader: ${read}; gjort rede for: ${placed}.`,
  compare: 'Sammenlign regnskapet med revisjonssporet før du gjør noe annet.',
  soFar: 'Bokføringen fortsetter.',
  where: 'Rader og bilag',
  rows: 'Rader',
  entriesOf: { vouchers: 'Bilag', records: 'Poster' },
  read: 'Lest fra filen',
  fieldsCount: 'Egendefinerte felt',
  createdWords: {
    created: 'opprettet',
    existing: 'finnes fra før',
    held: 'på vent',
    rejected: 'avvist',
    inDoubt: 'uavklart',
  },
  outcomeStopped: 'avbrutt',
  outcomeCreated: { booked: 'opprettet', duplicate: 'finnes fra før' },
  bothWays: 'Debet og kredit på samme konto',
  bothWaysAbout: 'med i debet og kredit under, ikke i beløpene over',
  debit: 'Debet',
  accounts: 'Kontoer',
  account: 'Konto',
  place: {
    file: 'I filen',
    corrected: 'Rettet',
    remapped: 'Annen konto',
    booked: 'Bokført',
    pending: 'Ikke sendt ennå',
    inDoubt: 'Uavklart',
    already: 'Allerede bokført',
    notBooked: 'Ikke bokført',
  },
  balance: 'Saldo',
  replacedBy: (by: string) => `erstattet med ${by}`,
  notInChart: 'ikke i kontoplanen',
  credit: 'Kredit',
  accountsAbout: 'Mva-linjer som tjenesten legger til, er ikke med.',
  showAll: (shown: string) => `Vis alle ${shown}`,
  records: 'I tjenesten',
  row: 'Rad',
  name: 'Navn',
  serviceId: 'ID i tjenesten',
  outcome: 'Utfall',
  made: { created: 'opprettet', exists: 'fantes fra før' },
  noId: 'ikke oppgitt',
  moreRecords: (shown: string) => `${shown} til i revisjonssporet.`,
  fieldOfJob: 'kreves av jobben',
  issues: 'Feil som må rettes',
  remarks: 'Verdt å vite',
  cause: 'Årsak',
  unmatched: {
    title: 'Rader uten treff i reglene',
    about: (rows: string, all: string, account: string) =>
      `${rows} av ${counted(all, 'rad', 'rader')} passet ikke med noen regel i jobben og fikk konto ${account}.`,
    text: 'Tekst',
    noText: 'ingen tekst',
    amount: 'Beløp',
    earlier: 'Tidligere',
    rule: 'Regel',
    wentTo: (account: string, times: string, of: string) => `konto ${account} i ${times} av ${of} tidligere bilag`,
    make: 'Lag regel …',
    makeFor: (text: string) => `Lag en regel for «${text}»`,
    makeAbout: (job: string) =>
      `Jobben ${job} bokfører rader med denne teksten, uansett tall i den, på kontoen nedenfor. Det som er bokført, endres ikke.`,
    made: (account: string) => `konto ${account} fra nå av`,
    fromNowOn: 'En fil som er kontrollert, men ikke bokført, kontrolleres på nytt.',
    more: (shown: string) => `${shown} til.`,
  },
  firstRow: 'Første rad',
  settled: 'ingen på vent',
  reason: 'Hele filen ble avvist',
  reasonCancelled: 'Importen ble avbrutt',
  reasonCorrection: 'Den siste rettelsen kunne ikke brukes',
  downloads: 'Last ned',
  failedXlsx: 'Rader med feil (Excel)',
  receiptJson: 'Kvittering (JSON)',
  trailXlsx: 'Revisjonsspor (Excel)',
  trailCsv: 'Revisjonsspor (CSV)',
  original: 'Originalfilen',
  correctionFile: (no: string, file: string) => `Rettelse ${no}: ${file}`,
  reading: 'Hvordan filen ble lest',
  technical: 'ID-er og adresser',
  importId: 'Import',
  history: 'Historikk',
  takeBack: 'Angre',
  takeBackAbout: 'Det som ble hoppet over, er på vent igjen, som før. Ingenting bokføres.',
  earlier: (n: number, shown: string) => `Vis ${shown} tidligere ${agree(n, 'linje', 'linjer')}`,
  events,
  batches,
} satisfies Translation<typeof en>;
