import { byMonday, digits, listed, span, WORKING_DAYS, type Wording } from './cron-wording.ts';

const DAYS = ['søndag', 'mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag'];
const MONTHS = 'januar februar mars april mai juni juli august september oktober november desember'.split(' ');

export default {
  everyDay: 'hver dag',
  time: (parts) => digits(parts, '.'),
  at: (times) => `kl. ${listed(times, 'og')}`,
  everyMinutes: (step) => (step === 1 ? 'hvert minutt' : `hvert ${step}. minutt`),
  everyHour: (minute) => (minute === 0 ? 'hver hele time' : `hver time, ${minute} minutter over`),
  everyHours: (step, from) =>
    `${step === 1 ? 'hver time' : step === 2 ? 'annenhver time' : `hver ${step}. time`}${from === undefined ? '' : `, første gang kl. ${from}`}`,
  fromTo: (first, last) => `fra kl. ${first} til ${last}`,
  weekdays(days) {
    if (String(days) === WORKING_DAYS) return 'hverdager';
    const ends = span(days);
    if (ends !== undefined) return `${DAYS[ends[0]]} til ${DAYS[ends[1]]}`;
    return listed(
      byMonday(days).map((day) => `${DAYS[day]}er`),
      'og',
    );
  },
  monthDays: (days, maybe) =>
    `den ${listed(
      days.map((day) => `${day}.`),
      'og',
    )} i måneden${maybe ? ' (i måneder som har den)' : ''}`,
  inMonths: (months) =>
    `i ${listed(
      months.map((month) => MONTHS[month - 1]!),
      'og',
    )}`,
} satisfies Wording;
