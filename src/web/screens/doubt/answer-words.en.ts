import { agree, counted } from '../../counted.en.ts';

const are = (n: number, one: string, many: string) => (n === 1 ? `It is ${one}` : `They are ${many}`);

export default {
  title: 'Your answer',
  answer: {
    entries: {
      booked: (n: number) => are(n, 'booked', 'booked'),
      'not-booked': (n: number) => are(n, 'not booked', 'not booked'),
    },
    contact: { booked: (_n: number) => 'It is created', 'not-booked': (_n: number) => 'It is not created' },
    field: { booked: (_n: number) => 'It is there and active', 'not-booked': (_n: number) => 'It is not there' },
    activation: { booked: (_n: number) => 'It is active', 'not-booked': (_n: number) => 'It is not active' },
  },
  follows: {
    booked: (n: number) =>
      `bilag counts ${agree(n, 'it', 'them')} as done and never sends ${agree(n, 'it', 'them')} again.`,
    not: (n: number) =>
      n === 1
        ? 'bilag sends it again at once. If it is in the service after all, it is there twice.'
        : 'bilag sends them again at once. If they are in the service after all, they are there twice.',
    notField:
      'bilag sends it again and activates it. If it is there and only not active, activate it in the service instead, and answer that it is active.',
    notCancelled: 'The import was cancelled: nothing is sent. What was in it waits under Rows with errors.',
    notRecovered: 'What was sent is not known here any more: nothing is sent. Import the file again.',
  },
  wait: (until: string) =>
    `You can choose this from ${until}: until then the service may be at work on it. Look again.`,
  correct: 'Correct this answer…',
  correctHelp: 'It takes the place of what was said before, which stays in the history as taken back.',
  some: 'Only some of them',
  someHelp: 'Tick the vouchers that your answer is about. The others stay unconfirmed.',
  chosen: (_n: number, shown: string, all: string) => `${shown} of ${counted(all, 'voucher')}`,
  howKnown: 'How do you know?',
  howHelp: 'It is kept in the history with your name. For example: voucher 34-2026 in the journal.',
  howHelpTwo: 'It is kept with your name, and shown to others when they have answered too.',
  senderGone: 'I have made sure that the process which sent it has ended.',
  send: 'Answer',
  sendThis: (what: string) => `Answer: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
  keep: 'Go back',
  change: 'Change my answer',
  withdraw: 'Withdraw my answer…',
  withdrawNow: 'Withdraw my answer',
  withdrawHelp: 'It stays unconfirmed. That you answered and withdrew it stays in the history.',
  noUsers:
    'The job wants two people to answer, and nobody signs in here. Configure users in bilag.yaml (bilag password NAME --role operator), or use bilag resolve as two users of the system.',
  two: 'Two people answer',
  you: 'You',
  lookFirst: 'look, and answer first',
  lookToo: 'look for yourself, and answer',
  unseen: 'has answered; you see it when you have answered too',
  either: (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names),
  somebody: 'Another person',
  lookUnseen: 'looks without seeing your answer',
  acts: 'bilag acts',
  actsWhen: 'only when two people answer the same',
  disagree: (names: string) => `You and ${names} disagree. Nothing happens until two people agree.`,
  disagreeHelp: 'Look at the same vouchers together; then one of you changes the answer.',
  elsewhere: (names: string) =>
    `${names} answered on the command line, where people have other names. That does not count together with an answer given here.`,
  done: {
    decided: 'It is settled.',
    proposed: 'Your answer is kept. Nothing happens until another person gives the same.',
    withdrawn: 'Your answer is withdrawn.',
  },
};
