import type { BookingsJob } from '../../core/job.ts';
import { duplicateIssue } from '../../reading/duplicate-issue.ts';
import { bookedIds } from '../../service/reply.ts';
import type { Kind } from '../kind.ts';
import type { FileKnown } from './plan.ts';

export const bookings = {
  name: 'bookings' as const,
  words: { one: 'voucher', many: 'vouchers', does: 'books', todo: 'book', done: 'booked' },
  steps: {
    book: {
      noun: 'voucher',
      does: 'books the voucher',
      done: 'booked',
      of: 'entries',
      request: {
        method: 'POST',
        path: () => '/api/biz/journalentries?action=book-journal-entries',
        hasBody: true,
        ids: bookedIds,
        asks: 'entries',
        needsId: false,
      },
    },
  },
  async plan(order, ports, table, { hints, known }) {
    const { planBookings } = await import('./plan.ts');
    const rowOrder = hints['order'] === 'scattered' ? 'scattered' : 'near';
    const restarts = hints['restarts'] === 'ask' ? 'ask' : undefined;
    return await planBookings(order, ports, table, Object.assign(known as FileKnown, { rowOrder, restarts } as const));
  },
  duplicate: duplicateIssue,
  afterDuplicates: 'books the duplicates after all, once the job says onDuplicate: book',
} satisfies Kind<BookingsJob>;
