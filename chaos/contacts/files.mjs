import { createHash } from 'node:crypto';
import { csv } from '../files.mjs';
import { shuffled } from '../vouchers.mjs';
import { workbook } from '../workbook.mjs';
import { drawFields, MEMBER_FIELDS } from './fields.mjs';
import { drawPeople } from './people.mjs';

const COLUMNS = {
  name: 'Navn',
  line1: 'Adresse',
  line2: 'Adresse 2',
  line3: 'Adresse 3',
  postalCode: 'Postnr',
  city: 'Sted',
  country: 'Land',
  phone: 'Telefon',
  phoneDescription: 'Telefontype',
  email: 'E-post',
  comment: 'Merknad',
};
const MEMBER_COLUMNS = { ...COLUMNS, number: 'Medlemsnr', quota: 'Kvote', level: 'Nivå' };
const FIELD_COLUMNS = { name: 'Felt', model: 'Modell', type: 'Type', nullable: 'Kan være tom' };
const MONEY_COLUMN = 'Kvote';

const contacts = `kind: contacts
file: { decimal: "," }
columns:
  name: Navn
  addressLine1: Adresse
  addressLine2: Adresse 2
  addressLine3: Adresse 3
  postalCode: Postnr
  city: Sted
  country: Land
  phone: Telefon
  phoneDescription: Telefontype
  email: E-post
  comment: Merknad
match: [email, phone, name]
batch: { concurrency: 4 }
`;
const fieldLines = MEMBER_FIELDS.map(
  ({ name, model, type, nullable }) => `  - { name: ${name}, model: ${model}, type: ${type}, nullable: ${nullable} }\n`,
).join('');

/** The jobs that the files go with, by name. */
export const JOBS = {
  people: contacts,
  /** With custom values, and the fields that hold them. */
  members: `${contacts}custom: { Medlemsnr: Medlemsnr, Kvote: Kvote, Nivaa: Nivå }
customFields:
${fieldLines}`,
  fields: `kind: custom-fields
columns: { name: Felt, model: Modell, type: Type, nullable: Kan være tom }
batch: { concurrency: 4 }
`,
};

/**
 * A file of contacts as a business exports it.
 * @param {import('../random.mjs').Random} random
 * @param {{ prefix: string, index: number, people: number, others: boolean, format: 'csv' | 'xlsx', job: 'people' | 'members' }} options
 */
export function makeContactsFile(random, { prefix, index, people: count, others, format, job }) {
  const people = drawPeople(random, { prefix, index, people: count, others, custom: job === 'members' });
  return writePeople(random, `${prefix}.${format}`, job, people);
}

/** The same contacts, exported again in another order, so in other bytes. Nothing of it may be created again. */
export function reorderedContacts(random, file, name) {
  const [first, ...others] = shuffled(random, file.people);
  // A shuffle may leave everything where it was.
  return writePeople(random, name, file.job, first === file.people[0] ? [...others, first] : [first, ...others]);
}

function writePeople(random, name, job, people) {
  // The first of two rows about one contact is the one that is created.
  const all = people.flatMap((person) => (person.twin === undefined ? [person] : [person, person.twin]));
  const entries = all.map(({ text, fate, why, contact }, at) => ({
    text,
    fate,
    why,
    contact,
    times: fate === 'booked' ? 1 : 0,
    rows: [String(at + 2)],
  }));
  const columns = job === 'members' ? MEMBER_COLUMNS : COLUMNS;
  return { ...write(random, name, job, columns, all), entries, people };
}

/**
 * A file of custom fields.
 * @param {{ prefix: string, fields: number, errors: boolean }} options
 */
export function makeFieldsFile(random, { prefix, fields: count, errors }) {
  const fields = drawFields(random, { prefix, fields: count, errors });
  const entries = fields.map(({ field, fate, why }, at) => ({
    text: `${field.model}/${field.name}`,
    fate,
    why,
    field,
    times: fate === 'booked' ? 1 : 0,
    rows: [String(at + 2)],
  }));
  return { ...write(random, `${prefix}.csv`, 'fields', FIELD_COLUMNS, fields), entries };
}

function write(random, name, job, columns, items) {
  const rows = [Object.values(columns), ...items.map(({ cells }) => Object.keys(columns).map((key) => cells[key]))];
  const bytes = name.endsWith('.xlsx') ? workbook(rows) : csv(random, rows, MONEY_COLUMN);
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), job };
}
