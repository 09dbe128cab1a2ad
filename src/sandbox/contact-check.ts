import { isObject, type ServiceMessage } from './reply.ts';

const ADDRESS = [
  'AddressLine1',
  'AddressLine2',
  'AddressLine3',
  'City',
  'Country',
  'CountryCode',
  'PostalCode',
  'Region',
] as const;

/** Fields of the objects inside `Info` (service interface, section 2.9). */
export const CONTACT_DETAILS = {
  InvoiceAddress: ADDRESS,
  DefaultAddress: ADDRESS,
  DefaultPhone: ['CountryCode', 'Description', 'Number'],
  DefaultEmail: ['EmailAddress', 'Description'],
} as const;

/** What is wrong with a contact that was sent. */
export function checkContact(body: unknown): ServiceMessage[] {
  if (!isObject(body)) return [{ Message: 'A contact was expected.', PropertyName: '' }];
  const messages: ServiceMessage[] = [];
  const text = (value: unknown, PropertyName: string) => {
    if (value === undefined || value === null || typeof value === 'string') return;
    messages.push({ Message: `${PropertyName} must be a text.`, PropertyName });
  };
  text(body['Comment'], 'Comment');
  const info = body['Info'];
  if (!isObject(info)) return [...messages, { Message: 'A contact must have Info.', PropertyName: 'Info' }];
  if (typeof info['Name'] !== 'string' || info['Name'].trim() === '') {
    messages.push({ Message: 'A contact must have a name.', PropertyName: 'Info.Name' });
  }
  for (const [name, fields] of Object.entries(CONTACT_DETAILS)) {
    const value = info[name];
    if (value === undefined || value === null) continue;
    if (!isObject(value)) messages.push({ Message: `${name} must be an object.`, PropertyName: `Info.${name}` });
    else for (const field of fields) text(value[field], `Info.${name}.${field}`);
  }
  return messages;
}
