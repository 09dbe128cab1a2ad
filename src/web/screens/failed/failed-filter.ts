/** Which of the entries that wait are looked at: it stands in the address, and the server filters by it. */
export interface FailedFilter {
  readonly cause?: number;
  /** Text in a cell or in the key. */
  readonly q?: string;
  /** Only what is corrected and not booked yet, or only the others. */
  readonly revised?: boolean;
}

/** The filter that stands in the query of the page; what it can't be is left out. */
export function readFilter(query: URLSearchParams): FailedFilter {
  const cause = query.get('cause') ?? '';
  const q = query.get('q')?.trim() ?? '';
  const revised = query.get('revised');
  return {
    ...(/^\d{1,9}$/.test(cause) ? { cause: Number(cause) } : {}),
    ...(q === '' ? {} : { q }),
    ...(revised === null ? {} : { revised: revised === 'yes' }),
  };
}

/** Where the server answers with the entries of a filter. @param limit entries on a page */
export function waitingAddress(id: string, { cause, q, revised }: FailedFilter, limit: number): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cause !== undefined) query.set('cause', String(cause));
  if (q !== undefined) query.set('q', q);
  if (revised !== undefined) query.set('revised', revised ? 'yes' : 'no');
  return `/api/imports/${id}/waiting?${query}`;
}
