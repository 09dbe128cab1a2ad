import type { Translation } from '../../language.ts';
import answers from './answer-words.nb.ts';
import type en from './words.en.ts';

export default {
  about: 'Det som ble sendt, og der ingen vet om det kom fram. Ingenting av det sendes på nytt før det er avklart.',
  nothing: 'Ingenting er i tvil.',
  nothingMeans:
    'En sending er i tvil når svaret på den gikk tapt: forbindelsen brøt, tjenesten svarte med en feil, eller bilag ble stoppet midt i. Sendt blindt på nytt kunne den bli bokført to ganger. Derfor venter den her til tjenesten viser hva som skjedde, eller en person har sett etter.',
  oneImport: 'Bare de fra én import vises.',
  all: 'Vis alle',
  toImport: 'Til importen',
  more: 'Vis flere',
  moreChecked: 'Vis flere bilag',
  batch: (no: string) => `sending ${no}`,
  sent: 'sendt',
  contradicted: 'Avgjort, men det viste seg å være feil',
  inDoubt: 'I tvil',
  settled: 'Avklart',
  awaitsSecond: (who: string) => `${who} har svart; en person til må bekrefte`,
  settledNow: (what: string, how: string) => `${what} er ikke lenger i tvil: ${how}`,
  how: {
    booked: 'den ble bokført. Ingenting av den sendes på nytt.',
    created: 'den ble opprettet. Ingenting av den sendes på nytt.',
    bookedAgain: 'den var ikke bokført, ble sendt på nytt, og er bokført nå.',
    createdAgain: 'den var ikke opprettet, ble sendt på nytt, og er opprettet nå.',
    again: 'den hadde ikke kommet fram, og sendes på nytt.',
    held: 'den hadde ikke kommet fram; bilagene venter under «Feilede rader».',
    divided: 'bilagene gikk videre i andre sendinger.',
    refused: 'tjenesten avviste den.',
  },
  bySomebody: (who: string, reason: string) => `${who}: «${reason}»`,
  probe: 'bilag slo det opp',
  summary: {
    entries: (n: number, shown: string) =>
      `bilag sendte ${n === 1 ? 'ett bilag' : `${shown} bilag i én forespørsel`} og fikk ikke noe sikkert svar. ${n === 1 ? 'Det' : 'De'} kan være bokført, eller ikke.`,
    contact: 'bilag ba tjenesten opprette en kontakt og fikk ikke noe sikkert svar. Den kan være der, eller ikke.',
    field:
      'bilag ba tjenesten opprette et egendefinert felt og fikk ikke noe sikkert svar. Det kan være der, eller ikke.',
    activation:
      'bilag ba tjenesten aktivere et egendefinert felt og fikk ikke noe sikkert svar. Det kan være aktivt, eller ikke.',
  },
  lookFor: 'Dette skal du se etter',
  wasSent: 'Dette ble sendt',
  lookIn: {
    entries: (when: string) => `Se i regnskapstjenesten etter bilag datert ${when} med det som står nedenfor.`,
    contact: 'Se etter kontakten i tjenestens kontaktliste, på e-post, telefon og navn.',
    field: 'Se i innstillingene til tjenesten: et felt som finnes, men ikke er aktivt, vises ingen andre steder.',
    activation: 'Se i innstillingene til tjenesten om feltet er aktivt.',
  },
  range: (from: string, to: string) => `${from} til ${to}`,
  marker: 'Tekstene slutter med',
  dates: 'Datoer',
  count: 'Antall bilag',
  total: 'Sum debet',
  totals: 'Sum per konto',
  account: 'Konto',
  amount: 'Beløp',
  debit: 'Debet',
  date: 'Dato',
  description: 'Tekst',
  vat: 'Mva',
  entriesSent: 'Bilagene slik de ble sendt',
  entry: (name: string) => `Bilag ${name}`,
  rows: (rows: string) => (/[-,]/.test(rows) ? `rader ${rows}` : `rad ${rows}`),
  moreLines: (shown: string) => `og ${shown} linjer til`,
  lost: 'Det som ble sendt, finnes ikke i bilags eget register: det ble lagt tilbake fra en kopi. Dette er bilagene i filen.',
  contact: { name: 'Navn', address: 'Adresse', phone: 'Telefon', email: 'E-post', comment: 'Kommentar' },
  field: { name: 'Navn', model: 'Modell', type: 'Datatype', nullable: 'Kan være tomt', yes: 'ja', no: 'nei' },
  happened: 'Dette skjedde',
  attempt: {
    booked: 'utført',
    'not-applied': 'ikke utført',
    'in-doubt': 'ikke noe sikkert svar',
    rejected: 'avvist',
    misconfigured: 'avvist: ingen tilgang',
    none: 'ingenting ble hørt',
  },
  answered: (status: string) => `Tjenesten svarte ${status}`,
  after: (seconds: string) => `etter ${seconds} s`,
  reply: 'Svaret, slik det kom',
  headers: 'HTTP-hodene i svaret',
  earlier: (shown: string) => `${shown} tidligere vises ikke.`,
  looks: 'Det bilag selv har slått opp',
  noLooks: 'bilag har ikke slått det opp.',
  look: { found: 'funnet', absent: 'ikke der', unclear: 'uklart' },
  underWay: 'pågår, eller ble avbrutt',
  next: 'Neste oppslag er',
  never: {
    'no-probe':
      'bilag kan ikke slå det opp: det er ikke satt opp noe oppslag (probe) for tjenesten i bilag.yaml. En person må se etter.',
    'not-marked':
      'bilag kan ikke slå det opp: det ble planlagt uten merket det skulle finnes igjen på. En person må se etter.',
    'no-control':
      'bilag fant det ikke. Det beviser ingenting: ingen bilag som er bokført senere, med like lang og like spesiell tekst, viser at det ville blitt funnet. En person må se etter; når et slikt bilag er bokført, ser bilag etter på nytt.',
    'given-up': 'bilag har slått opp mange ganger uten å få klarhet. En person må se etter.',
  },
  sender: {
    alive: (who: string) =>
      `Forespørselen er fortsatt hos ${who} og kan ennå komme fram. Før prosessen er avsluttet, kan ingen si «ikke».`,
    unknown: (who: string) =>
      `Herfra kan det ikke ses om ${who} er avsluttet. «Ikke» kan bare sies av en som har forsikret seg om det.`,
    gone: 'Prosessen som sendte den, er borte: ingenting er underveis lenger.',
    process: (pid: string, host: string) => `prosess ${pid} på ${host}`,
    aProcess: 'prosessen som sendte den',
  },
  late: 'Det er bare et øyeblikk siden, og tjenesten kan fortsatt arbeide med det. Før du sier «ikke», se på nytt etter',
  decided: 'Dette ble avgjort',
  takenBack: 'Trukket tilbake',
  became: { booked: 'den ble bokført', 'not-booked': 'den ble ikke bokført' },
  partOf: (shown: string) => `${shown} av bilagene`,
  contradiction: {
    twice: (who: string, reason: string) =>
      `Det kan stå der to ganger. ${who} sa at det ikke ble bokført («${reason}»), så det ble sendt på nytt; så viste det seg at den første forespørselen likevel var bokført. Se etter to av hvert i tjenesten, reverser eller fjern den andre, og si at det ble bokført.`,
    missing: (who: string, reason: string) =>
      `Det mangler i regnskapet. ${who} sa at det ble bokført («${reason}»); så viste det seg at forespørselen ikke ble utført. Se etter det i tjenesten. Si «ikke» for å få det sendt, eller «bokført» hvis noen har ført det for hånd.`,
  },
  pick: (name: string) => `Svaret gjelder bilag ${name}`,
  answers,
} satisfies Translation<typeof en>;
