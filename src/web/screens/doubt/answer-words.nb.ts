import { agree } from '../../counted.nb.ts';
import type { Translation } from '../../language.ts';
import type en from './answer-words.en.ts';

export default {
  title: 'Ditt svar',
  answer: {
    entries: {
      booked: (n: number) => agree(n, 'Det er bokført', 'De er bokført'),
      'not-booked': (n: number) => agree(n, 'Det er ikke bokført', 'De er ikke bokført'),
    },
    contact: { booked: () => 'Den er opprettet', 'not-booked': () => 'Den er ikke opprettet' },
    field: { booked: () => 'Det finnes og er aktivt', 'not-booked': () => 'Det finnes ikke' },
    activation: { booked: () => 'Det er aktivt', 'not-booked': () => 'Det er ikke aktivt' },
  },
  follows: {
    booked: (n: number) =>
      `bilag regner ${agree(n, 'det', 'dem')} som utført og sender ${agree(n, 'det', 'dem')} aldri på nytt.`,
    not: (n: number) =>
      n === 1
        ? 'bilag sender det på nytt med en gang. Hvis det likevel finnes i tjenesten, står det der to ganger.'
        : 'bilag sender dem på nytt med en gang. Hvis de likevel finnes i tjenesten, står de der to ganger.',
    notField:
      'bilag sender det på nytt og aktiverer det. Hvis det finnes og bare ikke er aktivt, aktiverer du det heller i tjenesten og svarer at det er aktivt.',
    notCancelled: 'Importen ble avbrutt: ingenting sendes. Innholdet venter under «Rader med feil».',
    notRecovered: 'Det som ble sendt, er ikke kjent her lenger: ingenting sendes. Importer filen på nytt.',
  },
  wait: (until: string) => `Kan velges fra ${until}: til da kan tjenesten arbeide med det. Se etter på nytt.`,
  correct: 'Rett dette svaret …',
  correctHelp: 'Det erstatter det som ble sagt før, som blir stående i historikken som trukket tilbake.',
  some: 'Bare noen av dem',
  someHelp: 'Kryss av for bilagene som svaret gjelder. De andre forblir uavklarte.',
  chosen: (_n: number, shown: string, all: string) => `${shown} av ${all} bilag`,
  howKnown: 'Hvordan vet du det?',
  howHelp: 'Det lagres i historikken med navnet ditt. For eksempel: bilag 34-2026 i hovedboken.',
  howHelpTwo: 'Det lagres med navnet ditt, og vises til andre når de også har svart.',
  senderGone: 'Jeg har forsikret meg om at prosessen som sendte det, er avsluttet.',
  send: 'Svar',
  sendThis: (what: string) => `Svar: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
  keep: 'Tilbake',
  change: 'Endre svaret mitt',
  withdraw: 'Trekk svaret mitt …',
  withdrawNow: 'Trekk svaret mitt',
  withdrawHelp: 'Sendingen forblir uavklart. At du svarte og trakk svaret, blir stående i historikken.',
  noUsers:
    'Jobben krever svar fra to personer, og her logger ingen inn. Sett opp brukere i bilag.yaml, eller bruk bilag resolve.',
  two: 'To personer svarer',
  you: 'Du',
  lookFirst: 'ser etter og svarer først',
  lookToo: 'ser etter selv og svarer',
  unseen: 'har svart; du ser svaret når du også har svart',
  either: (names: readonly string[]) => new Intl.ListFormat('nb', { type: 'disjunction' }).format(names),
  somebody: 'En annen person',
  lookUnseen: 'ser etter uten å se svaret ditt',
  acts: 'bilag handler',
  actsWhen: 'først når to personer svarer det samme',
  disagree: (names: string) => `Du og ${names} er uenige. Ingenting skjer før to personer er enige.`,
  disagreeHelp: 'Se på de samme bilagene sammen; så endrer en av dere svaret.',
  elsewhere: (names: string) =>
    `${names} svarte på kommandolinjen, der folk har andre navn. Det teller ikke sammen med et svar som gis her.`,
  done: {
    decided: 'Det er avklart.',
    proposed: 'Svaret ditt er lagret. Ingenting skjer før en annen person svarer det samme.',
    withdrawn: 'Svaret ditt er trukket.',
  },
} satisfies Translation<typeof en>;
