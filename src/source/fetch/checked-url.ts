import { SourceFailed } from './fetch-error.ts';

/**
 * The address that a job names, its variables put in.
 * @param written what messages show of it: the address itself may hold secrets by now, and is not shown
 * @throws SourceFailed where nothing may be asked for there
 */
export function checkedUrl(url: string, written: string, allowPrivate: boolean): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new SourceFailed(
      `fetch.url (${written}) is no http or https address, or holds a user or a password, once its variables are put in.`,
      'Check the variables; a user and a password belong into fetch.headers.',
    );
  }
  if (parsed.protocol === 'http:' && !allowPrivate) {
    throw new SourceFailed(
      `${written} is an http:// address, which is not encrypted: anybody on the way could read the headers and change the file.`,
      'Use https://. In a private network, http:// goes with allowPrivate: true.',
    );
  }
  parsed.hash = '';
  return parsed;
}
