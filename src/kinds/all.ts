// The kinds of jobs: a new one is its folder, and a line here and in all-jobs.ts.
export { bookings } from './bookings/kind.ts';
export { contacts } from './contacts/kind.ts';
export { customFields } from './custom-fields/kind.ts';
