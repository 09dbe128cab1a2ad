import { words } from '../../language.ts';

export const signInWords = words({
  en: {
    title: 'Sign in',
    about: 'bilag books your files, and shows what became of them.',
    over: 'Your session has ended. Sign in, and go on where you were.',
    name: 'Name',
    password: 'Password',
    submit: 'Sign in',
    busy: 'Signing in…',
    refused: 'Name or password is wrong.',
    forgotten: 'An administrator can set a new password.',
    tooMany: 'Too many attempts failed.',
    wait: (time: string) => `The next one can be made in ${time}.`,
    tooBusy: 'Many are signing in just now. Try again in a moment.',
  },
  nb: {
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
  },
});
