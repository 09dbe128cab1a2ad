import type { Translation } from '../../language.ts';
import type en from './decision-words.en.ts';
import type { Verbs } from './verbs.ts';

export default {
  set: {
    title: {
      account: (from: string) => `En annen konto for ${from}`,
      vat: (from: string) => `En annen mva-kode for ${from}`,
      other: (from: string) => `En annen verdi for ${from}`,
    },
    empty: 'den tomme cellen',
    label: {
      account: 'Konto som skal brukes i stedet',
      vat: 'Mva-kode som skal brukes i stedet',
      other: 'Verdi som skal brukes i stedet',
    },
    suggestions: 'Forslag, de nærmeste først',
    remember: (from: string, to: string) => `Husk for denne jobben: ${from} i filen betyr ${to}`,
    ask: (to: string, from: string, scale: string) => `Bruke ${to} i stedet for ${from} i ${scale}?`,
    askEmpty: (to: string, scale: string) => `Sette ${to} i de tomme cellene i ${scale}?`,
    do: (scale: string) => `Rett ${scale}`,
    help: 'Selve filen endres ikke: det du bestemmer, lagres med navnet ditt. Ingenting bokføres ennå.',
  },
  skip: {
    title: 'Hopp over rader',
    ask: (scale: string) =>
      `Hoppe over ${scale}? De bokføres ikke, og telles som hoppet over. Det kan angres fra importens side.`,
    do: (scale: string) => `Hopp over ${scale}`,
  },
  book: {
    title: 'Ikke et duplikat',
    ask: (v: Verbs, scale: string) => `Skal ${scale} ${v.toBe} en gang til, selv om det samme er ${v.done} før?`,
    do: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
  },
  retry: {
    title: 'Prøv igjen',
    titleCorrected: (v: Verbs) => `${v.Do} det som er rettet`,
    ask: (v: Verbs, scale: string) =>
      `Kontrollere ${scale} på nytt og ${v.do} de uten feil? Gjør dette når årsaken er rettet: her, i jobben eller i tjenesten.`,
    askCorrected: (v: Verbs, scale: string) => `Skal ${scale} ${v.toBe} slik de er rettet?`,
    stillHeld: (held: string) => `Fortsatt på vent med feil: ${held}.`,
    do: (scale: string) => `Prøv ${scale} igjen`,
    doCorrected: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
  },
  answer: {
    ask: (scale: string, then: string) => `Svaret gjelder ${scale}. ${then} Det som er på vent, kontrolleres på nytt.`,
    do: (scale: string) => `Svar for ${scale}`,
  },
  keep: 'Husk dette i jobben for de neste filene',
  series: 'Hva kaller du denne serien?',
  reasonHelp: 'Den lagres i historikken til importen, med navnet ditt.',
  reasonMissing: 'Skriv en begrunnelse.',
  valueMissing: 'Skriv verdien som skal brukes i stedet.',
  counting: 'Teller …',
  working: 'Arbeider …',
  changed: (scale: string) => `Utvalget er endret og er nå ${scale}. Ingenting er gjort.`,
  unsaved: 'Noen endringer lot seg ikke lagre. Lagre eller angre dem først.',
} satisfies Translation<typeof en>;
