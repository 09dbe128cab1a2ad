import { expect, test } from 'vitest';
import { rankValues } from '../../../src/core/nearest.ts';
import { AccountSlots, accountIssue } from '../../../src/kinds/bookings/accounts.ts';
import { account } from '../../reading/reading-rows.ts';

test('what is known of a number holds for all texts that the job maps to it', () => {
  const slots = new AccountSlots({ '1500': '1501', A: '1501' });
  const first = ['1500', 'A'].map((text) => slots.slot(text));
  slots.slot('1920');
  const unresolved = slots.takeUnresolved();
  expect(unresolved.map(({ number }) => number)).toEqual(['1501', '1501', '1920']);
  for (const slot of unresolved) slot.lookup = { found: 'one', account: account(slot.number) };
  expect(slots.slot('1501')).toMatchObject({ text: '1501', lookup: first[1]!.lookup });
  expect(slots.slot('1920')).toBe(unresolved[2]);
  expect(slots.takeUnresolved()).toEqual([]);
});

test('a text that the job maps to what the service does not have is a cause of its own', () => {
  const slots = new AccountSlots({ A: '3015' });
  const [mapped, plain] = ['A', '3015'].map((text) => {
    const slot = slots.slot(text);
    slot.lookup = { found: 'none' };
    return accountIssue(slot, 'Konto', [])!;
  });
  expect(mapped).toMatchObject({
    value: 'A',
    message: 'Account 3015, which the job has for "A", is unknown to the service.',
    suggestion: 'Create it in the service, or map it in the job: accounts: { "A": "…" }.',
  });
  expect(plain).toMatchObject({ value: '3015', message: 'Account 3015 is unknown to the service.' });
});

test('what can be no account number is never asked for', () => {
  const slots = new AccountSlots({});
  for (const text of ['0123', '12a', '1 920', '-5', '1.5', '1234567890123456', 'constructor', '']) {
    expect(accountIssue(slots.slot(text), 'Konto', []), text).toMatchObject({
      code: 'account-invalid',
      column: 'Konto',
      value: text,
    });
  }
  expect(slots.takeUnresolved()).toEqual([]);
});

test('an unknown number names the nearest that are known; several are an issue, one is none', () => {
  const slot = new AccountSlots({}).slot('3015');
  slot.lookup = { found: 'none' };
  const known = ['1920', '3000', '3020', '3010', '8000'].map((number) => account(number));
  const issue = accountIssue(slot, 'Konto', known)!;
  expect(issue).toMatchObject({ code: 'account-unknown', value: '3015' });
  // In the order in which the dashboard suggests them.
  const ranked = rankValues(
    '3015',
    known.map(({ number, name }) => ({ value: number, name })),
  ).map(({ value, name }) => `${value} (${name})`);
  expect(ranked.slice(0, 3)).toEqual(['3010 (Konto 3010)', '3020 (Konto 3020)', '3000 (Konto 3000)']);
  expect(issue.suggestion).toContain(`Nearest in this file: ${ranked.slice(0, 3).join(', ')}. `);
  expect(issue.facts).toEqual({ near: ranked.slice(0, 3) });
  // A name may hold a comma: each account stays one.
  const bank = { ...account('3010'), name: 'Salg, høy sats' };
  expect(accountIssue(slot, 'Konto', [bank])!.facts).toEqual({ near: ['3010 (Salg, høy sats)'] });
  slot.lookup = { found: 'several', count: 2 };
  expect(accountIssue(slot, 'Konto', known)).toMatchObject({ code: 'account-ambiguous' });
  slot.lookup = { found: 'one', account: known[0]! };
  expect(accountIssue(slot, 'Konto', known)).toBeUndefined();
});

test('a number with its name, or as a decimal, is that number where the service has it', () => {
  const slots = new AccountSlots({ '1500': '1501' });
  for (const text of ['1920 Bankinnskudd', '1920.0', '1920 - Bank', '1920'])
    expect(slots.slot(text).number).toBe('1920');
  expect(slots.slot('1500 Kunder').number).toBe('1501');
  const unresolved = slots.takeUnresolved();
  for (const slot of unresolved) slot.lookup = { found: 'one', account: account(slot.number) };
  expect(accountIssue(slots.slot('1920 Bankinnskudd'), 'Konto', [])).toBeUndefined();

  for (const text of ['3015 Salg', '3015.0']) {
    const slot = new AccountSlots({}).slot(text);
    slot.lookup = { found: 'none' };
    expect(accountIssue(slot, 'Konto', [])).toMatchObject({
      code: 'account-invalid',
      value: text,
      facts: {},
      message: `"${text}" is not an account number: the service's are whole numbers without leading zeros.`,
    });
  }
  for (const text of ['1920.5', '1 920 Bank', '12 Bank', '1920 1930', '1920x'])
    expect(slots.slot(text).number).toBe(text);
});
