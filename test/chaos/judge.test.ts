import { describe, expect, test } from 'vitest';
import { type Account, addBatch, bringIn, send, setAside } from './account.ts';
import { batchOf, bent, found, judge, request, row, unbook } from './judging.ts';

const { timeline } = await import(new URL('../../chaos/timeline.mjs', import.meta.url).href);

describe('nothing is found where nothing is wrong', () => {
  test('with two equal purchases, planted errors and markers in the texts', () => {
    expect(found(bent(() => undefined))).toEqual({});
  });

  test('the same entries exported again, all of them duplicates; each of the equal ones too', () => {
    const again = bent((account) => {
      bringIn(account, 'exported again.csv');
      for (const text of ['Faktura 1', 'Faktura 2', 'Kaffe', 'Stengt']) setAside(account, 2, text, 'duplicate');
      setAside(account, 2, 'Kaffe', 'duplicate', 1);
      setAside(account, 2, 'Uten konto', 'held');
    });
    expect(found(again)).toEqual({});
  });

  test('a reply that was cut, said to be in doubt, and decided by a person as it was', () => {
    for (const applied of [true, false]) {
      const account = bent((each) => {
        const id = row(each, 1).id;
        unbook(each, id);
        each.requests = each.requests.filter((sent: Account) => sent.id !== id);
        each.ledger.attempts = each.ledger.attempts.filter((attempt: Account) => attempt.id !== id);
        const first = send(each, 1, { whole: false, applied });
        const decision = { import: 1, batch: 1, attempt: first, part: null };
        each.ledger.decisions.push({ ...decision, became: applied ? 'booked' : 'not-booked' });
        if (!applied) send(each, 1);
      });
      expect(found(account)).toEqual({});
      expect(judge(account).doubt).toMatchObject({ uncertain: 1, surfaced: 1 });
    }
  });

  test('a reply that was read whole just before its connection broke', () => {
    const account = bent((each) => {
      Object.assign(request(each, 1), { replyWhole: false, ended: 'client-gone', at: { replyWhole: 1_400 } });
    });
    expect(found(account)).toEqual({});
  });

  test('a batch in doubt of which a part was applied, decided entry by entry', () => {
    const account = bent((each) => {
      const id = row(each, 1).id;
      batchOf(each, 1).state = 'split';
      Object.assign(row(each, 1), { outcome: 'in-doubt' });
      request(each, 1).replyWhole = false;
      each.booked.entries = each.booked.entries.filter((entry: Account) => entry.requestId !== id || entry.index === 0);
      addBatch(each, 5, 'booked', [{ text: 'Faktura 1', rows: '2' }], 1);
      addBatch(each, 6, 'booked', [{ text: 'Faktura 2', rows: '3' }], 1);
      each.ledger.decisions.push({ import: 1, batch: 1, attempt: id, became: 'booked', part: '[2]' });
      each.ledger.decisions.push({ import: 1, batch: 6, attempt: id, became: 'not-booked', part: null });
      send(each, 6);
    });
    expect(found(account)).toEqual({});
  });

  test('halves of a batch that was refused whole', () => {
    const account = bent((each) => {
      unbook(each, row(each, 1).id);
      request(each, 1).replyStatus = 400;
      Object.assign(row(each, 1), { outcome: 'rejected' });
      batchOf(each, 1).state = 'split';
      addBatch(each, 5, 'booked', [{ text: 'Faktura 1', rows: '2' }], 1);
      addBatch(each, 6, 'booked', [{ text: 'Faktura 2', rows: '3' }], 1);
      send(each, 5);
      send(each, 6);
    });
    expect(found(account)).toEqual({});
    // The same is a breach where the service may have booked a part of what it refused.
    expect(found({ ...account, rejection: 'unknown' })).toEqual({ 'twice:sent-again': 2, 'missed:doubt-missed': 1 });
  });

  test('an entry that was seen to be refused alone, although it is sound', () => {
    const account = bent((each) => {
      unbook(each, row(each, 2).id);
      request(each, 2).replyStatus = 422;
      batchOf(each, 2).state = 'rejected';
      setAside(each, 1, 'Kaffe', 'rejected');
    });
    expect(found(account)).toEqual({});
    // Said, but not seen.
    request(account, 2).replyStatus = 429;
    expect(found(account)).toEqual({ 'lost:lost': 1 });
  });

  test('a batch that was recovered from the log beside the ledger, without its body and its sums', () => {
    const account = bent((each) => {
      each.ledger.imports[0].recovered = 1;
      batchOf(each, 1).totals = '{}';
      each.ledger.bodies[0].body = Buffer.alloc(0);
      Object.assign(row(each, 1), { ended_at: null, outcome: 'booked', evidence: '{}' });
    });
    expect(found(account)).toEqual({});
    row(account, 1).outcome = null;
    expect(found(account)).toEqual({ 'missed:doubt-missed': 1, 'unexpected:unproven': 1 });
  });

  test('before the end, what is under way', () => {
    const account = bent((each) => {
      unbook(each, row(each, 2).id);
      Object.assign(row(each, 2), { ended_at: null, outcome: null });
      request(each, 2).replyWhole = false;
      batchOf(each, 2).state = 'sending';
      batchOf(each, 3).state = 'sending';
      each.ledger.imports[0].state = 'posting';
      each.final = false;
    });
    expect(found(account)).toEqual({});
    account.final = true;
    expect(found(account)).toMatchObject({ 'lost:lost': 1, 'unsettled:import-waits': 1, 'unsettled:batch-waits': 2 });
  });
});

describe('a verdict', () => {
  test('a finding says where, for the timeline', () => {
    const account = bent((each) => unbook(each, row(each, 1).id));
    const [claim] = judge(account).claimedButAbsent;
    expect(claim).toMatchObject({ text: 'Faktura 1', import: 1, batch: 1, attempts: ['attempt-1'] });
    expect(claim.words).toContain('Faktura 1');
    const lines: string[] = timeline({ ...claim, ...account, hits: [], actions: [] });
    expect(lines.join('\n')).toContain('attempt attempt-1 of batch 1 ends: booked');
    expect(lines.join('\n')).not.toContain('attempt-2');
  });

  test('two files that say one text differently can’t be judged by', () => {
    const account = bent((each) => bringIn(each, 'other.csv'));
    account.files[1].entries[0].lines[0].amount = '1.00';
    expect(() => judge(account)).toThrow('Faktura 1');
  });
});
