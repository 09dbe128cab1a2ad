import { type ContactsJob, contactsJobSchema } from '../../core/job.ts';
import type { KindJob } from '../kind.ts';
import { checkContacts } from './check-job.ts';

export const contacts = {
  kind: 'contacts',
  schema: contactsJobSchema,
  check: checkContacts,
} satisfies KindJob<ContactsJob>;
