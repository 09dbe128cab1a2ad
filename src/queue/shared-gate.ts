import { lookUpGap, ratePeriod, type ServiceRate } from '../core/service-rate.ts';
import { PREFIX } from './queue-options.ts';

/** How long look-ups still stand back after a booking could have gone, in milliseconds: so long it may take to ask again. */
const BOOKING_GRACE_MS = 250;

/** What is used of an ioredis client. */
export interface GateCommands {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
}

/**
 * Counts the requests of all processes to one service: a list of the times of the last ones, by the clock of Redis. A
 * request may go when fewer than the rate's lie within its period. Everything in it expires by itself.
 *
 * KEYS: the service's pause, times of requests, that a booking waits, time of the last look-up.
 * ARGV: is it a booking, requests, period, gap between look-ups while bookings wait, grace of a booking that waits.
 */
const TAKE = `
local held = redis.call('PTTL', KEYS[1])
if held > 0 then return {held, 1} end
local requests, period = tonumber(ARGV[2]), tonumber(ARGV[3])
if requests == 0 then return {0, 0} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local booking = ARGV[1] == '1'
local wait = 0
local oldest = redis.call('LINDEX', KEYS[2], requests - 1)
if oldest then wait = oldest + period - now end
if wait > period then
  redis.call('DEL', KEYS[2])
  wait = 0
end
if booking and wait > 0 then redis.call('SET', KEYS[3], 1, 'PX', wait + tonumber(ARGV[5])) end
if not booking and redis.call('EXISTS', KEYS[3]) == 1 then
  local last = redis.call('GET', KEYS[4])
  local gap = tonumber(ARGV[4])
  if last then wait = math.max(wait, math.min(last + gap - now, gap)) end
end
if wait > 0 then return {wait, 0} end
redis.call('LPUSH', KEYS[2], now)
redis.call('LTRIM', KEYS[2], 0, requests - 1)
redis.call('PEXPIRE', KEYS[2], period)
if not booking then redis.call('SET', KEYS[4], now, 'PX', tonumber(ARGV[4])) end
return {0, 0}
`;

/** A shorter pause never ends a longer one. KEYS: the service's pause. ARGV: milliseconds. */
const HOLD_UP = `
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], 1, 'PX', ARGV[1]) end
`;

/** The part of a service's gate that every process on one Redis shares. */
export function createSharedGate(redis: GateCommands, service: string) {
  const key = (part: string) => `${PREFIX}:gate:${encodeURIComponent(service)}:${part}`;
  return {
    async take(request: 'booking' | 'look-up', rate: ServiceRate | undefined) {
      const keys = [key('pause'), key('requests'), key('booking-waits'), key('last-look-up')];
      const limits = rate === undefined ? [0, 0, 0] : [rate.requests, ratePeriod(rate), lookUpGap(rate)];
      const isBooking = request === 'booking' ? 1 : 0;
      const answer = await redis.eval(TAKE, keys.length, ...keys, isBooking, ...limits, BOOKING_GRACE_MS);
      const [waitMs, held] = answer as [number, number];
      return { waitMs, held: held === 1 };
    },
    async holdUp(ms: number) {
      await redis.eval(HOLD_UP, 1, key('pause'), Math.ceil(ms));
    },
  };
}
