import type { FetchSection } from '../domain/fetch-section.ts';
import { SECRET } from '../rules/without-secrets.ts';

/** Headers whose value is no secret. */
const OPEN_HEADERS = /^(accept(-language|-encoding|-charset)?|user-agent|content-type|host)$/i;
/** What a job takes from the environment when it runs, maybe behind the scheme of an authorization. */
const VARIABLES_ALONE = /^(?:(?:Bearer|Basic|Token|ApiKey)\s+)?(?:\$\{\w+\})+$/i;
/** So long a part of a path may be a key that stands for a password, in characters. */
const KEY_LENGTH = 20;

/** A secret that stands in a job as it is written, or a part of it; what comes from the environment is none. */
export function shownHeader(name: string, value: string): string {
  return OPEN_HEADERS.test(name) || VARIABLES_ALONE.test(value) ? value : SECRET;
}

/** A password or a passphrase. */
export function shownPassword(value: string): string {
  return VARIABLES_ALONE.test(value) ? value : SECRET;
}

/** An address without user and password, without the values behind the question mark, and without what may be a key. */
export function shownAddress(address: string): string {
  const [, scheme = '', rest = address] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  const [before = ''] = rest.split('#');
  const [place = '', ...query] = before.split('?');
  const [authority = '', ...path] = place.split('/');
  const host = authority.replace(/^.*@/s, `${SECRET}@`);
  const steps = path.map((step) => (step.length >= KEY_LENGTH && !/[.{]/.test(step) ? SECRET : step));
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

/** Where the files of a job come from, for people to see. */
export function withoutFetchSecrets(section: FetchSection): FetchSection {
  const { url, headers, sftp } = section;
  return {
    ...section,
    ...(url === undefined ? {} : { url: shownAddress(url) }),
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shownHeader(name, value)])),
        }),
    ...(sftp === undefined
      ? {}
      : {
          sftp: {
            ...sftp,
            ...(sftp.password === undefined ? {} : { password: shownPassword(sftp.password) }),
            ...(sftp.passphrase === undefined ? {} : { passphrase: shownPassword(sftp.passphrase) }),
          },
        }),
  };
}
