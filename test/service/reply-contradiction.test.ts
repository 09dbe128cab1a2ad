import { describe, expect, test } from 'vitest';
import type { Contradiction } from '../../src/core/outcome.ts';
import { classifyOutcome } from '../../src/service/classify-outcome.ts';
import { type Asked, contradictionIn } from '../../src/service/reply-contradiction.ts';

const never = false;
const always = true;
const entries = (sent: number, answersIds = never): Asked => ({ kind: 'entries', sent, answersIds });
const RECORD: Asked = { kind: 'record', sent: 1, answersIds: never };
const ACTION: Asked = { kind: 'action', sent: 1, answersIds: never };

const ONE = { ID: 7, JournalEntryNumber: '1-2026' };
const TWO = { ID: 8, JournalEntryNumber: '2-2026' };
/** Lines of a journal entry. */
const line = (ID: number, JournalEntryID: number | string) => ({ ID, JournalEntryID, Amount: 1, Description: 'x' });

describe('a booking of two entries is in doubt where the reply', () => {
  test.each<[string, unknown, Contradiction['what'], string | RegExp]>([
    ['lists one', [ONE], 'count', '1'],
    ['lists three', [ONE, TWO, { ID: 9 }], 'count', '3'],
    ['lists none', [], 'count', '0'],
    ['lists one under data', { data: [ONE] }, 'count', '1'],
    ['lists one under Data', { Success: true, Data: [ONE], Messages: [] }, 'count', '1'],
    ['lists none under value', { '@odata.context': 'x', value: [] }, 'count', '0'],
    ['lists one further inside', { response: { result: { items: [ONE] } } }, 'count', '1'],
    ['lists one, and one that failed', { booked: [ONE], failed: [{ index: 1, reason: 'locked' }] }, 'error', /locked/],
    ['is the record of one entry', ONE, 'count', '1'],
    ['has lines of one entry alone', [line(1, 60001), line(2, 60001)], 'count', '1'],
    ['has lines of three entries', [line(1, 60001), line(2, '60002'), line(3, 60003)], 'count', '3'],
    ['has lines of one entry, under data', { data: [line(1, 60001), line(2, 60001)] }, 'count', '1'],
    ['has an error for the second', [ONE, { Message: 'Account 1920 is locked' }], 'error', 'Account 1920 is locked'],
    ['has an error with lower-case words', [ONE, { error: 'locked' }], 'failed', '"error": "locked"'],
    ['has an error that is an object', [ONE, { error: { code: 12, message: 'locked' } }], 'error', /locked/],
    [
      'has validation results',
      [ONE, { _validationResults: { Entity: [{ Message: 'No period' }] } }],
      'error',
      /No period/,
    ],
    [
      'has a problem of RFC 9457',
      [ONE, { type: 'about:blank', title: 'Unprocessable', status: 422 }],
      'error',
      /Unproc/,
    ],
    ['has a status of HTTP', [ONE, { index: 1, status: 400 }], 'error', /400/],
    ['has null for the second', [ONE, null], 'error', 'null'],
    ['has words for the second', [ONE, 'Account 1920 is locked'], 'error', 'Account 1920 is locked'],
    ['has a second record that failed', [ONE, { ...TWO, Success: false }], 'failed', '"Success": false'],
    ['says success: false', { success: false }, 'failed', '"success": false'],
    ['says Success: "False"', { Success: 'False' }, 'failed', '"Success": "False"'],
    ['says SUCCESS: 0', { SUCCESS: 0 }, 'failed', '"SUCCESS": 0'],
    ['says is_success: false', { is_success: false, data: [ONE, TWO] }, 'failed', '"is_success": false'],
    ['says isSuccess: "false"', { isSuccess: 'false', data: [ONE, TWO] }, 'failed', '"isSuccess": "false"'],
    ['says succeeded: false', { result: { succeeded: false } }, 'failed', '"succeeded": false'],
    ['says ok: false', { ok: false }, 'failed', '"ok": false'],
    ['says hasErrors', { hasErrors: true, data: [ONE, TWO] }, 'failed', '"hasErrors": true'],
    ['says status: error', { status: 'error' }, 'failed', '"status": "error"'],
    ['says Status: Failed', { Status: 'Failed', data: [ONE, TWO] }, 'failed', '"Status": "Failed"'],
    [
      'has a message of level error',
      { data: [ONE, TWO], messages: [{ level: 'error', message: 'No period' }] },
      'error',
      'No period',
    ],
    ['has one of severity Error', { Messages: [{ Severity: 'Error', Message: 'No period' }] }, 'error', 'No period'],
    ['has one of type ERROR', { Messages: [{ Type: 'ERROR', Message: 'No period', ID: 3 }] }, 'error', 'No period'],
    ['has a fatal one', [ONE, TWO, { level: 'fatal', message: 'rolled back' }], 'error', 'rolled back'],
    [
      'has one that names a field',
      { Messages: [{ Message: 'is locked', PropertyName: 'AccountID' }] },
      'error',
      /is locked/,
    ],
    ['has errors', { data: [ONE, TWO], errors: ['No period'] }, 'error', /No period/],
    ['is an error with a status of HTTP', { statusCode: 400, message: 'No period' }, 'error', 'No period'],
    ['is an error with a code', { code: 500, message: 'bad' }, 'error', 'bad'],
    ['is a word', 'failed', 'failed', '"failed"'],
    ['is a text', 'Error: the period is locked', 'failed', '"Error: the period is locked"'],
    ['is false', false, 'failed', 'false'],
    ['has a word for the second', ['7', 'failed'], 'error', /failed/],
    ['has an empty text for the second', ['7', ''], 'error', '""'],
    ['has the same ID twice', [ONE, { ...ONE }], 'count', '1'],
    ['has the same bare ID twice', [7, 7], 'count', '1'],
    ['counts one', { Booked: 1, Total: 2 }, 'count', '1'],
    ['counts one further inside', { result: { bookedCount: 1, total: 2, left: 1 } }, 'count', '1'],
    ['has one that was deleted', [ONE, { ...TWO, Deleted: true }], 'failed', '"Deleted": true'],
    ['says that none was accepted', { requestId: 'abc', accepted: 0 }, 'failed', '"accepted": 0'],
    ['counts one, whatever the total', { requestId: 'abc', bookedCount: 1 }, 'count', '1'],
    ['counts one of two', { processed: 1, of: 2 }, 'count', '1'],
    ['counts one that was refused', { booked: 1, rejected: 1 }, 'failed', '"rejected": 1'],
    ['lists one beside what was sent', { booked: [ONE], input: [{}, {}] }, 'count', '1'],
    ['lists one beside the ID of the request', { id: 'req-17', results: [ONE] }, 'count', '1'],
    ['lists one in an answer of JSON-RPC', { jsonrpc: '2.0', id: 1, result: [ONE] }, 'count', '1'],
    ['lists one, and others not processed', { results: [ONE, TWO], unprocessed: [{ index: 1 }] }, 'error', /index/],
    ['has the same number twice', [ONE, { ...TWO, JournalEntryNumber: '1-2026' }], 'count', '1'],
    ['has a status of HTTP beside an ID', [ONE, { ID: 8, status: 423 }], 'error', /423/],
    ['has no ID for what was to have one', { ID: 0 }, 'failed', '"ID": 0'],
    ['has IDs that are none', [{ ID: -1 }, { ID: -1 }], 'failed', '"ID": -1'],
    ['is an error with a code of its own', { ErrorCode: 17, ErrorMessage: 'No period' }, 'failed', '"ErrorCode": 17'],
    ['is an error in Norwegian', { feil: 'Perioden er låst' }, 'error', 'Perioden er låst'],
    ['has a status in Norwegian', { Status: 'Avvist' }, 'failed', '"Status": "Avvist"'],
    ['is a text in Norwegian', 'Feil: perioden er låst', 'failed', '"Feil: perioden er låst"'],
    ['says suksess: false', { suksess: false }, 'failed', '"suksess": false'],
    ['is queued', { status: 'Queued' }, 'failed', '"status": "Queued"'],
    ['was done in part', { result: 'partial' }, 'failed', '"result": "partial"'],
    ['is not valid', { isValid: false }, 'failed', '"isValid": false'],
  ])('%s', (_, reply, what, said) => {
    expect(contradictionIn(reply, entries(2))).toEqual({
      what,
      said: typeof said === 'string' ? said : expect.stringMatching(said),
      sent: 2,
    });
    const body = JSON.stringify(reply);
    for (const status of [200, 201])
      expect(
        classifyOutcome(
          { sent: true, reply: { status, headers: {}, body, end: 'complete' } },
          { notApplied: [], now: 0, asked: entries(2) },
        ),
      ).toMatchObject({ kind: 'in-doubt', contradiction: { what } });
  });

  // Without an ID nobody can tell that it speaks of the entries at all.
  test.each<[string, unknown]>([
    ['null', null],
    ['{}', {}],
    ['{"data":null}', { data: null }],
    ['{"Message":"The period is locked"}', { Message: 'The period is locked' }],
    ['{"Messages":[{"Message":"The period is locked"}]}', { Messages: [{ Message: 'The period is locked' }] }],
    ['{"count":1}', { count: 1 }],
    ['{"ID":7}', { ID: 7 }],
    ['[{},{}]', [{}, {}]],
    ['[0,0]', [0, 0]],
    ['["abc","def"]', ['abc', 'def']],
    ['true', true],
    ['2', 2],
  ])('is %s, and the service is known to answer IDs', (said, reply) => {
    expect(contradictionIn(reply, entries(2, always))).toEqual({ what: 'no-ids', said, sent: 2 });
    expect(contradictionIn(reply, entries(2, never))).toBeUndefined();
  });
});

