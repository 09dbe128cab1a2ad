import { amountText } from './journal.mjs';

/**
 * A benchmark of something that books wrongly is worth nothing: what the receipt says, and what stands in the service,
 * must be what was written into the files.
 * @param booked control totals of the files that were booked so far
 * @throws Error that lists what differs
 */
export async function checkBooked(service, booked) {
  const found = [];
  const expect = expecter(found);
  const { count, lines, totals } = await service.booked();
  expect('entries in the service', count, sum(booked, 'entries'));
  expect('lines in the service', lines, sum(booked, 'lines'));
  compareTotals(totals, booked, (account) => `account ${account} in the service`, expect);
  fail(found);
}

/**
 * @param control control totals of the file that was imported
 * @param outcome `booked` or `duplicate`: what became of all of it
 */
export function checkReceipt(receipt, control, outcome) {
  const found = [...(receipt.mismatches ?? [])];
  const expect = expecter(found);
  expect('rows read', receipt.rows.read, control.rows);
  expect(`rows ${outcome}`, receipt.rows[outcome], control.rows);
  expect('entries planned', receipt.entries.planned, control.entries);
  expect(`entries ${outcome}`, receipt.entries[outcome], control.entries);
  const totals = (key) => Object.fromEntries(receipt.totals.accounts.map((each) => [each.account, each[key]]));
  compareTotals(totals('file'), [control], (account) => `account ${account} of the file in the receipt`, expect);
  const booked = outcome === 'booked' ? [control] : [];
  compareTotals(totals('booked'), booked, (account) => `account ${account} as booked in the receipt`, expect);
  fail(found);
}

function compareTotals(totals, controls, what, expect) {
  const accounts = new Set([...Object.keys(totals), ...controls.flatMap((control) => [...control.totals.keys()])]);
  for (const account of accounts) {
    const cents = controls.reduce((all, control) => all + (control.totals.get(account) ?? 0), 0);
    const given = totals[account];
    // An account without a booking may be left out.
    if (given === undefined && cents === 0) continue;
    expect(what(account), Number(given), Number(amountText(cents, '.')));
  }
}

function sum(controls, key) {
  return controls.reduce((all, control) => all + control[key], 0);
}

export function expecter(found) {
  return (what, given, expected) => {
    if (given !== expected) found.push(`${what}: ${given}, expected ${expected}`);
  };
}

export function fail(found) {
  if (found.length > 0) throw new Error(`The import is wrong:\n  ${found.slice(0, 20).join('\n  ')}`);
}
