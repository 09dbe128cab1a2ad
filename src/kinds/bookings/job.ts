import { type BookingsJob, bookingsJobSchema } from '../../core/job.ts';
import type { KindJob } from '../kind.ts';
import { checkBookings } from './check-job.ts';

export const bookings = {
  kind: 'bookings',
  schema: bookingsJobSchema,
  check: checkBookings,
} satisfies KindJob<BookingsJob>;
