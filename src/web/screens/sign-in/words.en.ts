export default {
  title: 'Sign in',
  about: 'bilag books your files and shows what happened to them.',
  over: 'Your session has ended. Sign in to continue where you were.',
  name: 'Name',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in…',
  refused: 'Wrong name or password.',
  forgotten: 'An administrator can set a new password.',
  tooMany: 'Too many failed attempts.',
  wait: (time: string) => `Try again in ${time}.`,
  tooBusy: 'Many people are signing in right now. Try again in a moment.',
};
