import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CauseBook } from '../../../src/core/cause-book.ts';
import type { Contact, ContactDifference, ListedContact, MatchKeys } from '../../../src/core/records.ts';
import { contactAmbiguousIssue, contactExistsIssue, contactRepeatedIssue } from '../../../src/kinds/contacts/issues.ts';
import { matchContact } from '../../../src/kinds/contacts/match.ts';
import { type ContactIndex, openContactIndex } from '../../../src/ledger/contact-index.ts';

let folder: string;
let index: ContactIndex;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-match-'));
  index = openContactIndex(join(folder, 'index.db'));
});
afterEach(() => {
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

function contact(name: string, comment = ''): Contact {
  return { name, address: undefined, phone: undefined, email: '', comment, custom: {} };
}
function listed(id: number, name: string, comment = ''): ListedContact {
  return { id, ...contact(name, comment) };
}
function differences(row: Contact, other: Contact): ContactDifference[] {
  return row.comment === '' || row.comment === other.comment
    ? []
    : [{ field: 'comment', file: row.comment, service: other.comment }];
}
function match(row: Contact, keys: MatchKeys) {
  return matchContact({ contact: row, keys }, ['email', 'name'], { index, differences, onDuplicate: 'hold' });
}

describe('a row of contacts', () => {
  it('is new where nobody is recognised', () => {
    index.add([{ contact: listed(1, 'Kari'), keys: { email: 'kari@x', name: 'kari' } }]);
    expect(match(contact('Ola'), { email: 'ola@x', name: 'ola' })).toEqual({ is: 'new' });
    expect(match(contact('Ola'), {})).toEqual({ is: 'new' });
  });

  it('is an existing contact, with what differs', () => {
    const kari = listed(1, 'Kari', 'Kunde');
    index.add([{ contact: kari, keys: { email: 'kari@x' } }]);
    const by = { is: 'existing', by: 'email', contact: kari };
    expect(match(contact('Kari N'), { email: 'kari@x' })).toEqual({ ...by, differences: [] });
    expect(match(contact('Kari', 'Ny'), { email: 'kari@x' })).toEqual({
      ...by,
      differences: [{ field: 'comment', file: 'Ny', service: 'Kunde' }],
    });
  });

  it('is the contact of the service even where earlier rows are recognised too', () => {
    index.addRow(2, 2, contact('Kari'), { name: 'kari' });
    index.addRow(3, 3, contact('Kari'), { name: 'kari' });
    index.add([{ contact: listed(7, 'Kari'), keys: { name: 'kari' } }]);
    expect(match(contact('Kari'), { name: 'kari' })).toMatchObject({ is: 'existing', contact: { id: 7 } });
  });

  it('repeats the earlier row that says the same, else the first', () => {
    index.addRow(5, 5, contact('Kari', 'Kunde'), { name: 'kari' });
    index.addRow(6, 6, contact('Kari', 'Ny'), { name: 'kari' });
    expect(match(contact('Kari', 'Ny'), { name: 'kari' })).toMatchObject({ is: 'repeated', row: 6, differences: [] });
    expect(match(contact('Kari', 'Leverandør'), { name: 'kari' })).toEqual({
      is: 'repeated',
      by: 'name',
      row: 5,
      seq: 5,
      differences: [{ field: 'comment', file: 'Leverandør', service: 'Kunde' }],
    });
  });

  it('is ambiguous where the first criterion that finds anybody finds several, whatever a later one would say', () => {
    index.add([
      { contact: listed(1, 'Kari'), keys: { email: 'post@x', name: 'kari' } },
      { contact: listed(2, 'Ola'), keys: { email: 'post@x', name: 'ola' } },
    ]);
    expect(match(contact('Ola'), { email: 'post@x', name: 'ola' })).toMatchObject({
      is: 'ambiguous',
      by: 'email',
      contacts: [{ id: 1 }, { id: 2 }],
      more: false,
    });
    expect(match(contact('Ola'), { name: 'ola' })).toMatchObject({ is: 'existing', contact: { id: 2 } });
  });

  it('is the one of several that alone says all that the row says', () => {
    index.add([
      { contact: listed(1, 'Kari', 'Kunde'), keys: { email: 'post@x' } },
      { contact: listed(2, 'Ola', 'Ny'), keys: { email: 'post@x' } },
    ]);
    expect(match(contact('Ola', 'Ny'), { email: 'post@x' })).toMatchObject({
      is: 'existing',
      contact: { id: 2 },
      differences: [],
    });
    index.add([{ contact: listed(3, 'Ola', 'Ny'), keys: { email: 'post@x' } }]);
    expect(match(contact('Ola', 'Ny'), { email: 'post@x' })).toMatchObject({ is: 'ambiguous' });
  });
});

describe('what people are told', () => {
  const solbakken = listed(4711, 'Solbakken Handel AS');
  const postalCode = { field: 'postal code', file: '2318', service: '2317' };

  it('of a contact that exists: which, by what, and what differs', () => {
    expect(
      contactExistsIssue(12, 'email', solbakken, [postalCode, { field: 'city', file: 'Hamar', service: '' }]).detail,
    ).toBe(
      'Row 12: contact 4711 ("Solbakken Handel AS") has the same e-mail; postal code differs: "2317" in the service, "2318" in the file; city differs: nothing in the service, "Hamar" in the file.',
    );
    expect(contactExistsIssue(12, 'name', { ...solbakken, name: '' }, []).detail).toBe(
      'Row 12: contact 4711 has the same name.',
    );
  });

  it('of a row that repeats another', () => {
    expect(contactRepeatedIssue(-4_294_967_301, 'phone', 5, [postalCode]).detail).toBe(
      'Row c1:5 has the same phone number as row 5 of this file; postal code differs: "2317" in row 5, "2318" here.',
    );
  });

  it('of several contacts: five at most', () => {
    const many = Array.from({ length: 5 }, (_, at) => listed(at + 1, ''));
    expect(contactAmbiguousIssue(12, 'email', many.slice(0, 2), false).detail).toBe(
      'Row 12: contacts 1 and 2 have the same e-mail.',
    );
    expect(contactAmbiguousIssue(12, 'email', many, true).detail).toBe(
      'Row 12: contacts 1, 2, 3, 4, 5 and more have the same e-mail.',
    );
  });

  it('of many differences, or long ones, in a bounded length', () => {
    const long = Array.from({ length: 300 }, (_, at) => ({
      field: `f${at}`,
      file: 'x'.repeat(50_000),
      service: '\u001b[2J',
    }));
    const { detail } = contactExistsIssue(12, 'email', { ...solbakken, name: 'y'.repeat(50_000) }, long);
    expect(detail!.length).toBeLessThan(3_000);
    expect(detail).toContain('and 290 more');
    expect(detail).not.toContain('\u001b');
  });

  it('is one cause for all rows that call for the same, and another where a person must decide', () => {
    const causes = new CauseBook(100, 1);
    const note = ({ issue }: { issue: Parameters<CauseBook['note']>[0] }) => causes.note(issue);
    const other = listed(9, 'Ola');
    const kinds = [
      () => [contactExistsIssue(2, 'email', solbakken, []), contactExistsIssue(3, 'email', other, [])],
      () => [
        contactExistsIssue(2, 'email', solbakken, [postalCode]),
        contactExistsIssue(3, 'email', other, [postalCode]),
      ],
      () => [contactExistsIssue(2, 'name', solbakken, []), contactExistsIssue(3, 'name', other, [])],
      () => [contactRepeatedIssue(2, 'email', 1, []), contactRepeatedIssue(9, 'email', 4, [])],
      () => [contactRepeatedIssue(2, 'email', 1, [postalCode]), contactRepeatedIssue(9, 'email', 4, [postalCode])],
      () => [
        contactAmbiguousIssue(2, 'email', [solbakken, other], false),
        contactAmbiguousIssue(3, 'email', [other, solbakken], true),
      ],
    ];
    const numbers = kinds.map((kind) => kind().map(note));
    for (const [one, another] of numbers) expect(one).toBe(another);
    expect(new Set(numbers.map(([one]) => one)).size).toBe(kinds.length);
  });
});
