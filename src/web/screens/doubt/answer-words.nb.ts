import type { Translation } from '../../language.ts';
import type en from './answer-words.en.ts';

export default {
  decide: 'Ditt svar',
  decideHelp: 'Se etter i tjenesten først. Si så hva du fant, og hvordan du vet det.',
  answer: {
    entries: { booked: 'Det ble bokført', not: 'Det ble ikke bokført' },
    contact: { booked: 'Den ble opprettet', not: 'Den ble ikke opprettet' },
    field: { booked: 'Det finnes og er aktivt', not: 'Det finnes ikke' },
    activation: { booked: 'Det er aktivt', not: 'Det er ikke aktivt' },
  },
  follows: {
    booked: 'Det regnes som utført. Ingenting av det sendes på nytt.',
    not: 'Det sendes på nytt med en gang. Hvis det likevel finnes i tjenesten, vil det stå der to ganger.',
    notField:
      'Det sendes på nytt, og aktiveres. Hvis det finnes og bare ikke er aktivt: aktiver det heller i tjenesten, og si at det er aktivt.',
    notCancelled: 'Importen ble avbrutt: ingenting sendes. Bilagene venter under «Feilede rader».',
    notRecovered: 'Det som ble sendt, er ikke kjent her lenger: ingenting sendes. Importer filen på nytt.',
    proposed: 'Ingenting skjer ennå: jobben krever en person til, som også ser etter og bekrefter.',
  },
  correct: 'Rett dette svaret …',
  correctHelp: 'Det erstatter det som ble sagt før, som blir stående i historikken som trukket tilbake.',
  some: 'Bare noen av bilagene',
  someHelp: 'Kryss av for bilagene ovenfor som svaret gjelder. De andre forblir i tvil.',
  chosen: (_n: number, shown: string, all: string) => `${shown} av ${all} bilag`,
  allOf: (n: number, shown: string) => (n === 1 ? 'Det ene bilaget' : `Alle ${shown} bilagene`),
  howKnown: 'Hvordan vet du det?',
  howHelp: 'Det blir stående i historikken, med navnet ditt. For eksempel: bilag 34-2026 i hovedboken.',
  senderGone: 'Jeg har forsikret meg om at prosessen som sendte den, er avsluttet.',
  keep: 'Tilbake',
  proposal: {
    title: 'En person til må bekrefte',
    stands: (who: string, what: string) => `${who} sier: ${what}.`,
    mine: (what: string) => `Du sier: ${what}. En person til må også se etter, og bekrefte.`,
    confirm: 'Bekreft',
    reject: 'Avvis',
    withdraw: 'Trekk tilbake',
    looked: 'Jeg har selv sett etter i tjenesten.',
    confirmTitle: (what: string) => `Bekreft: ${what}`,
    rejectTitle: 'Avvis det som ble sagt',
    withdrawTitle: 'Trekk tilbake det du sa',
    rejectHelp: 'Den forblir i tvil, og begrunnelsen blir stående i historikken.',
    cannot: 'Det ble sagt et sted der folk har andre navn, så ingen kan skille to personer: bekreft det der.',
    rule: 'Jobben krever en person til: det du sier her, må en annen bruker bekrefte.',
    noUsers:
      'Jobben krever en person til, og her logger ingen inn. Sett opp brukere i bilag.yaml (bilag token NAVN --role operator), eller bruk bilag resolve som to brukere av systemet.',
  },
  done: {
    decided: 'Det er avgjort.',
    proposed: 'Notert. En person til må bekrefte det nå.',
    rejected: 'Det er tatt bort; sendingen er fortsatt i tvil.',
  },
} satisfies Translation<typeof en>;
