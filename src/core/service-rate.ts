/** So many requests to a service within so many milliseconds (design, section 6: `rate`). */
export interface ServiceRate {
  readonly requests: number;
  readonly perMs: number;
}

/**
 * Share that is added to the time of a rate: of two requests the later may travel faster, and a service that counts when
 * they arrive must not see one too many.
 */
const RATE_MARGIN = 0.05;

/** The time within which no more than `requests` are sent, in whole milliseconds. */
export function ratePeriod({ perMs }: ServiceRate): number {
  return Math.ceil(perMs * (1 + RATE_MARGIN));
}

/**
 * While bookings wait for their turn, one request in so many may be a look-up: bookings go first, and plans and looks at
 * doubts still go on, however long bookings take.
 */
const LOOKUP_ONE_IN = 5;

/** The shortest time from one look-up to the next while bookings wait, in whole milliseconds. */
export function lookUpGap(rate: ServiceRate): number {
  return Math.ceil((ratePeriod(rate) / rate.requests) * LOOKUP_ONE_IN);
}
