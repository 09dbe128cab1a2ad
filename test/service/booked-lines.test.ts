import { expect, test } from 'vitest';
import { bookedLines, probePath } from '../../src/service/booked-lines.ts';
import { type Answer, service } from './service.ts';

const PATH = "/api/biz/journalentrylines?filter=Description eq '{description}'&top=50";
const TEXT = 'Bilag 7 #X-1';
const ROW = { ID: 1, Description: TEXT, AccountID: 17, FinancialDate: '2026-01-05', JournalEntryID: 60_001 };

async function look(answer: Answer, text = TEXT, path = PATH) {
  const { client, asked } = await service(() => answer);
  return { seen: await bookedLines(client, path, text), asked };
}

test.each<[string, string]>([
  ['Bilag 7 #X-1', 'Bilag 7 #X-1'],
  ["O'Hara", "O''Hara"],
  ['50 % & mer=?/+;#', '50 % & mer=?/+;#'],
  ['æøå 😀 "x" \\ \t{description}', 'æøå 😀 "x" \\ \t{description}'],
])('asks for %s as an OData text, encoded', async (text, said) => {
  const { asked } = await look({ body: [] }, text);
  expect(asked[0]).toMatch(/^[!-~]+$/);
  const url = new URL(asked[0]!, 'http://x');
  expect(url.pathname).toBe('/api/biz/journalentrylines');
  expect([...url.searchParams]).toEqual([
    ['filter', `Description eq '${said}'`],
    ['top', '50'],
  ]);
});

test('a path may be encoded already, and may hold the description more than once', () => {
  const filter = "filter=Description%20eq%20'{description}'";
  expect(probePath(`/x?${filter}`, 'a b')).toBe('/x?filter=Description%20eq%20%27a%20b%27');
  expect(probePath('/x?a={description}&b={description}', 'é')).toBe('/x?a=%C3%A9&b=%C3%A9');
  expect(probePath('/x?a=100%&b=#', 'é')).toBe('/x?a=100%25&b=%23');
});

test('takes lines in every form that a service may give them', async () => {
  const { seen } = await look({
    body: [
      ROW,
      { Description: TEXT },
      { ...ROW, AccountID: '17', FinancialDate: '2026-01-05T00:00:00', JournalEntryID: '60001', Deleted: 'true' },
      { ...ROW, AccountID: null, FinancialDate: null, JournalEntryID: null, Deleted: false },
      { ...ROW, AccountID: 'x' },
    ],
  });
  const whole = { accountId: 17, date: '2026-01-05', journalEntryId: 60_001, deleted: false };
  const bare = { accountId: undefined, date: undefined, journalEntryId: undefined, deleted: false };
  expect(seen).toEqual({
    lines: [whole, bare, { ...whole, deleted: true }, bare, { ...whole, accountId: Number.NaN }],
  });
});

test.each<[string, Answer]>([
  ['a line that was not asked for', { body: [ROW, { ...ROW, Description: 'Bilag 8 #X-1' }] }],
  ['a line that only looks like it', { body: [{ ...ROW, Description: TEXT.toLowerCase() }] }],
  ['a deleted line that was not asked for', { body: [{ ...ROW, Description: 'other', Deleted: true }] }],
  ['a line without its description', { body: [{ ...ROW, Description: undefined }] }],
  ['what is no line', { body: [null] }],
  ['no list', { body: { value: [] } }],
  ['an empty body', { body: '' }],
  ['HTML', { body: '<html></html>', headers: { 'content-type': 'text/html' } }],
  ['an error', { status: 500, body: [] }],
  ['a refusal', { status: 403, body: [] }],
  ['too many requests', { status: 429, body: [] }],
  ['no content', { status: 204 }],
  ['a redirect', { status: 302, headers: { location: '/login' }, body: [] }],
])('says nothing after %s, and why', async (_, answer) => {
  const { seen } = await look(answer);
  expect(seen).toMatchObject({
    why: expect.stringMatching(/./),
    told: { code: expect.stringMatching(/^(failed|unasked)$/) },
    failed: true,
  });
});

test('half a character can’t be asked for', async () => {
  const { seen, asked } = await look({ body: [] }, 'x\ud83d');
  expect(seen).toMatchObject({ failed: false });
  expect(asked).toEqual([]);
});
