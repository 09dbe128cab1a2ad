import { describe, expect, test } from 'vitest';
import { type Account, send, soundAccount } from './contacts-account.ts';

const { judgeContacts } = await import(new URL('../../chaos/contacts/judge.mjs', import.meta.url).href);

/** Findings by list and kind, as `lost:lost`, of the sound account, changed. */
function found(bend: (account: Account) => void): Record<string, number> {
  const account = soundAccount();
  bend(account);
  const { doubt, ...lists } = judgeContacts(account);
  const counts: Record<string, number> = {};
  for (const [list, findings] of Object.entries({ ...lists, missed: doubt.missed, needless: doubt.needless })) {
    for (const { what, words } of findings as { what: string; words: string }[]) {
      expect(words).toMatch(/\.$/);
      counts[`${list}:${what}`] = (counts[`${list}:${what}`] ?? 0) + 1;
    }
  }
  return counts;
}

const batchOf = ({ ledger }: Account, num: number, no: number) =>
  ledger.batches.find((each: Account) => each.import === num && each.no === no);
const contactOf = ({ said }: Account, name: string) =>
  said.contacts.find(({ body }: Account) => body.Info.Name === name);
const without = (list: Account[], gone: Account) => list.splice(list.indexOf(gone), 1);
const fieldOf = ({ said }: Account, wanted: string) => said.fields.find(({ name }: Account) => name === wanted);
/** The first attempt at Ola was cut. */
const cut = (account: Account, applied: boolean) => {
  without(account.said.contacts, contactOf(account, 'Ola'));
  const { id } = account.ledger.attempts.at(-1);
  account.ledger.attempts.pop();
  account.requests = account.requests.filter((each: Account) => each.id !== id);
  return send(account, 1, 22, { whole: false, applied });
};
const settled = (account: Account, attempt: string, became: string, who = 'probe') =>
  account.ledger.decisions.push({ import: 1, batch: 22, attempt, became, part: null, who });

describe('nothing is found where nothing is wrong', () => {
  test('with fields, held rows and contacts that exist', () => {
    expect(found(() => undefined)).toEqual({});
  });

  test('with a contact in doubt that a look-up found, or did not find and sent again', () => {
    const showId = (account: Account) => {
      account.said.shown[0].trail[1]['service ID'] = String(contactOf(account, 'Ola').id);
    };
    const there = found((account) => {
      settled(account, cut(account, true), 'booked');
      showId(account);
    });
    expect(there).toEqual({});
    const absent = found((account) => {
      settled(account, cut(account, false), 'not-booked');
      send(account, 1, 22);
      showId(account);
    });
    expect(absent).toEqual({});
  });

  test('with an activation that was sent again whatever became of it', () => {
    const again = found((account) => {
      account.requests.find(({ path }: Account) => path.endsWith('activate')).replyWhole = false;
      send(account, 1, 11);
    });
    expect(again).toEqual({});
  });
});