describe('a booking of two entries is booked where the reply', () => {
  test.each<[string, unknown]>([
    ['lists both', [ONE, TWO]],
    ['lists both by their IDs', [7, 8]],
    ['lists both by their numbers', ['1-2026', '2-2026']],
    ['lists both as they were sent', [{ DraftLines: [{}, {}, {}] }, { DraftLines: [] }]],
    ['lists both under data', { success: true, data: [ONE, TWO], errors: [], messages: [], warnings: [] }],
    [
      'lists both, with no error',
      {
        data: [
          { ...ONE, error: null },
          { ...TWO, errors: [] },
        ],
        error: '',
        hasErrors: false,
      },
    ],
    ['has all lines of both', [line(1, 60001), line(2, 60001), line(3, 60002)]],
    ['has all lines of both under data', { data: [line(1, 60001), line(2, 60001), line(3, 60002)] }],
    ['has a warning', { data: [ONE, TWO], messages: [{ level: 'warning', message: 'an old period' }] }],
    ['has a mere warning under errors', { data: [ONE, TWO], errors: [{ level: 'Warning', message: 'an old period' }] }],
    ['has words', { Message: 'Booked' }],
    ['has messages without a level', { messages: ['2 entries booked'] }],
    ['counts', { booked: 2, failed: 0, errors: 0 }],
    ['counts other things too', { summary: { total: 2, booked: 2 }, batches: { created: 1 }, lines: { created: 4 } }],
    ['says true by a number', { Booked: 1 }],
    ['counts what it changed', { created: 1, updated: 1, count: 2 }],
    ['says when it was created', { created: 1_767_571_200, createdBy: 3, data: [ONE, TWO] }],
    ['says true', true],
    ['is a number', 2],
    ['is a text', 'Booked'],
    ['says success', { Success: 'true' }],
    ['says that there was no error', { ErrorCode: 0, ErrorMessage: null, feil: '' }],
    ['says so by a word', { errorCode: 'OK', errorMessage: 'Ingen' }],
    [
      'has vouchers that are pending',
      [
        { ...ONE, Status: 'Pending' },
        { ...TWO, Status: 'Queued' },
      ],
    ],
    [
      'says success in its elements',
      [
        { success: true, message: 'Booked' },
        { success: true, message: 'Booked' },
      ],
    ],
    [
      'has descriptions that speak of errors',
      [
        { ...ONE, Description: 'error' },
        { ...TWO, Text: 'failed: false' },
      ],
    ],
    [
      'has codes of the platform',
      [
        { ...ONE, StatusCode: 31001, Level: null },
        { ...TWO, StatusCode: 404 },
      ],
    ],
  ])('%s', (_, reply) => {
    expect(contradictionIn(reply, entries(2))).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['records', [ONE, TWO]],
    ['records under data', { success: true, data: [ONE, TWO], messages: ['2 entries booked'] }],
    ['IDs', [7, 8]],
    ['numbers', ['1-2026', '2-2026']],
    ['numbers of records', [{ JournalEntryNumber: '1-2026' }, { JournalEntryNumber: '2-2026' }]],
    ['lines of both', [line(1, 60001), line(2, 60001), line(3, 60002)]],
  ])('names both by %s, also of a service that is known to answer IDs', (_, reply) => {
    expect(contradictionIn(reply, entries(2, always))).toBeUndefined();
  });

  test('for the record of one entry its lists are its own', () => {
    const reply = { ...ONE, DraftLines: [{}, {}], JournalEntryLines: [line(1, 7), line(2, 7)] };
    expect(contradictionIn(reply, entries(1))).toBeUndefined();
    expect(contradictionIn([reply], entries(1))).toBeUndefined();
    expect(contradictionIn(reply, entries(1, always))).toBeUndefined();
  });
});

