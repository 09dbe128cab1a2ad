import { SECRET } from '../core/secrets.ts';

/** What a job takes from the environment when it runs, maybe behind the scheme of an authorization. */
export const VARIABLES_ALONE = /^(?:(?:Bearer|Basic|Token|ApiKey)\s+)?(?:\$\{\w+\})+$/i;
/**
 * A part of a path that is made of words, years and days, versions, and variables: `export-2026.csv`, `v2`, `${PLACE}`. Any
 * other may be a key that stands for a password, and so may a word of twenty letters.
 */
const OPEN_WORD = String.raw`(?:[a-zæøå]{1,19}\d{0,4}|\d{1,8}|\$\{\w+\})`;
const OPEN_STEP = new RegExp(`^(?:${OPEN_WORD}(?:(?:[-_.~+,]|%20)${OPEN_WORD})*)?$`, 'i');

/** Whether people may see a part of a path. */
export const isOpenStep = (step: string): boolean => OPEN_STEP.test(step);

/** An address without user and password, without the values behind the question mark, and without what may be a key. */
export function shownAddress(address: string): string {
  const [, scheme = '', rest = address] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  const [before = ''] = rest.split('#');
  const [place = '', ...query] = before.split('?');
  const [authority = '', ...path] = place.split('/');
  const host = authority.replace(/^.*@/s, `${SECRET}@`);
  const steps = path.map((step) => (isOpenStep(step) ? step : SECRET));
  const values = query
    .join('?')
    .split('&')
    .map((pair) => shownPair(pair));
  return `${scheme}${[host, ...steps].join('/')}${query.length === 0 ? '' : `?${values.join('&')}`}`;
}

function shownPair(pair: string): string {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0) return pair.startsWith('${') ? pair : SECRET;
  return VARIABLES_ALONE.test(value.join('=')) ? pair : `${name}=${SECRET}`;
}
