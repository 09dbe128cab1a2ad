import type { Translation } from '../../language.ts';
import type en from './words.en.ts';

export default {
  title: 'Logg inn',
  about: 'bilag bokfører filene dine og viser hvordan det gikk.',
  over: 'Økten er utløpt. Logg inn for å fortsette der du var.',
  name: 'Navn',
  password: 'Passord',
  submit: 'Logg inn',
  busy: 'Logger inn …',
  refused: 'Feil navn eller passord.',
  forgotten: 'En administrator kan sette et nytt passord.',
  tooMany: 'For mange mislykkede forsøk.',
  wait: (time: string) => `Prøv igjen om ${time}.`,
  tooBusy: 'Mange logger inn akkurat nå. Prøv igjen om litt.',
} satisfies Translation<typeof en>;
