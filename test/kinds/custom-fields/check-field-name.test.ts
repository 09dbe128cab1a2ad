import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFieldName } from '../../../src/kinds/custom-fields/field-name.ts';
import { flagInvalid, parseFlag } from '../../../src/kinds/custom-fields/reader.ts';

describe('a name', () => {
  it.each([
    'Membership',
    'm',
    'Membership2',
    'Member_No',
    'Customer',
    'CustomerNo',
    'Customs',
    'custom',
    'x'.repeat(50),
  ])('%j is sound', (name) => {
    expect(checkFieldName(name, 'Felt')).toBeUndefined();
  });

  it.each([
    ['', 'For example: Membership'],
    ['Medlems nr', 'For example: MedlemsNr'],
    ['Medlems-nr.', 'For example: MedlemsNr'],
    ['Innmeldt år', 'For example: InnmeldtAar'],
    ['Østkunde', 'For example: Ostkunde'],
    ['2Level', 'For example: Level'],
    ['_Level', 'For example: Level'],
    ['Lev.el', 'For example: LevEl'],
    ['Membership\n', 'For example: Membership'],
    ["x'; drop", 'For example: XDrop'],
    ['年', 'For example: Membership'],
    ['x'.repeat(51), 'Shorten it.'],
    ['CustomMembership', 'Name it Membership.'],
    ['Custom2', 'Leave that away.'],
  ])('%j is none', (name, suggestion) => {
    expect(checkFieldName(name, 'Felt')).toMatchObject({
      code: 'field-name-invalid',
      column: 'Felt',
      value: name,
      suggestion,
    });
  });

  it('says where the values would stand', () => {
    expect(checkFieldName('CustomMembership', 'Felt')?.message).toBe(
      '"CustomMembership" in column Felt begins with Custom, which the service puts before the name itself: its values would stand under CustomCustomMembership.',
    );
  });

  it('what is proposed is sound, or an example', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const proposed = /^For example: (.*)$/.exec(checkFieldName(name, 'Felt')?.suggestion ?? '')?.[1];
        if (proposed !== undefined) expect(checkFieldName(proposed, 'Felt')).toBeUndefined();
      }),
    );
  });
});

describe('a flag', () => {
  it.each(['true', 'TRUE', 'Ja', 'yes', 'Y', 'x', 'X', '1', 'Sann', 'SANT', 'Sand', 'WAHR', 'WAAR', ' ja '])(
    '%j',
    (text) => {
      expect(parseFlag(text)).toBe(true);
    },
  );
  it.each(['false', 'FALSE', 'Nei', 'nej', 'nein', 'no', 'N', '0', 'Usann', 'FALSKT', 'falsk', 'FALSCH', 'ONWAAR'])(
    '%j',
    (text) => {
      expect(parseFlag(text)).toBe(false);
    },
  );
  it.each(['', '-', '2', 'kanskje', 'ja nei', 'constructor'])('%j is neither', (text) => {
    expect(parseFlag(text)).toBeUndefined();
    expect(flagInvalid('Kan være tom', text)).toMatchObject({
      code: 'flag-invalid',
      column: 'Kan være tom',
      value: text,
    });
  });
});
