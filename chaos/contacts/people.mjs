import { shuffled } from '../vouchers.mjs';

/** Words that need quotes in a CSV file, escapes in a workbook, a request or a look-up. */
const NAMES =
  'Møller Bil Skøyen|Kari Nordmann|Åse Lind & Sønn|O\'Leary "Pub" AS|Berg; avd. Øst|Nord <Sør> Handel|100 % Rør AS|Élan Café'.split(
    '|',
  );
const STREETS = ['Storgata 1', "O'Connors vei 7B", 'Åsgårdstrandveien 112', 'Postboks 55, Sentrum'];
const PLACES = [
  ['0150', 'Oslo', 'Norge', 'NO'],
  ['5003', 'Bergen', 'Norge', 'NO'],
  ['9008', 'Tromsø', 'NO', 'NO'],
  ['111 22', 'Stockholm', 'Sverige', 'SE'],
  ['2100', 'København Ø', 'Danmark', 'DK'],
];
const COUNTRIES = { NO: 'Norge', SE: 'Sverige', DK: 'Danmark' };
const LEVELS = ['Gull', 'Sølv', 'Æresmedlem; livsvarig', ''];
const COMMENTS = ['Kunde siden 2019', 'Ringes før levering', '"Viktig" kunde; ring', ''];
/** Telephone numbers of one file begin here; the next file's lie so far off. */
const FIRST_NUMBER = 90_000_000;
const NUMBERS_OF_A_FILE = 10_000;

/** Share of the rows that are no contact to be created, where that is wanted. */
const OTHERS = 0.2;

/** What makes bilag hold a row, by the code of the issue that it then names. */
const HELD = {
  'email-invalid': (person) => {
    person.cells.email = 'ikke en adresse';
  },
  'phone-invalid': (person) => {
    person.cells.phone = 'ring sentralbordet';
  },
  'country-unknown': (person) => {
    person.cells.country = 'Atlantis';
  },
  'custom-value-invalid': (person) => {
    person.cells.number = 'ukjent';
  },
};

/**
 * What a file says of one contact.
 * @typedef {object} Person
 * @property {string} text its name, like no other's
 * @property {'booked' | 'held' | 'duplicate'} fate
 * @property {string} why the code where it is held; `same`, `differs` (from what the service has) or `twin` (of
 *   the row before it) where it is a duplicate; else empty
 * @property {Record<string, string | number>} cells as they stand in the file
 * @property {object} contact as it must stand in the service: `contactOf`
 * @property {object} [before] what the service has from the beginning
 * @property {Person} [twin] the row after it, which is the same contact
 */

/**
 * @param {import('../random.mjs').Random} random
 * @param {{ prefix: string, index: number, people: number, others: boolean, custom: boolean }} options index: of the
 *   file in its run
 * @returns {Person[]}
 */
export function drawPeople(random, { prefix, index, people: count, others, custom }) {
  const people = Array.from({ length: count }, (_, at) => person(random, `${prefix}-${at + 1}`, index, at, custom));
  if (!others) return people;
  const order = shuffled(random, people);
  const planted = order.splice(0, Math.max(5, Math.round(count * OTHERS)));
  const codes = Object.keys(HELD).filter((code) => custom || code !== 'custom-value-invalid');
  for (const [at, each] of planted.entries()) {
    const kind = at < 4 ? at : random.int(4);
    if (kind === 0) {
      Object.assign(each, { fate: 'held', why: random.pick(codes) });
      HELD[each.why](each);
    } else if (kind === 1) Object.assign(each, { fate: 'duplicate', why: 'same', before: bodyOf(each.contact) });
    else if (kind === 2) {
      const before = bodyOf(each.contact);
      before.Info.InvoiceAddress = { ...before.Info.InvoiceAddress, City: 'Fraflyttet' };
      Object.assign(each, { fate: 'duplicate', why: 'differs', before });
    } else each.twin = twinOf(each);
  }
  return people;
}

