import type { Address, Contact } from '../../domain/contact.ts';
import { type Issue, type Remark, shortIssue } from '../../domain/issue.ts';
import { type ContactField, contactFields } from '../../domain/job-fields.ts';
import { fieldMissing } from '../row-issues.ts';
import type { ContactTexts, Findings } from './contact-texts.ts';
import { countryName } from './country-names.ts';
import { postalCodeCompleted, wholePostalCode } from './postal-code.ts';
import { type RowCountry, readCountry } from './read-country.ts';
import { readEmail } from './read-email.ts';
import { readPhone } from './read-phone.ts';
import { placeUnclear, splitPlace } from './split-place.ts';

export interface ComposedContact {
  /** Without custom values. To be sent only where there is no issue: what could not be read is left out of it. */
  readonly contact: Contact;
  /** All that is wrong with the row, never only the first. */
  readonly issues: readonly { readonly about: ContactField; readonly issue: Issue }[];
  readonly remarks: readonly Remark[];
  /** Fields that the row itself says; a job's default says nothing of a contact. */
  readonly said: ReadonlySet<ContactField>;
}

/** The contact that a row's texts say (service interface, sections 2.9 and 4.11). Never throws. */
export function composeContact(texts: ContactTexts): ComposedContact {
  const findings: Findings = { issues: [], remarks: [] };
  const name = texts.text('name');
  if (name === '') findings.issues.push({ about: 'name', issue: nameMissing(texts.column('name')) });
  const country = readCountry(texts, findings);
  const contact: Contact = {
    name,
    address: addressOf(texts, country, findings),
    phone: readPhone(texts, country, findings),
    email: readEmail(texts, findings),
    comment: texts.text('comment'),
    custom: {},
  };
  return {
    contact,
    issues: findings.issues.map(({ about, issue }) => ({ about, issue: shortIssue(issue) })),
    remarks: findings.remarks.map((remark) => shortIssue(remark)),
    said: new Set(
      contactFields.filter(
        (field) => texts.text(field) !== '' && !texts.isDefault(field) && !isEmptyPart(field, contact.address),
      ),
    ),
  };
}

/** Of a cell that holds postal code and city together, one may be missing. */
function isEmptyPart(field: ContactField, address: Address | undefined): boolean {
  return (field === 'postalCode' || field === 'city') && address?.[field] === '';
}

/** A country that only a default says makes no address: it would give one to every row. */
function addressOf(texts: ContactTexts, country: RowCountry, findings: Findings): Address | undefined {
  const cell = texts.text('postalCode');
  const together = cell !== '' && texts.column('postalCode') === texts.column('city') && !texts.isDefault('postalCode');
  const place = together ? splitPlace(cell, country.isOwn ? country.code : '', country.code) : undefined;
  if (together && place === undefined && !country.isWrong)
    findings.issues.push({ about: 'postalCode', issue: placeUnclear(cell, texts.column('postalCode')) });
  const written = place?.postalCode ?? cell;
  const whole = wholePostalCode(written, place?.country ?? country.code);
  if (whole !== written) findings.remarks.push(postalCodeCompleted(texts.column('postalCode'), written, whole));
  const address: Address = {
    addressLine1: texts.text('addressLine1'),
    addressLine2: texts.text('addressLine2'),
    addressLine3: texts.text('addressLine3'),
    postalCode: whole,
    // A rule of the job may set another city.
    city: place !== undefined && texts.text('city') === cell ? place.city : texts.text('city'),
    country: place?.country === undefined ? country.name : countryName(place.country),
    countryCode: place?.country ?? country.code,
  };
  const { addressLine1, addressLine2, addressLine3, postalCode, city } = address;
  const isSaid = [addressLine1, addressLine2, addressLine3, postalCode, city].some((part) => part !== '');
  return isSaid || (country.isOwn && country.code !== '') ? address : undefined;
}

function nameMissing(column: string): Issue {
  // A column's name is the field's own where the job maps none.
  return fieldMissing('name', column === 'name' ? [] : [column], 'contact');
}
