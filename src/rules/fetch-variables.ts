import { type Environment, substitute } from '../domain/environment.ts';
import type { FetchSection } from '../domain/fetch-section.ts';
import { UsageError } from '../domain/issue.ts';

/**
 * Puts variables of the environment into the texts of a `fetch` section that may hold them.
 * @throws UsageError that names each variable that is missing, and where it is needed; never a value
 */
export function fetchVariables(section: FetchSection, environment: Environment): FetchSection {
  const missing: string[] = [];
  const put = (key: string, text: string): string => {
    const put = substitute(text, environment);
    for (const name of put.missing) missing.push(`fetch.${key} needs the variable ${name}`);
    return put.text;
  };
  const { url, headers, sftp } = section;
  const filled: FetchSection = {
    ...section,
    ...(url === undefined ? {} : { url: put('url', url) }),
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, put(`headers.${name}`, text)]),
          ),
        }),
    ...(sftp === undefined
      ? {}
      : {
          sftp: {
            ...sftp,
            password: sftp.password && put('sftp.password', sftp.password),
            passphrase: sftp.passphrase && put('sftp.passphrase', sftp.passphrase),
          },
        }),
  };
  if (missing.length > 0) {
    throw new UsageError(
      `${missing.join('; ')}, which ${missing.length === 1 ? 'is' : 'are'} not set in the environment.`,
      'Set it for the process that runs the job, and start that again.',
    );
  }
  return filled;
}
