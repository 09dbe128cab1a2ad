import { CronExpressionParser } from 'cron-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainCron } from '../../src/core/cron.ts';

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

function piece([least, greatest]: readonly [number, number]) {
  const value = fc.integer({ min: least, max: greatest });
  const range = fc.tuple(value, value).map((ends) => ends.sort((a, b) => a - b).join('-'));
  const base = fc.oneof(fc.constant('*'), value.map(String), range);
  const step = fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined, freq: 3 });
  return fc.tuple(base, step).map(([text, every]) => (every === undefined ? text : `${text}/${every}`));
}
const expression = fc
  .tuple(...RANGES.map((range) => fc.array(piece(range), { minLength: 1, maxLength: 2 })))
  .map((fields) => fields.map((pieces) => pieces.join(',')).join(' '));

test('what nothing is said against is what the scheduler follows, and the other way round', () => {
  fc.assert(
    fc.property(expression, (cron) => {
      const follows = () => CronExpressionParser.parse(cron, { currentDate: new Date(0), tz: 'UTC' });
      if (explainCron(cron) === undefined) follows();
      // A star beside other values says them twice; the scheduler lets some of these pass.
      else if (!/\*[^ ]*,|,\*/.test(cron)) expect(follows, cron).toThrow();
    }),
    { numRuns: 400 },
  );
});
