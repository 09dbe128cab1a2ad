/** In a query: whether an import was taken back only to be planned afresh, so that it rests for a moment (`Cancellation.again`). */
export const PLANNED_AGAIN = `(coalesce(cancelled, '') like '%"again":true}')`;
