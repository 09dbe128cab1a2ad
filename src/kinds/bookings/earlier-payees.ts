import { withoutMarker } from '../../core/marker.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';
import { type Earlier, payeeOf } from '../../reading/unmatched-rows.ts';

const NONE: Earlier = new Map();

/**
 * Where a company's booked entries went by what their texts say, on either side, as far back as the ledger tells of them.
 * They are read when somebody asks for the first time.
 */
export function earlierPayees(
  { company, marker }: Pick<PlanOrder, 'company' | 'marker'>,
  store: Pick<PlanStore, 'newestEntries'>,
): (payee: string, side: 1 | -1) => Promise<Earlier> {
  let known: Map<string, Map<string, number>> | undefined;
  const read = async () => {
    const payees = new Map<string, Map<string, number>>();
    const bare = withoutMarker(marker);
    for await (const lines of store.newestEntries(company, 'bookings')) {
      // An entry counts once, however many of its lines say the same.
      const said = new Set(
        lines.map(({ description, account, units }) =>
          JSON.stringify([`${units < 0 ? -1 : 1} ${payeeOf(bare(description))}`, account]),
        ),
      );
      for (const each of said) {
        const [id, account] = JSON.parse(each) as [string, string];
        const accounts = payees.get(id) ?? new Map<string, number>();
        payees.set(id, accounts.set(account, (accounts.get(account) ?? 0) + 1));
      }
    }
    return payees;
  };
  return async (payee, side) => {
    known ??= await read();
    return known.get(`${side} ${payee}`) ?? NONE;
  };
}
