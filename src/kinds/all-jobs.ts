// How the definitions of jobs are read, by kind: as all.ts has them.
export { bookings } from './bookings/job.ts';
export { contacts } from './contacts/job.ts';
export { customFields } from './custom-fields/job.ts';
