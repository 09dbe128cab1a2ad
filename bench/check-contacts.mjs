import { expecter, fail } from './check.mjs';

/** Fields of the job that are created first. */
const FIELDS = 1;

/**
 * @param control what was written into the file
 * @param outcome `booked` or `pending`: what became of the contacts that the service lacked
 */
export function checkContactsReceipt(receipt, { rows, created, existing, different }, outcome) {
  const found = [...(receipt.mismatches ?? [])];
  const expect = expecter(found);
  expect('rows read', receipt.rows.read, rows);
  expect(`rows ${outcome}`, receipt.rows[outcome], created);
  expect('rows that exist', receipt.rows.duplicate, existing);
  expect(`entries ${outcome}`, receipt.entries[outcome], created + FIELDS);
  expect('contacts that exist', receipt.contacts.existing, existing);
  if (outcome === 'booked') {
    expect('contacts created', receipt.contacts.created, created);
    expect('custom fields created', receipt.customFields?.created, FIELDS);
  }
  const issues = receipt.issues.reduce((sum, issue) => sum + (issue.code === 'contact-exists' ? issue.rows : 0), 0);
  expect('rows of the issue contact-exists', issues, existing);
  expect('remarks', receipt.remarks?.length ?? 0, 0);
  if (different > existing) found.push('the file is wrong');
  fail(found);
}

/**
 * Every contact that the file asks for was created once, byte for byte as it should be, and no other.
 * @param reply of `GET /sandbox/contacts`; @param rows those of the file
 */
export function checkCreated({ count, preloaded, contacts }, rows, held) {
  const found = [];
  const expect = expecter(found);
  const wanted = new Map();
  for (const { body } of rows) if (body !== undefined) wanted.set(body.Info.Name, JSON.stringify(body));
  expect('contacts created in the service', count, wanted.size);
  if (preloaded < held) found.push(`the service was to hold ${held} contacts, and held ${preloaded}`);
  for (const { body } of contacts) {
    const name = body?.Info?.Name;
    expect(`contact ${name}`, JSON.stringify(body), wanted.get(name));
    wanted.delete(name);
  }
  expect('contacts that are missing', wanted.size, 0);
  fail(found);
}
