import type { ContactsJob } from '../../core/job.ts';
import { contactPath, createContactPath } from '../../service/contacts.ts';
import { creation } from '../../service/steps.ts';
import { contactCreatedBefore, fieldCreatedBefore } from '../created/issues.ts';
import type { Kind } from '../kind.ts';
import { contactOfBody } from './body.ts';

const ADDRESS = [
  ...(['addressLine1', 'addressLine2', 'addressLine3'] as const),
  ...(['postalCode', 'city', 'country', 'countryCode'] as const),
];
const shown = (body: string) => ({ contact: contactOfBody(body) });

/** What only contacts need is loaded when it is needed: what tells phone numbers apart is large. */
export const contacts = {
  name: 'contacts' as const,
  words: { one: 'contact', many: 'contacts', does: 'creates', todo: 'create', done: 'created' },
  steps: {
    'create-contact': {
      ...{ noun: 'contact', does: 'creates the contact', done: 'created', of: 'contact', shown },
      request: creation(createContactPath),
    },
    'read-back': {
      ...{ noun: 'contact', does: 'reads back the contact', done: 'read back', of: 'contact', shown },
      request: {
        method: 'GET',
        path: (target) => contactPath(target!),
        hasBody: false,
        ids: () => undefined,
        asks: undefined,
        needsId: false,
      },
    },
  },
  plan: async (order, ports, table) => (await import('./plan.ts')).planContacts(order, ports, table),
  duplicate: (key, earlier, rowless) => (rowless ? fieldCreatedBefore : contactCreatedBefore)(key, earlier),
  afterDuplicates: 'once they were corrected in the service, or the job says onDuplicate: skip or book',
  records: {
    tallies: ['contacts', 'customFields'],
    fieldsFirst: true,
    trail: {
      columns: [
        'address line 1',
        'address line 2',
        'address line 3',
        'postal code',
        'city',
        'country',
        'country code',
        'phone',
        'e-mail',
        'comment',
        'custom values',
      ],
      sent(body) {
        const { address, phone, email, comment, custom } = contactOfBody(body);
        return {
          cells: [
            ...ADDRESS.map((part) => address?.[part] ?? ''),
            phone === undefined ? '' : `${phone.countryCode} ${phone.number} ${phone.description}`.trim(),
            email,
            comment,
            Object.entries(custom)
              .map(([name, value]) => `${name}: ${value ?? ''}`)
              .join('\n'),
          ],
        };
      },
    },
  },
  compares: {
    recheck: async (...of) => (await import('./recheck.ts')).recheckContacts(...of),
    comparison: async () => (await import('./compare.ts')).compareContact,
  },
} satisfies Kind<ContactsJob>;
