import { describe, expect, test } from 'vitest';
import { type Account, send, setAside, sumUp } from './account.ts';
import { batchOf, bent, found, request, row, unbook } from './judging.ts';

/** Sums that a finding about the books always comes with: of both accounts. */
const SUMS = { 'totals:account-differs': 2 };

describe('each kind is found, and nothing else', () => {
  const withdrawn = (account: Account) => {
    unbook(account, row(account, 1).id);
    batchOf(account, 1).state = 'withdrawn';
    account.ledger.attempts = account.ledger.attempts.filter(({ batch }: Account) => batch !== 1);
    account.requests.shift();
  };
  const cases: [name: string, bend: (account: Account) => void, expected: Record<string, number>][] = [
    [
      'a file that was never received',
      (account) => {
        const { ledger } = account;
        for (const table of Object.keys(ledger)) ledger[table] = [];
        account.requests = [];
        account.booked = { count: 0, totals: {}, entries: [] };
      },
      { 'lost:lost': 3 },
    ],
    [
      'lost: entries of which nothing is said any more',
      withdrawn,
      { 'lost:lost': 2, 'totals:rows-differ': 1, 'totals:sums-differ': 2, 'totals:row-nowhere': 2 },
    ],
    [
      'lost: a duplicate of what is booked nowhere',
      (account) => {
        withdrawn(account);
        setAside(account, 1, 'Faktura 1', 'duplicate');
        setAside(account, 1, 'Faktura 2', 'duplicate-skipped');
      },
      { 'lost:lost': 2, 'unexpected:duplicate': 2 },
    ],
    [
      'lost: one of two equal purchases taken for a duplicate of the other',
      (account) => {
        unbook(account, row(account, 3).id);
        batchOf(account, 3).state = 'withdrawn';
        account.requests.splice(2, 1);
        account.ledger.attempts = account.ledger.attempts.filter(({ batch }: Account) => batch !== 3);
        setAside(account, 1, 'Kaffe', 'duplicate', 1);
      },
      { 'lost:lost': 1 },
    ],
    [
      'booked twice',
      ({ booked }) => {
        booked.entries.push(structuredClone(booked.entries[0]));
        sumUp(booked);
      },
      { 'twice:twice': 1, ...SUMS },
    ],
    [
      'booked a third time, of two equal ones',
      ({ booked }) => {
        booked.entries.push(structuredClone(booked.entries[2]));
        sumUp(booked);
      },
      { 'twice:twice': 1, ...SUMS },
    ],
    [
      'of two equal ones, one was sent twice and the other never: the sums are right',
      ({ booked }) => {
        booked.entries[3].requestId = booked.entries[2].requestId;
      },
      { 'claimedButAbsent:claimed': 1 },
    ],
    [
      'one lost and another booked twice, of equal amounts: the sums are right',
      ({ booked }) => {
        for (const line of booked.entries[0].lines) line.Description = 'Faktura 2';
        for (const at of [0, 1]) booked.entries[0].lines[at].Amount = booked.entries[1].lines[at].Amount;
        sumUp(booked);
      },
      { 'lost:lost': 1, 'claimedButAbsent:claimed': 1, 'twice:twice': 1, ...SUMS },
    ],
    [
      'something that no file says',
      ({ booked }) => {
        const other = structuredClone(booked.entries[0]);
        for (const line of other.lines) line.Description = 'Fra ingensteds';
        booked.entries.push(other);
        sumUp(booked);
      },
      { 'unexpected:unknown': 1, ...SUMS },
    ],
    [
      'a planted error that stands booked',
      ({ booked }) => {
        const error = structuredClone(booked.entries[0]);
        for (const line of error.lines) line.Description = 'Uten konto';
        for (const [at, amount] of ['7.00', '-7.00'].entries()) error.lines[at].Amount = amount;
        booked.entries.push(error);
        sumUp(booked);
      },
      { 'unexpected:error-booked': 1, ...SUMS },
    ],
    [
      'a wrong amount',
      ({ booked }) => {
        booked.entries[0].lines[0].Amount = '12.31';
        sumUp(booked);
      },
      { 'unexpected:otherwise': 1, 'totals:account-differs': 1 },
    ],
    [
      'a wrong account',
      ({ booked }) => {
        booked.entries[0].lines[1].AccountNumber = 4301;
        sumUp(booked);
      },
      { 'unexpected:otherwise': 1, ...SUMS },
    ],
    [
      'a wrong date',
      ({ booked }) => {
        booked.entries[0].lines[1].FinancialDate = '2026-05-01';
      },
      { 'unexpected:otherwise': 1 },
    ],
    [
      'a line too few',
      ({ booked }) => {
        booked.entries[0].lines.pop();
        sumUp(booked);
      },
      { 'unexpected:otherwise': 1, 'totals:account-differs': 1 },
    ],
    [
      'VAT that nobody asked for',
      ({ booked }) => {
        booked.entries[0].lines[1].VatTypeID = 3;
      },
      { 'unexpected:otherwise': 1 },
    ],
    [
      'lines of two entries in one',
      ({ booked }) => {
        booked.entries[0].lines[1].Description = 'Faktura 2';
      },
      { 'unexpected:unknown': 1, 'lost:lost': 1, 'claimedButAbsent:claimed': 1 },
    ],
    [
      'said to be rejected, and booked',
      (account) => {
        batchOf(account, 2).state = 'rejected';
        setAside(account, 1, 'Kaffe', 'rejected');
      },
      { 'unexpected:not-said': 1, ...SUMS },
    ],
    [
      'said to be held, and booked',
      (account) => {
        batchOf(account, 2).state = 'withdrawn';
        setAside(account, 1, 'Kaffe', 'held');
      },
      { 'unexpected:not-said': 1, 'unexpected:fate': 1, ...SUMS },
    ],
    [
      'booked, and about to be sent again',
      (account) => {
        batchOf(account, 2).state = 'ready';
        account.ledger.imports[0].state = 'posting';
      },
      { 'unexpected:not-said': 1, 'unsettled:import-waits': 1, 'unsettled:batch-waits': 1, ...SUMS },
    ],
    [
      'an error that bilag should have held, refused by the service instead',
      ({ ledger }) => {
        ledger.entries[0].state = 'rejected';
      },
      { 'unexpected:fate': 1 },
    ],
    [
      'claimed to be booked, and absent',
      (account) => unbook(account, row(account, 1).id),
      { 'claimedButAbsent:claimed': 2, 'lost:lost': 2, ...SUMS },
    ],
    [
      'a page of HTML taken for a success',
      (account) => {
        row(account, 1).evidence = JSON.stringify({ status: 200, body: '<!DOCTYPE html>' });
      },
      { 'missed:doubt-missed': 1, 'unexpected:unproven': 1 },
    ],
    [
      'a list of fewer entries than were sent taken for a success',
      (account) => {
        row(account, 1).evidence = JSON.stringify({ status: 200, body: '[]' });
      },
      { 'missed:doubt-missed': 1, 'unexpected:unproven': 1 },
    ],
    [
      'a 500 taken for a success',
      (account) => {
        request(account, 1).replyStatus = 500;
      },
      { 'missed:doubt-missed': 1, 'unexpected:unproven': 1 },
    ],
    [
      'a reply of which the last byte never came, taken for a success',
      (account) => {
        request(account, 1).replyWhole = false;
      },
      { 'missed:doubt-missed': 1, 'unexpected:unproven': 1 },
    ],
    [
      'a reply that was given on whole and thrown away unread, taken for a success',
      (account) => {
        Object.assign(request(account, 1), { replyWhole: false, at: { replyWhole: 1_400 } });
        row(account, 1).evidence = JSON.stringify({ error: 'ECONNRESET' });
      },
      { 'missed:doubt-missed': 1, 'unexpected:unproven': 1 },
    ],
    [
      'an attempt without an outcome that nobody put in doubt',
      (account) => {
        Object.assign(row(account, 1), { ended_at: null, outcome: null });
      },
      { 'missed:doubt-missed': 1, 'unexpected:unproven': 1 },
    ],
    [
      'a doubt that was told of another attempt of the batch',
      (account) => {
        const { ledger } = account;
        request(account, 4).replyStatus = 500;
        const later = send(account, 4, { status: 400 });
        const { began_at } = ledger.attempts.find(({ id }: Account) => id === later);
        ledger.events.push({ import: 1, at: began_at + 1, what: 'in-doubt', detail: '{"batch":4}' });
      },
      { 'missed:doubt-missed': 1, 'needless:doubt-needless': 1, 'twice:sent-again': 1 },
    ],
    [
      'a needless doubt',
      ({ ledger }) => {
        ledger.events.push({ import: 1, at: 1e12, what: 'in-doubt', detail: '{"batch":1}' });
      },
      { 'needless:doubt-needless': 1 },
    ],
    [
      'sent again after a time-out: by luck only one was applied',
      (account) => {
        unbook(account, row(account, 1).id);
        request(account, 1).replyWhole = false;
        row(account, 1).outcome = 'not-applied';
        send(account, 1);
      },
      { 'twice:sent-again': 1, 'missed:doubt-missed': 1 },
    ],
    [
      'sent again although it was in doubt, and nobody decided',
      (account) => {
        unbook(account, row(account, 1).id);
        request(account, 1).replyWhole = false;
        row(account, 1).outcome = 'in-doubt';
        send(account, 1);
      },
      { 'twice:sent-again': 1 },
    ],
    [
      'one attempt, two requests',
      ({ requests }) => {
        requests.push({ ...requests[0], n: 9 });
      },
      { 'twice:sent-again': 1 },
    ],
    [
      'a request that no intent stands for',
      ({ ledger, requests }) => {
        requests.push({ ...requests[3], n: 9, id: 'unheard-of' });
        expect(ledger.attempts).toHaveLength(4);
      },
      { 'unexpected:no-intent': 1 },
    ],
    [
      'a body that was not planned',
      ({ requests }) => {
        requests[0].bodySha256 = 'another';
      },
      { 'unexpected:other-body': 1 },
    ],
    [
      'the ledger’s sums are not those of the service',
      (account) => {
        batchOf(account, 1).totals = JSON.stringify({ '1920': '11240', '4300': '-11230' });
      },
      { 'totals:account-differs': 1, 'totals:sums-differ': 1 },
    ],
    [
      'the service’s own sums are not those of its entries',
      ({ booked }) => {
        booked.totals['1920'] = '1.00';
      },
      { 'totals:service-differs': 1 },
    ],
    [
      'a mismatch that bilag itself found',
      ({ ledger }) => {
        ledger.events.push({ import: 1, at: 1, what: 'mismatch', detail: '"6 rows were read"' });
      },
      { 'totals:mismatch': 1 },
    ],
    [
      'a row that was read and is nowhere',
      ({ ledger }) => {
        ledger.entries.shift();
        ledger.imports[0].rows_read--;
        ledger.imports[0].file_totals = JSON.stringify({ '1920': '21130', '4300': '-21130' });
      },
      { 'totals:row-nowhere': 1 },
    ],
    [
      'called completed, with entries that wait',
      ({ ledger }) => {
        ledger.imports[0].state = 'completed';
      },
      { 'totals:state-wrong': 1 },
    ],
    [
      'a doubt that the import does not speak of',
      (account) => {
        batchOf(account, 1).state = 'in-doubt';
        row(account, 1).outcome = 'in-doubt';
        request(account, 1).replyWhole = false;
      },
      { 'totals:state-wrong': 1 },
    ],
    [
      'a sound file that was refused whole',
      ({ ledger }) => {
        ledger.imports.push({ ...ledger.imports[0], num: 2, state: 'rejected', reason: '{}' });
      },
      { 'unexpected:file-refused': 1 },
    ],
  ];
  test.each(cases)('%s', (_name, bend, expected) => {
    expect(found(bent(bend))).toEqual(expected);
  });
});
