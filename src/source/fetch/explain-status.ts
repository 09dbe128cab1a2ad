import { SourceFailed } from './fetch-error.ts';

const HEADERS = 'Check fetch.headers in the job, and whether the token has run out.';
const LATER = 'The next run tries again. If it stays so, ask whoever runs the server.';
const ADDRESS = 'Check fetch.url in the job.';

const WORDS: Readonly<Record<number, readonly [what: string, suggestion: string]>> = {
  401: ['does not let us in', HEADERS],
  403: ['does not give us the file', HEADERS],
  404: ['has no such file', ADDRESS],
  407: ['asks for a proxy', 'Ask whoever runs the network.'],
  408: ['gave up waiting', LATER],
  410: ['has the file no more', ADDRESS],
  429: ['says that it was asked too often', 'Run the job less often.'],
};

/**
 * A reply that is not the file, in words.
 * @param address as people may see it
 */
export function explainStatus(status: number, address: string): SourceFailed {
  const [what, suggestion] = WORDS[status] ?? [
    status >= 500 ? 'is in trouble' : 'answers something else than the file',
    status >= 500 ? LATER : ADDRESS,
  ];
  const passing = status === 408 || status === 429 || status >= 500;
  return new SourceFailed(`${address} ${what} (status ${status}).`, suggestion, { passing });
}
