import { createRandom } from './random.mjs';

/** The header of the file, as a Norwegian address book exports it. */
export const PEOPLE_HEADER = ['Navn', 'Adresse', 'Postnr', 'Sted', 'Land', 'Telefon', 'E-post', 'Merknad', 'Medlemsnr'];

/** The job that creates them, with a custom field of their own. */
export const PEOPLE_JOB = `kind: contacts
columns: { name: Navn, addressLine1: Adresse, postalCode: Postnr, city: Sted, country: Land, phone: Telefon, email: E-post, comment: Merknad }
defaults: { countryCode: NO }
custom: { Membership: Medlemsnr }
customFields: [{ name: Membership, model: Contact, type: Small text field }]
`;

/** One row in so many is a contact that the service has; one in so many of these says another address than the service. */
const EXISTING_EVERY = 10;
const DIFFERENT_EVERY = 5;
/** Scatters the contacts that exist over the list of the service. */
const STRIDE = 7919;
/** Contacts that the service lacks are numbered from here. */
const FIRST_NEW = 1_000_000;
/** Share of people without an e-mail address, with a comment, with a membership. */
const WITHOUT_EMAIL = 0.1;
const WITH_COMMENT = 0.2;
const MEMBERS = 0.6;
/** Telephone numbers of different people differ by so much. */
const PHONE_STEP = 7;

/** Where people live: calling code, first number, how numbers are written in the file. */
const COUNTRIES = [
  ...Array(18).fill({ country: 'Norge', countryCode: 'NO', code: '+47', first: 40_000_000, trunk: '' }),
  { country: 'Sverige', countryCode: 'SE', code: '+46', first: 700_000_000, trunk: '0' },
  { country: 'Danmark', countryCode: 'DK', code: '+45', first: 20_000_000, trunk: '' },
];
const FIRST_NAMES = 'Kari Ola Anne Per Ingrid Lars Åse Bjørn Solveig Nils Silje Øystein Marit Jørgen'.split(' ');
const STREETS = 'Storgata Kirkegata Bjørkeveien Øvre vei Parkveien Skolegata Strandgata Ålesundgata'.split(' ');
const CITIES = 'Oslo Bergen Tromsø Ålesund Hamar Bodø Skien Molde Førde Røros'.split(' ');
const SYLLABLES = 'ba de fi go hu ja ke li mo nu pa re si to vu'.split(' ');

/** The same person for the same number; different people share neither name, e-mail address nor telephone number. */
function person(no) {
  const random = createRandom(no);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const { country, countryCode, code, first, trunk } = pick(COUNTRIES);
  const given = pick(FIRST_NAMES);
  const family = syllables(no);
  const comment = random() < WITH_COMMENT ? `kunde siden ${2000 + Math.floor(random() * 25)}` : '';
  return {
    name: `${given} ${family[0].toUpperCase()}${family.slice(1)}sen`,
    street: `${pick(STREETS)} ${1 + Math.floor(random() * 99)}`,
    postalCode: String(Math.floor(random() * 10_000)).padStart(4, '0'),
    city: pick(CITIES),
    ...{ country, countryCode, code, trunk },
    number: String(first + no * PHONE_STEP),
    spelling: Math.floor(random() * 3),
    email: random() < WITHOUT_EMAIL ? '' : `${family}.${no}@example.no`,
    comment,
    member: random() < MEMBERS ? `M${String(no).padStart(8, '0')}` : '',
  };
}

/** A word for a number. */
function syllables(no) {
  let word = '';
  for (let left = no + SYLLABLES.length ** 3; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    word += SYLLABLES[left % SYLLABLES.length];
  }
  return word;
}

/** The contacts that the service holds, as the interface writes them. */
export function* heldContacts(count) {
  for (let no = 0; no < count; no++) yield bodyOf({ ...person(no), member: '' });
}

/**
 * The rows of the file: `{cells, body}`, `body` that of the contact to be created; without one the service has it.
 * `different` tells those that say otherwise than it. @param held contacts that the service holds
 */
export function* peopleRows(rows, held) {
  for (let row = 0; row < rows; row++) {
    const turn = Math.floor(row / EXISTING_EVERY);
    const exists = row % EXISTING_EVERY === 3;
    if (!exists) {
      const one = person(FIRST_NEW + row);
      yield { cells: cellsOf(one), body: bodyOf(one), member: one.member !== '' };
      continue;
    }
    const one = { ...person((turn * STRIDE) % held), member: '' };
    const different = turn % DIFFERENT_EVERY === 0;
    // Another spelling is no difference.
    const known = { ...one, email: one.email.toUpperCase(), street: different ? 'Ny vei 5' : one.street };
    yield { cells: cellsOf(known), different };
  }
}

function cellsOf({ name, street, postalCode, city, country, code, trunk, number, spelling, email, comment, member }) {
  const spaced = number.replace(/(?=(?:\d{2})+$)/g, ' ').trim();
  const phone = [`${code} ${spaced}`, trunk + number, trunk + spaced][spelling];
  return [name, street, postalCode, city, country, phone, email, comment, member];
}

function bodyOf({ name, street, postalCode, city, country, countryCode, code, number, email, comment, member }) {
  return {
    Info: {
      Name: name,
      InvoiceAddress: {
        ...{ AddressLine1: street, AddressLine2: '', AddressLine3: '' },
        ...{ City: city, Country: country, CountryCode: countryCode, PostalCode: postalCode },
      },
      DefaultPhone: { CountryCode: code, Description: '', Number: number },
      ...(email === '' ? {} : { DefaultEmail: { EmailAddress: email } }),
    },
    Comment: comment,
    ...(member === '' ? {} : { CustomValues: { CustomMembership: member } }),
  };
}
