import type { Config } from '../../config/config.ts';
import type { Check } from './check.ts';

/** By more than this our clock and a service's must not differ, in milliseconds: tokens expire, and quiet periods are judged by it. */
const SKEW_LIMIT_MS = 5 * 60_000;
/** How long a service may take to answer, in milliseconds. */
const ANSWER_LIMIT_MS = 5_000;

/** Compares our clock with those of the services, as their replies tell it. Where none tells the time, nothing is said. */
export async function checkClock({ services }: Pick<Config, 'services'>, now: () => number): Promise<Check[]> {
  const skews = await Promise.all(
    Object.values(services).map(async ({ name, baseUrl }) => ({ name, skew: await skewOf(baseUrl, now) })),
  );
  const told = skews.filter((each): each is { name: string; skew: number } => each.skew !== undefined);
  const off = told.filter(({ skew }) => Math.abs(skew) > SKEW_LIMIT_MS);
  if (told.length > 0 && off.length === 0) return [{ ok: true, what: 'clock: agrees with the services' }];
  return off.map(({ name, skew }) => ({
    ok: false,
    what: `clock: ours is ${Math.round(Math.abs(skew) / 60_000)} min ${skew > 0 ? 'ahead of' : 'behind'} that of service ${name}`,
    remedy: 'Have this machine set its clock by the network (timedatectl set-ntp true).',
  }));
}

/** Ours minus the service's, in milliseconds. The request has no credentials: any answer tells the time. */
async function skewOf(baseUrl: string, now: () => number): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const reply = await fetch(baseUrl, { method: 'HEAD', redirect: 'manual', signal });
    const theirs = Date.parse(reply.headers.get('date') ?? '');
    return Number.isNaN(theirs) ? undefined : now() - theirs;
  } catch {
    // That it can't be reached is said with the services.
    return undefined;
  }
}
