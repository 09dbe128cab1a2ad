import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainCron } from '../../src/core/cron.ts';
import { nextRun } from '../../src/core/next-run.ts';
import { cronWords } from '../../src/reporting/schedule-words.ts';

test.each([
  ['0 6 * * 1-5', 'weekdays at 06:00', 'hverdager kl. 06.00'],
  ['0 6 * * *', 'every day at 06:00', 'hver dag kl. 06.00'],
  ['*/15 * * * *', 'every 15 minutes', 'hvert 15. minutt'],
  ['* * * * *', 'every minute', 'hvert minutt'],
  ['0 * * * *', 'every hour, on the hour', 'hver hele time'],
  ['5 * * * *', 'every hour, at 5 minutes past', 'hver time, 5 minutter over'],
  ['30 */2 * * 1', 'every 2 hours, the first at 00:30, Mondays', 'annenhver time, første gang kl. 00.30, mandager'],
  [
    '*/15 8-16 * * mon-fri',
    'every 15 minutes from 08:00 to 16:45, weekdays',
    'hvert 15. minutt fra kl. 08.00 til 16.45, hverdager',
  ],
  ['0 8-17 * * 6,7', 'every hour from 08:00 to 17:00, Saturdays and Sundays', undefined],
  ['0 6,18 * * 1,3,5', 'Mondays, Wednesdays and Fridays at 06:00 and 18:00', undefined],
  ['0 6 * * 5-7', 'Friday to Sunday at 06:00', 'fredag til søndag kl. 06.00'],
  ['30 0 6 * * 0', 'Sundays at 06:00:30', 'søndager kl. 06.00.30'],
  ['0 6 1,15 * *', 'the 1st and 15th of the month at 06:00', 'den 1. og 15. i måneden kl. 06.00'],
  [
    '0 6 31 * *',
    'the 31st of the month (in months that have it) at 06:00',
    'den 31. i måneden (i måneder som har den) kl. 06.00',
  ],
  ['0 6 1 1,7 *', 'the 1st of the month in January and July at 06:00', 'den 1. i måneden i januar og juli kl. 06.00'],
])('%s: %s', (cron, en, nb) => {
  expect(cronWords(cron, 'en')).toBe(en);
  if (nb !== undefined) expect(cronWords(cron, 'nb')).toBe(nb);
});

test.each(['*/7 * * * *', '0 6 1 * 1', '0 6 */2 * 1', '*/10 * * * * *', '0 6 1-20 * *', 'nonsense', '61 * * * *'])(
  '%s has no words that are sure',
  (cron) => {
    expect(cronWords(cron, 'en')).toBeUndefined();
    expect(cronWords(cron, 'nb')).toBeUndefined();
  },
);

/** Reads the words as a person does, knowing nothing of cron. */
const TONGUES = {
  en: {
    days: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    months: 'january february march april may june july august september october november december'.split(' '),
    weekdays: 'weekdays',
    span: /(\w+day) to (\w+day)/,
    monthDay: /(\d+)(?:st|nd|rd|th)\b/g,
    onDays: 'of the month',
    minutes: /every (\d+) minutes/,
    minute: 'every minute',
    hours: /every (\d+) hours, the first at (\d\d:\d\d)/,
    hourly: /every hour, at (\d+) minutes past/,
    onTheHour: 'on the hour',
    hour: 'every hour from',
    fromTo: /from (\d\d:\d\d) to (\d\d:\d\d)/,
    time: /\d\d(?::\d\d){1,2}/g,
    mark: ':',
  },
  nb: {
    days: ['søndag', 'mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag'],
    months: 'januar februar mars april mai juni juli august september oktober november desember'.split(' '),
    weekdays: 'hverdager',
    span: /(\S+dag) til (\S+dag)/,
    monthDay: /(\d+)\.(?=[ ,]|$)/g,
    onDays: 'i måneden',
    minutes: /hvert (\d+)\. minutt/,
    minute: 'hvert minutt',
    hours: /(annenhver|hver \d+\.) time, første gang kl\. (\d\d\.\d\d)/,
    hourly: /hver time, (\d+) minutter over/,
    onTheHour: 'hver hele time',
    hour: 'hver time fra',
    fromTo: /fra kl\. (\d\d\.\d\d) til (\d\d\.\d\d)/,
    time: /\d\d(?:\.\d\d){1,2}/g,
    mark: '.',
  },
} as const;
const DAY_S = 86_400;

