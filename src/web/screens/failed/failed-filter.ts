import type { WaitingEntry } from '../../../http/api/corrections/shapes.ts';

export type WaitingState = WaitingEntry['state'];
export const WAITING_STATES: readonly WaitingState[] = ['held', 'rejected', 'duplicate'];

/** Which of the entries that wait are looked at: it stands in the address, and the server filters by it. */
export interface FailedFilter {
  readonly cause?: number;
  readonly state?: WaitingState;
  /** Text in a cell or in the key. */
  readonly q?: string;
  /** Only what was mended and not handed in. */
  readonly revised?: true;
}

/** The filter that stands in the query of the page; what it can't be is left out. */
export function readFilter(query: URLSearchParams): FailedFilter {
  const cause = query.get('cause') ?? '';
  const state = WAITING_STATES.find((each) => each === query.get('state'));
  const q = query.get('q')?.trim() ?? '';
  return {
    ...(/^\d{1,9}$/.test(cause) ? { cause: Number(cause) } : {}),
    ...(state === undefined ? {} : { state }),
    ...(q === '' ? {} : { q }),
    ...(query.get('revised') === 'yes' ? { revised: true } : {}),
  };
}

export function isFiltered({ cause, state, q, revised }: FailedFilter): boolean {
  return cause !== undefined || state !== undefined || q !== undefined || revised !== undefined;
}

/** Where the server answers with the entries of a filter. @param limit entries on a page */
export function waitingAddress(id: string, { cause, state, q, revised }: FailedFilter, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cause !== undefined) query.set('cause', String(cause));
  if (state !== undefined) query.set('state', state);
  if (q !== undefined) query.set('q', q);
  if (revised) query.set('revised', 'yes');
  return `/api/imports/${id}/waiting?${query}`;
}