describe('what creates one record', () => {
  const CONTACT = {
    ID: 11,
    Info: {
      Name: 'Kari',
      DefaultPhone: { Type: 'Error', Description: 'error', Number: '1' },
      Phones: [{ ID: 1 }, { ID: 2 }],
      Emails: [],
      InvoiceAddress: null,
    },
    Comment: 'failed',
    CustomValues: { CustomOk: false, Success: false, errors: 'some' },
    StatusCode: 30,
  };
  const { ID: _, ...WITHOUT_ID } = CONTACT;

  test.each<[string, unknown]>([
    ['the record', CONTACT],
    ['a list of it', [CONTACT]],
    ['the record without an ID', WITHOUT_ID],
    ['a list of it without an ID', [WITHOUT_ID]],
    ['its ID', 11],
    ['null', null],
    ['an empty object', {}],
    ['a field', { ID: 1, Name: 'Success', Nullable: false, DataType: 'x', ModelID: 1, StatusCode: 10 }],
  ])('is done where the reply is %s', (_name, reply) => {
    expect(contradictionIn(reply, RECORD)).toBeUndefined();
  });

  test.each<[string, unknown, Contradiction['what']]>([
    ['an empty list', [], 'count'],
    ['a list of two', [CONTACT, CONTACT], 'count'],
    ['success: false', { ...CONTACT, success: false }, 'failed'],
    ['a message of level error', { ID: 11, Messages: [{ Level: 'Error', Message: 'No' }] }, 'error'],
    ['a list of an error', [{ Message: 'No' }], 'error'],
  ])('is in doubt where it is %s', (_name, reply, what) => {
    expect(contradictionIn(reply, RECORD)).toMatchObject({ what, sent: 1 });
  });
});