function read(words: string, of: 'en' | 'nb') {
  const tongue = TONGUES[of];
  const text = words.toLowerCase();
  const seconds = (time: string) => {
    const [hour = 0, minute = 0, second = 0] = time.split(tongue.mark).map(Number);
    return hour * 3600 + minute * 60 + second;
  };
  const range = tongue.fromTo.exec(text);
  const [from, to] = range === null ? [0, DAY_S - 1] : [seconds(range[1]!), seconds(range[2]!)];
  const every = (step: number, first = from) => {
    const times: number[] = [];
    for (let at = first; at <= to; at += step) times.push(at);
    return times;
  };
  const minutes = tongue.minutes.exec(text);
  const hours = tongue.hours.exec(text);
  const hourly = tongue.hourly.exec(text);
  const times =
    minutes !== null
      ? every(Number(minutes[1]) * 60)
      : text.includes(tongue.minute)
        ? every(60)
        : hours !== null
          ? every((Number(/\d+/.exec(hours[1]!)?.[0] ?? 2) || 2) * 3600, seconds(hours[2]!))
          : hourly !== null
            ? every(3600, Number(hourly[1]) * 60)
            : text.includes(tongue.onTheHour) || text.includes(tongue.hour)
              ? every(3600)
              : [...text.matchAll(tongue.time)].map(([time]) => seconds(time));
  const named = tongue.days.flatMap((day, at) => (text.includes(day) ? [at] : []));
  const span = tongue.span.exec(text);
  const days = tongue.days as readonly string[];
  const weekdays = text.includes(tongue.weekdays)
    ? [1, 2, 3, 4, 5]
    : span === null
      ? named
      : named.length === 0
        ? []
        : days.flatMap((_, at) => {
            const [first, last] = [days.indexOf(span[1]!), days.indexOf(span[2]!) || 7];
            return (at || 7) >= first && (at || 7) <= last ? [at] : [];
          });
  const months = tongue.months.flatMap((month, at) =>
    new RegExp(`(?<!\\p{L})${month}(?!\\p{L})`, 'u').test(text) ? [at] : [],
  );
  const dates = text.includes(tongue.onDays)
    ? [
        ...text
          .replace(tongue.fromTo, '')
          .replace(tongue.minutes, '')
          .replace(tongue.hours, '')
          .slice(0, text.indexOf(tongue.onDays))
          .matchAll(tongue.monthDay),
      ].map(([, day]) => Number(day))
    : [];
  const isDay = (date: Date) =>
    (weekdays.length === 0 || weekdays.includes(date.getUTCDay())) &&
    (months.length === 0 || months.includes(date.getUTCMonth())) &&
    (dates.length === 0 || dates.includes(date.getUTCDate()));
  return { times: times.sort((a, b) => a - b), isDay };
}

/** The first moments that the words name, later than a time. */
function foretold(words: string, of: 'en' | 'nb', after: number, count: number): number[] {
  const { times, isDay } = read(words, of);
  const found: number[] = [];
  const first = Math.floor(after / 1000 / DAY_S);
  for (let day = first; found.length < count && day < first + 366 * 9; day++) {
    if (!isDay(new Date(day * DAY_S * 1000))) continue;
    for (const time of times) {
      const at = (day * DAY_S + time) * 1000;
      if (at > after && found.length < count) found.push(at);
    }
  }
  return found;
}

const fields = {
  second: fc.constantFrom('0', '0', '30'),
  minute: fc.constantFrom('0', '5', '30', '*', '*/15', '*/7', '0,30', '10-12', '0-59/20', '5,25,45'),
  hour: fc.constantFrom('6', '*', '8-16', '*/2', '6,18', '0-23/3', '20-23', '1-22/3', '0'),
  day: fc.constantFrom('*', '*', '*', '1', '1,15', '31', '29', '5-9', '*/10'),
  month: fc.constantFrom('*', '*', '1', '1,7', 'jun-aug', '*/3', '2'),
  weekday: fc.constantFrom('*', '*', '1-5', '0', '7', '1,3,5', '6,0', 'fri-7', '1-7', '2-4', '0-6', '0-7'),
};

describe('what the words say is when the scheduler runs', () => {
  test.each(['en', 'nb'] as const)('in %s', (of) => {
    let told = 0;
    fc.assert(
      fc.property(fc.record(fields), fc.integer({ min: 0, max: 3_000 }), fc.boolean(), (parts, days, six) => {
        const { second, minute, hour, day, month, weekday } = parts;
        const cron = [...(six ? [second] : []), minute, hour, day, month, weekday].join(' ');
        if (explainCron(cron) !== undefined) return;
        const words = cronWords(cron, of);
        if (words === undefined) return;
        told++;
        const after = Date.UTC(2026, 0, 1) + days * 3_600_000 * 5;
        const expected = foretold(words, of, after, 8);
        let at = after;
        const real = expected.map(() => (at = nextRun({ cron, tz: 'UTC' }, at)));
        expect([cron, words, real.map((time) => new Date(time).toISOString())]).toEqual([
          cron,
          words,
          expected.map((time) => new Date(time).toISOString()),
        ]);
      }),
      { numRuns: 600 },
    );
    expect(told).toBeGreaterThan(60);
  });
});
