import { describe, expect, test } from 'vitest';
import { explore } from './explore.ts';
import { MUTANTS, SMALL } from './mutants.ts';

describe('the model is not blind', () => {
  test.each(MUTANTS)('found: $name', async ({ mutant, config, breaks }) => {
    const { broken } = await explore({ ...SMALL, ...config }, mutant);
    expect(broken?.promise).toMatch(breaks);
  });

  test('found: a service that applies a request whenever it likes', async () => {
    const { broken } = await explore({ ...SMALL, lateness: 'ever' });
    expect(broken?.promise).toMatch(/may still be booked, and counts as ready/);
  });

  test('found: people who say "not booked" before the quiet period has passed', async () => {
    const { broken } = await explore({ ...SMALL, hasty: true });
    expect(broken?.promise).toMatch(/may still be booked, and counts as ready/);
  });
});
