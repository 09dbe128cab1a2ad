export default {
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
};
