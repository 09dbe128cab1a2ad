import type { Translation } from '../../language.ts';
import type en from './words.en.ts';

export default {
  title: 'Logg inn',
  about: 'bilag bokfører filene dine, og viser hva som ble av dem.',
  over: 'Økten er avsluttet. Logg inn, og fortsett der du var.',
  name: 'Navn',
  password: 'Passord',
  submit: 'Logg inn',
  busy: 'Logger inn …',
  refused: 'Navnet eller passordet er feil.',
  forgotten: 'En administrator kan sette et nytt passord.',
  tooMany: 'For mange mislykkede forsøk.',
  wait: (time: string) => `Neste forsøk kan gjøres om ${time}.`,
  tooBusy: 'Mange logger inn akkurat nå. Prøv igjen om litt.',
} satisfies Translation<typeof en>;
