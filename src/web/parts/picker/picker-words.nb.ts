import { counted } from '../../counted.nb.ts';
import type { Translation } from '../../language.ts';
import type en from './picker-words.en.ts';

export default {
  suggested: 'Forslag',
  of: {
    account: {
      list: 'Kontoer',
      all: (total: string) => `${counted(total, 'konto', 'kontoer')}: skriv et nummer eller et navn`,
      found: (typed: string, found: string, total: string) =>
        `${found} med «${typed}», av ${counted(total, 'konto', 'kontoer')}`,
      none: 'Ingen konto passer. Opprett den i tjenesten, og prøv igjen.',
    },
    'vat-type': {
      list: 'Mva-koder',
      all: (total: string) => `${total} mva-koder: skriv en kode eller et navn`,
      found: (typed: string, found: string, total: string) => `${found} med «${typed}», av ${total} mva-koder`,
      none: 'Ingen mva-kode passer. Opprett den i tjenesten, og prøv igjen.',
    },
  },
  why: {
    replaced: (times: string, all: string, day: string) => `Brukt i stedet i ${times} av ${all} bilag, sist ${day}`,
    rate: (percent: string) => `Den eneste koden med ${percent} %`,
    nearest: 'Nærmest det som står i filen',
  },
  reading: 'Spør tjenesten …',
  away: (since: string) => `Tjenesten svarer ikke. Slik det var ${since}.`,
  awayUnread: 'Tjenesten svarer ikke. Bare det som er brukt i tidligere filer, vises.',
  otherBooks: 'Tjenesten fører nå regnskapet til et annet selskap. Det som vises, gjelder dette selskapet.',
  partial: 'Tjenesten kan ha flere enn den viser. Du kan skrive nummeret.',
} satisfies Translation<typeof en>;