function person(random, key, index, at, custom) {
  const [postalCode, city, country, countryCode] = random.pick(PLACES);
  const digits = String(FIRST_NUMBER + NUMBERS_OF_A_FILE * index + at);
  const spaced = digits.replace(/^(...)(..)(...)$/, '$1 $2 $3');
  // Nobody is told by nothing but an address; what exists already is told by its e-mail.
  const phone = random.chance(0.8) ? random.pick([`+47 ${spaced}`, `0047${digits}`, `+47${digits}`]) : '';
  const cells = {
    name: `${key} ${random.pick(NAMES)}`,
    line1: random.pick(STREETS),
    line2: random.chance(0.3) ? 'Oppgang B' : '',
    line3: random.chance(0.1) ? 'v/ Hansen' : '',
    postalCode,
    city,
    country,
    phone,
    phoneDescription: phone === '' ? '' : random.pick(['Mobil', 'Kontor']),
    email: `k${at + 1}.${key.toLowerCase()}@firma.example`,
    comment: random.pick(COMMENTS),
    number: custom ? 1000 * (index + 1) + at : '',
    quota: custom && random.chance(0.7) ? (1 + random.int(1_000_000)) / 100 : '',
    level: custom ? random.pick(LEVELS) : '',
  };
  return { text: cells.name, fate: 'booked', why: '', cells, contact: saidBy(cells, digits, countryCode) };
}

/** What the cells say, in the form that contacts are compared in. */
function saidBy(cells, digits, countryCode) {
  const { name, line1, line2, line3, postalCode, city, phone, phoneDescription, email, comment } = cells;
  return {
    name,
    address: [line1, line2, line3, postalCode, city, COUNTRIES[countryCode], countryCode],
    phone: phone === '' ? ['', '', ''] : ['+47', digits, phoneDescription],
    email,
    comment,
    custom: Object.fromEntries(
      [
        ['CustomMedlemsnr', cells.number],
        ['CustomKvote', cells.quota],
        ['CustomNivaa', cells.level],
      ].filter(([, value]) => value !== ''),
    ),
  };
}

/** The same contact under another name: told by its e-mail. */
function twinOf({ cells }) {
  const own = { ...cells, name: `${cells.name} (igjen)` };
  return { text: own.name, fate: 'duplicate', why: 'twin', cells: own, contact: undefined };
}

/** A contact as it is created (service interface, section 4.11). */
function bodyOf({ name, address, phone, email, comment, custom }) {
  const [AddressLine1, AddressLine2, AddressLine3, PostalCode, City, Country, CountryCode] = address;
  const [phoneCountry, digits, Description] = phone;
  return {
    Info: {
      Name: name,
      InvoiceAddress: { AddressLine1, AddressLine2, AddressLine3, City, Country, CountryCode, PostalCode },
      ...(digits === '' ? {} : { DefaultPhone: { CountryCode: phoneCountry, Number: digits, Description } }),
      DefaultEmail: { EmailAddress: email },
    },
    Comment: comment,
    CustomValues: custom,
  };
}

/** A contact as the service answers it, in the form that contacts are compared in. */
export function contactOf({ Info, Comment, CustomValues }) {
  const text = (value) => value ?? '';
  const address = Info.InvoiceAddress ?? {};
  const phone = Info.DefaultPhone ?? {};
  return {
    name: Info.Name,
    address: [
      ...['AddressLine1', 'AddressLine2', 'AddressLine3', 'PostalCode', 'City', 'Country', 'CountryCode'].map((name) =>
        text(address[name]),
      ),
    ],
    phone: [text(phone.CountryCode), text(phone.Number).replace(/\D/g, ''), text(phone.Description)],
    email: text(Info.DefaultEmail?.EmailAddress),
    comment: text(Comment),
    custom: Object.fromEntries(Object.entries(CustomValues ?? {}).filter(([, value]) => value !== null)),
  };
}
