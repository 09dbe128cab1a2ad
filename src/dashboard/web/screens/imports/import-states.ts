import type { ImportState } from '../../../../domain/import.ts';

/** Every state of an import, in the order of its life. */
export const IMPORT_STATES = [
  'planning',
  'planned',
  'posting',
  'completed',
  'partly-booked',
  'in-doubt',
  'rejected',
  'cancelled',
] as const satisfies readonly ImportState[];
