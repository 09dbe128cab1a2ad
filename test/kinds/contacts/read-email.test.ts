import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitEmails } from '../../../src/kinds/contacts/email.ts';
import { causes, compose, onlyIssue, onlyRemark } from './contact-texts.ts';

function read(email: string): string {
  const composed = compose({ email });
  return composed.contact.email || causes(composed).join(', ');
}
const INVALID = 'email-invalid E-post';

describe('one address', () => {
  it.each([
    ['ola@firma.no', 'ola@firma.no'],
    ['Ola.Normann@Firma.NO', 'Ola.Normann@Firma.NO'],
    ['Javier.Lewis@VFAxlnZEvOx.org', 'Javier.Lewis@VFAxlnZEvOx.org'],
    ["o'neil+x@firma.co.uk", "o'neil+x@firma.co.uk"],
    ['post@blåbær.no', 'post@blåbær.no'],
    ['post@xn--blbr-roah.no', 'post@xn--blbr-roah.no'],
    ['åse@firma.no', 'åse@firma.no'],
    ['"Normann, Ola"@firma.no', '"Normann, Ola"@firma.no'],
    ['avd/salg@firma.no', 'avd/salg@firma.no'],
    ['Ola Normann <ola@firma.no>', 'ola@firma.no'],
    ['"Normann, Ola" <ola@firma.no>', 'ola@firma.no'],
    ['Normann, Ola <ola@firma.no>', 'ola@firma.no'],
    ['<ola@firma.no>', 'ola@firma.no'],
    ["'ola@firma.no'", 'ola@firma.no'],
    ['mailto:ola@firma.no', 'ola@firma.no'],
    ['mailto:ola@firma.no?subject=Hei', 'ola@firma.no'],
    ['\u200bola@firma.no', 'ola@firma.no'],
    ['ola@firma.no (privat)', 'ola@firma.no'],
    [`${'x'.repeat(64)}@firma.no`, `${'x'.repeat(64)}@firma.no`],
    [`${'x'.repeat(65)}@firma.no`, INVALID],
    [`ola@${'firma.'.repeat(50)}no`, INVALID],
    ['ola@firma', INVALID],
    ['ola@firma,no', INVALID],
    ['ola(at)firma.no', INVALID],
    ['ola@@firma.no', INVALID],
    ['ola normann@firma.no', INVALID],
    ['@firma.no', INVALID],
    ['ola', INVALID],
    ['22334455', INVALID],
    ['-', INVALID],
    ['x'.repeat(1_000_000), INVALID],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('says what is wrong where', () => {
    expect(onlyIssue(compose({ email: 'ola@firma' }))).toEqual({
      code: 'email-invalid',
      column: 'E-post',
      value: 'ola@firma',
      message: '"ola@firma" in column E-post is not a valid e-mail address. For example: ola@firma.no',
      suggestion: 'Correct it in the file, or check that the job maps the right column.',
    });
  });
});

describe('several addresses', () => {
  it.each([
    ['a@x.no; b@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no;b@x.no;', ['a@x.no', 'b@x.no']],
    ['a@x.no, b@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no b@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no\nb@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no / b@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no | b@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no ::: b@x.no', ['a@x.no', 'b@x.no']],
    ['a@x.no og b@x.no', ['a@x.no', 'b@x.no']],
    ['Ola <a@x.no>, Kari <b@x.no>', ['Ola <a@x.no>', 'Kari <b@x.no>']],
    ['Normann, Ola <a@x.no>; Normann, Kari <b@x.no>', ['Normann, Ola <a@x.no>', 'Normann, Kari <b@x.no>']],
    ['"Normann; Ola" <a@x.no>; b@x.no', ['"Normann; Ola" <a@x.no>', 'b@x.no']],
    ['Ola <a@x.no> Kari <b@x.no>', ['Ola <a@x.no>', 'Kari <b@x.no>']],
    ['Georg Ander <a@x.no>', ['Georg Ander <a@x.no>']],
    ['a@x.no, bare om morgenen', ['a@x.no', 'bare om morgenen']],
  ])('%j', (text, expected) => {
    expect(splitEmails(text)).toEqual(expected);
  });

  it('the first is used, the others are told', () => {
    const composed = compose({ email: 'Ola <a@x.no>; b@x.no; c@x.no' });
    expect(composed.contact.email).toBe('a@x.no');
    expect(onlyRemark(composed)).toMatchObject({
      code: 'email-several',
      column: 'E-post',
      value: 'Ola <a@x.no>; b@x.no; c@x.no',
      message: 'Column E-post holds more than one e-mail address: "a@x.no" is used, "b@x.no", "c@x.no" are not.',
      suggestion: 'A contact gets one e-mail address. Put the others in the comment, if they are needed.',
    });
  });

  it('is an issue where the first is none', () => {
    expect(onlyIssue(compose({ email: 'ola@firma; b@x.no' })).message).toBe(
      '"ola@firma", the first in "ola@firma; b@x.no", in column E-post is not a valid e-mail address. For example: ola@firma.no',
    );
  });

  const separator = fc.constantFrom(';', '; ', ',', ', ', ' ', '\n', ' / ', ' og ', ' and ', ' :: ');
  it('no address is lost', () => {
    // The one character that an address may hold and that parts addresses without a blank beside it.
    const address = fc.emailAddress().filter((text) => !text.includes('|'));
    fc.assert(
      fc.property(fc.array(address, { minLength: 1, maxLength: 5 }), separator, (addresses, between) => {
        expect(splitEmails(addresses.join(between))).toEqual(addresses);
      }),
    );
  });

  it('nothing else is lost either', () => {
    const piece = fc.oneof(fc.emailAddress(), fc.string({ unit: fc.constantFrom(...'ab@<>"(), ;/') }));
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, separator), { maxLength: 5 }), (parts) => {
        const text = parts.flat().join('');
        // Without the letters of the words between addresses, which also arise where two pieces meet: `o` and `g`.
        const letters = (one: string) => one.replace(/[^\p{L}\p{N}@]|[ogand]/gu, '');
        expect(letters(splitEmails(text).join(''))).toBe(letters(text));
      }),
    );
  });
});