test('an activation has nothing to list: only what says that it failed is a contradiction', () => {
  for (const reply of [null, {}, [], [1, 2], { ID: 1, StatusCode: 30 }, { data: [] }, 'OK', true])
    expect(contradictionIn(reply, ACTION)).toBeUndefined();
  expect(contradictionIn({ success: false }, ACTION)).toMatchObject({ what: 'failed' });
  expect(contradictionIn({ Messages: [{ Level: 'Error', Message: 'No' }] }, ACTION)).toMatchObject({ what: 'error' });
});

test('what it quotes of the reply is bounded, and deep replies are read to a bounded depth', () => {
  expect(contradictionIn({ success: 'no', error: 'x'.repeat(10_000) }, entries(1))!.said.length).toBeLessThanOrEqual(
    300,
  );
  let deep: unknown = [ONE];
  for (let n = 0; n < 5_000; n++) deep = { data: deep };
  expect(contradictionIn(deep, entries(2))).toBeUndefined();
});

describe('a custom field', () => {
  const body = JSON.stringify({ Name: 'Membership', ModelID: 11, DataType: 'a0-b1', Nullable: true });
  const own = { ID: 801, Name: 'Membership', ModelID: 11, DataType: 'a0-b1', StatusCode: 20 };
  const defined = (reply: unknown) => contradictionIn(reply, { ...RECORD, body });
  const activated = (reply: unknown) => contradictionIn(reply, { ...ACTION, target: 801 });

  test.each([
    ['Name', 'Something'],
    ['ModelID', 12],
    ['DataType', 'c2-d3'],
  ])('whose definition is answered with another %s is in doubt', (key, value) => {
    expect(defined({ ...own, [key]: value })).toMatchObject({ what: 'error', said: expect.stringContaining(key) });
    expect(defined([{ ...own, [key]: value }])).toBeDefined();
  });

  test('whose activation is answered with another field is in doubt', () => {
    expect(activated({ ...own, ID: 99 })).toMatchObject({ what: 'error', said: '"ID": 99, and it is about 801' });
  });

  test('answered as it is, with less, or in another case, is no contradiction', () => {
    const same = [own, [own], { ID: 801 }, { ...own, Name: 'MEMBERSHIP', ModelID: '11', DataType: 'A0-B1' }, {}, true];
    for (const reply of same) expect(defined(reply)).toBeUndefined();
    for (const reply of [own, { ID: '801', Name: 'x' }, { ID: 5 }, null]) expect(activated(reply)).toBeUndefined();
  });
});
