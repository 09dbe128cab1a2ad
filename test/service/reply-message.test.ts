import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MESSAGE_LENGTH, replyMessage } from '../../src/service/reply-fields.ts';

const json = JSON.stringify;

describe("the service's own words", () => {
  test.each<[string, string, string]>([
    ['Message', json({ Message: 'Perioden er låst' }), 'Perioden er låst'],
    ['message', json({ message: 'locked' }), 'locked'],
    ['a JSON string', json('Kontoen finnes ikke'), 'Kontoen finnes ikke'],
    ['JSON inside a JSON string', json(json({ Message: 'inner' })), 'inner'],
    ['plain text', ' Service\r\nunavailable \n', 'Service unavailable'],
    [
      'Messages with the property that each is about',
      json({
        Messages: [
          { Message: 'must not be zero', PropertyName: 'Amount' },
          { Message: 'missing', PropertyName: null },
        ],
      }),
      'Amount: must not be zero; missing',
    ],
    [
      'a message that names its property already',
      json({ Messages: [{ Message: 'Amount is zero', PropertyName: 'Amount' }] }),
      'Amount is zero',
    ],
    [
      'validation results nested in the entity',
      json([
        { DraftLines: [{ ID: 0, _validationResults: { AccountID: [{ Message: 'is locked', Level: 30 }] } }] },
        { _validationResults: [{ Message: 'does not balance', PropertyName: '' }] },
      ]),
      'AccountID: is locked; does not balance',
    ],
    ['the same message of many lines, once', json({ Messages: Array(50).fill({ Message: 'locked' }) }), 'locked'],
    [
      'problem details',
      json({ type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Account 7 is locked' }),
      'Account 7 is locked',
    ],
    [
      'problem details of ASP.NET',
      json({
        title: 'One or more validation errors occurred.',
        errors: { '$[0].Amount': ['not a number', 'required'] },
      }),
      'One or more validation errors occurred.; $[0].Amount: not a number; $[0].Amount: required',
    ],
    ['an array of texts under errors', json({ errors: ['first', 'second'] }), 'first; second'],
    ['OAuth', json({ error: 'invalid_token', error_description: 'The token expired' }), 'The token expired'],
    ['error as an object', json({ error: { code: 7, message: 'no rights' } }), 'no rights'],
    ['HTML with a title', '<!DOCTYPE html><html><head><title>502 Bad&nbsp;Gateway</title></head>', '502 Bad Gateway'],
    [
      'HTML without a title',
      '<html><head><style>p{}</style></head><body><h1>Nede</h1><script>x()</script> for&#32;vedlikehold &amp; mer</body>',
      'Nede for vedlikehold & mer',
    ],
    ['JSON without words: all of it', json({ code: 17 }), '{"code":17}'],
    ['nothing', '  ', ''],
    ['an empty object', '{}', ''],
    ['null', 'null', ''],
    ['an empty JSON string', '""', ''],
    ['empty words', json({ Message: '', Messages: [] }), '{"Message":"","Messages":[]}'],
    ['a byte order mark', `\uFEFF${json({ Message: 'a' })}`, 'a'],
  ])('%s', (_name, body, message) => {
    expect(replyMessage(body)).toBe(message);
  });

  test('terminal control characters are taken out', () => {
    expect(replyMessage(json({ Message: 'red\u001b[31m\u0007 alert' }))).toBe('red [31m alert');
  });

  test('a page of megabytes that is made to be slow takes no time', () => {
    // What this process worked, in microseconds: not how long it had to wait for its turn.
    const before = process.cpuUsage();
    replyMessage('<script'.repeat(500_000));
    replyMessage(`<${'<head'.repeat(500_000)}`);
    replyMessage(json({ Message: ' '.repeat(3_000_000) }));
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(2_000_000);
  });

  test('for any body: one line, bounded, never an error', () => {
    const deep = fc.integer({ min: 0, max: 2_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      deep,
      fc.string({ minLength: 1_500, maxLength: 3_000 }),
    );
    fc.assert(
      fc.property(texts, (body) => {
        const message = replyMessage(body);
        expect(message.length).toBeLessThanOrEqual(MESSAGE_LENGTH);
        expect(message).not.toMatch(/\p{Cc}/u);
        expect(message.trim()).toBe(message);
      }),
    );
  });

  test('a cut leaves no half of a character', () => {
    const message = replyMessage('😀'.repeat(2_000));
    expect(message.endsWith('…')).toBe(true);
    expect(message).not.toMatch(/\p{Cs}/u);
  });
});
