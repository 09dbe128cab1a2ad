import { byMonday, digits, listed, span, WORKING_DAYS, type Wording } from './cron-wording.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function ordinal(day: number): string {
  const teen = day > 10 && day < 14;
  return `${day}${(!teen && ['th', 'st', 'nd', 'rd'][day % 10]) || 'th'}`;
}

export default {
  everyDay: 'every day',
  time: (parts) => digits(parts, ':'),
  at: (times) => `at ${listed(times, 'and')}`,
  everyMinutes: (step) => (step === 1 ? 'every minute' : `every ${step} minutes`),
  everyHour: (minute) => (minute === 0 ? 'every hour, on the hour' : `every hour, at ${minute} minutes past`),
  everyHours: (step, from) =>
    `${step === 1 ? 'every hour' : `every ${step} hours`}${from === undefined ? '' : `, the first at ${from}`}`,
  fromTo: (first, last) => `from ${first} to ${last}`,
  weekdays(days) {
    if (String(days) === WORKING_DAYS) return 'weekdays';
    const ends = span(days);
    if (ends !== undefined) return `${DAYS[ends[0]]} to ${DAYS[ends[1]]}`;
    return listed(
      byMonday(days).map((day) => `${DAYS[day]}s`),
      'and',
    );
  },
  monthDays: (days, maybe) =>
    `the ${listed(days.map(ordinal), 'and')} of the month${maybe ? ' (in months that have it)' : ''}`,
  inMonths: (months) =>
    `in ${listed(
      months.map((month) => MONTHS[month - 1]!),
      'and',
    )}`,
} satisfies Wording;
