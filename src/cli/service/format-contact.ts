import type { Address, Contact, CustomValue, ListedContact, Phone } from '../../core/records.ts';
import { visibleText } from '../../core/text.ts';
import { pad, type Style, widthOf } from '../output/text.ts';

const INDENT = '  ';

/** A contact for programs: what it has not is null, or the empty text. */
export function contactJson(contact: ListedContact): object {
  return { ...contact, address: contact.address ?? null, phone: contact.phone ?? null };
}

export function phoneText(phone: Phone | undefined): string {
  return phone === undefined ? '' : `${phone.countryCode} ${phone.number}`.trim();
}

/** Everything that is known of a contact, in lines; what is empty is left out. */
export function contactLines(contact: ListedContact, style: Style): string[] {
  return [
    style('bold', `Contact ${contact.id}`),
    ...fieldLines(contactFields(contact), style),
    ...customLines(contact.custom, style),
  ];
}

/** A contact as it is sent, in lines; what it does not have is left out. */
export function sentContactLines(contact: Contact, style: Style): string[] {
  const custom = Object.entries(contact.custom).map(([name, value]): [string, string] => [
    `custom ${name}`,
    value === null ? 'empty' : String(value),
  ]);
  return fieldLines([...contactFields(contact), ...custom], style);
}

function contactFields({ name, address, phone, email, comment }: Contact): [string, string][] {
  const described = phone === undefined || phone.description === '' ? '' : ` (${phone.description})`;
  return [
    ['name', name],
    ['address', address === undefined ? '' : addressText(address)],
    ['phone', phoneText(phone) + described],
    ['e-mail', email],
    ['comment', comment],
  ];
}

/** The custom values of an entity, in lines; undefined: the service showed none at all. */
export function customLines(custom: Readonly<Record<string, CustomValue>> | undefined, style: Style): string[] {
  const fields = Object.entries(custom ?? {}).map(([name, value]): [string, string] => [
    name,
    value === null ? style('dim', 'not set') : visible(String(value)) || style('dim', 'empty'),
  ]);
  const heading = `${INDENT}${style('bold', 'Custom values')}`;
  if (fields.length === 0) return [`${heading}: ${style('dim', custom === undefined ? 'not shown' : 'none')}`];
  return [heading, ...labelled(fields, style).map((line) => INDENT + line)];
}

/** An address in lines, as it stands on a letter. */
export function addressText(address: Address): string {
  const { addressLine1, addressLine2, addressLine3, postalCode, city, country, countryCode } = address;
  const code = countryCode === '' ? '' : country === '' ? countryCode : `(${countryCode})`;
  const lines = [addressLine1, addressLine2, addressLine3, `${postalCode} ${city}`, `${country} ${code}`];
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function fieldLines(fields: readonly [string, string][], style: Style): string[] {
  const known = fields.filter(([, value]) => value !== '');
  return labelled(
    known.map(([label, value]) => [label, visible(value)]),
    style,
  );
}

/** Each label before its value; further lines of a value stand under its first. */
function labelled(fields: readonly [string, string][], style: Style): string[] {
  const width = Math.max(0, ...fields.map(([label]) => widthOf(visible(label))));
  return fields.flatMap(([label, value]) =>
    value
      .split('\n')
      .map((line, i) => `${INDENT}${style('dim', pad(i === 0 ? visible(label) : '', width, 'left'))}  ${line}`),
  );
}

/** A text of the service as a terminal may show it, line by line. */
function visible(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => visibleText(line))
    .join('\n');
}
