import { words } from '../../language.ts';
import type { Verbs } from './verbs.ts';

/** Words of a decision about many rows, which is confirmed first. */
export const decisions = words({
  en: {
    set: {
      title: {
        account: (from: string) => `Another account for ${from}`,
        vat: (from: string) => `Another VAT code for ${from}`,
        other: (from: string) => `Another value for ${from}`,
      },
      empty: 'the empty cell',
      label: {
        account: 'Account to use instead',
        vat: 'VAT code to use instead',
        other: 'Value to use instead',
      },
      suggestions: 'Suggestions, nearest first',
      remember: (from: string) => `Remember it in the job: ${from} always means this account`,
      rememberHelp: 'It is written into the job’s file, under accounts.',
      ask: (to: string, from: string, scale: string) => `Use ${to} instead of ${from} in ${scale}?`,
      askEmpty: (to: string, scale: string) => `Put ${to} into the empty cells of ${scale}?`,
      do: (scale: string) => `Mend ${scale}`,
      help: 'The file itself stays as it is: what you decide is kept beside it, with your name. Nothing is booked yet.',
    },
    skip: {
      title: 'Skip rows',
      ask: (scale: string) => `Skip ${scale}? They are never booked from this file, and count as skipped.`,
      do: (scale: string) => `Skip ${scale}`,
    },
    book: {
      title: 'Not a duplicate',
      ask: (v: Verbs, scale: string) => `${v.Do} ${scale} once more, though the same was ${v.done} before?`,
      do: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
    },
    retry: {
      title: 'Retry',
      titleMended: (v: Verbs) => `${v.Do} the mended ones`,
      ask: (v: Verbs, scale: string) =>
        `Plan ${scale} again, and ${v.do} what is sound? Do this when what was wrong is mended: here, in the job or in the service.`,
      askMended: (v: Verbs, scale: string) => `${v.Do} ${scale}, as they were mended?`,
      stillHeld: (held: string) => `What is still wrong in ${held} of them keeps those waiting.`,
      do: (scale: string) => `Retry ${scale}`,
      doMended: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
    },
    reasonHelp: 'It stands in the history of the import, with your name.',
    reasonMissing: 'Give a reason.',
    valueMissing: 'Give the value to use instead.',
    counting: 'Counting…',
    working: 'Working…',
    changed: (scale: string) => `Others match now than a moment ago: ${scale}. Nothing was done yet.`,
    unsaved: 'Some edits could not be saved. Save or undo them first.',
  },
  nb: {
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
      remember: (from: string) => `Husk det i jobben: ${from} betyr alltid denne kontoen`,
      rememberHelp: 'Det skrives i jobbens fil, under accounts.',
      ask: (to: string, from: string, scale: string) => `Bruke ${to} i stedet for ${from} i ${scale}?`,
      askEmpty: (to: string, scale: string) => `Sette ${to} i de tomme cellene i ${scale}?`,
      do: (scale: string) => `Rett ${scale}`,
      help: 'Selve filen blir som den er: det du bestemmer, lagres ved siden av, med navnet ditt. Ingenting bokføres ennå.',
    },
    skip: {
      title: 'Hopp over rader',
      ask: (scale: string) => `Hoppe over ${scale}? De bokføres aldri fra denne filen, og telles som hoppet over.`,
      do: (scale: string) => `Hopp over ${scale}`,
    },
    book: {
      title: 'Ikke et duplikat',
      ask: (v: Verbs, scale: string) => `Skal ${scale} ${v.toBe} en gang til, selv om det samme er ${v.done} før?`,
      do: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
    },
    retry: {
      title: 'Prøv på nytt',
      titleMended: (v: Verbs) => `${v.Do} de rettede`,
      ask: (v: Verbs, scale: string) =>
        `Planlegge ${scale} på nytt, og ${v.do} det som er i orden? Gjør dette når det som var galt, er rettet: her, i jobben eller i tjenesten.`,
      askMended: (v: Verbs, scale: string) => `Skal ${scale} ${v.toBe} slik de er rettet?`,
      stillHeld: (held: string) => `${held} av dem har fortsatt feil, og blir ventende.`,
      do: (scale: string) => `Prøv ${scale} på nytt`,
      doMended: (v: Verbs, scale: string) => `${v.Do} ${scale}`,
    },
    reasonHelp: 'Den står i importens historikk, med navnet ditt.',
    reasonMissing: 'Skriv en begrunnelse.',
    valueMissing: 'Skriv verdien som skal brukes i stedet.',
    counting: 'Teller …',
    working: 'Arbeider …',
    changed: (scale: string) => `Det er andre som passer nå enn for litt siden: ${scale}. Ingenting er gjort ennå.`,
    unsaved: 'Noen endringer lot seg ikke lagre. Lagre eller angre dem først.',
  },
});