describe('of contacts is found', () => {
  test.each<[string, (account: Account) => void, Record<string, number>]>([
    [
      'one that is not there, though bilag says so',
      (account) => without(account.said.contacts, contactOf(account, 'Ola')),
      { 'lost:lost': 1, 'claimedButAbsent:claimed': 1, 'totals:id-differs': 1 },
    ],
    [
      'one that stands there twice',
      (account) => account.said.contacts.push({ ...contactOf(account, 'Ola'), id: 999 }),
      { 'twice:twice': 1 },
    ],
    [
      'one that no file says',
      (account) => account.said.contacts.push({ ...contactOf(account, 'Ola'), body: { Info: { Name: 'Geir' } } }),
      { 'unexpected:unknown': 1 },
    ],
    [
      'a held one that was created',
      (account) => account.said.contacts.push({ ...contactOf(account, 'Ola'), body: { Info: { Name: 'Per' } } }),
      { 'unexpected:error-booked': 1, 'unexpected:otherwise': 1 },
    ],
    [
      'another address',
      (account) => contactOf(account, 'Ola').is.address.splice(4, 1, 'Bergen'),
      { 'unexpected:otherwise': 1 },
    ],
    [
      'a custom value that is not there',
      (account) => Object.assign(contactOf(account, 'Ola').is, { custom: {} }),
      { 'unexpected:otherwise': 1 },
    ],
    [
      'one that waits for no reason',
      (account) => Object.assign(batchOf(account, 1, 22), { state: 'ready' }),
      { 'unsettled:batch-waits': 1, 'unexpected:not-said': 1, 'totals:state-wrong': 1, 'totals:receipt-differs': 1 },
    ],
    [
      'one that was sent again while nobody knew',
      (account) => {
        cut(account, true);
        send(account, 1, 22);
        account.said.shown[0].trail[1]['service ID'] = String(contactOf(account, 'Ola').id);
      },
      { 'twice:twice': 1, 'twice:sent-again': 1 },
    ],
    [
      'a doubt that nobody was told of',
      (account) => {
        const id = cut(account, true);
        account.ledger.attempts.at(-1).outcome = 'booked';
        settled(account, id, 'booked');
        account.said.shown[0].trail[1]['service ID'] = String(contactOf(account, 'Ola').id);
      },
      { 'missed:doubt-missed': 1 },
    ],
    [
      "another contact's ID beside a row",
      (account) => {
        account.said.shown[0].trail[1]['service ID'] = account.said.shown[0].trail[0]['service ID'];
      },
      { 'totals:id-differs': 1 },
    ],
    [
      'no ID beside a row whose reply said it',
      (account) => {
        account.said.shown[0].trail[1]['service ID'] = '';
      },
      { 'totals:id-differs': 1 },
    ],
    [
      'a receipt that counts otherwise',
      (account) => {
        account.said.shown[0].receipt.contacts.existing = 0;
      },
      { 'totals:receipt-differs': 1 },
    ],
    ['a row that is not in the trail', (account) => account.said.shown[0].trail.pop(), { 'totals:trail-differs': 1 }],
  ])('%s', (_, bend, findings) => {
    expect(found(bend)).toEqual(findings);
  });

  test('more than the first without its custom values, where the service drops them', () => {
    const dropped = (names: readonly string[]) =>
      found((account) => {
        account.quirks = { customValues: 'ignored' };
        for (const name of names) contactOf(account, name).is.custom = {};
      });
    expect(dropped(['Kari'])).toEqual({});
    expect(dropped(['Kari', 'Ola'])).toEqual({ 'unexpected:values-lost': 1 });
  });
});

describe('of custom fields is found', () => {
  test.each<[string, (account: Account) => void, Record<string, number>]>([
    [
      'one that is not there, though bilag says so',
      (account) => without(account.said.fields, fieldOf(account, 'Kvote')),
      { 'lost:lost': 1, 'claimedButAbsent:claimed': 1 },
    ],
    [
      'one that is not there, and nobody was told',
      (account) => {
        without(account.said.fields, fieldOf(account, 'Kvote'));
        batchOf(account, 1, 12).state = 'withdrawn';
      },
      { 'lost:lost': 1 },
    ],
    [
      'one that stands there twice',
      (account) => account.said.fields.push({ ...fieldOf(account, 'Kvote') }),
      { 'twice:twice': 1 },
    ],
    [
      'one that is called done and is not active',
      (account) => Object.assign(fieldOf(account, 'Vekt'), { status: 20 }),
      { 'claimedButAbsent:inactive': 1 },
    ],
    [
      'one of another type',
      (account) => Object.assign(fieldOf(account, 'Vekt'), { type: 'Text' }),
      { 'unexpected:otherwise': 1 },
    ],
    [
      'one that nobody asked for',
      (account) => account.said.fields.push({ ...fieldOf(account, 'Vekt'), name: 'Høyde' }),
      { 'unexpected:unknown': 1 },
    ],
  ])('%s', (_, bend, findings) => {
    expect(found(bend)).toEqual(findings);
  });
});
