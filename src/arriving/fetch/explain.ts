import { SourceFailed } from './source.ts';

const AGAIN = 'The next run tries again. If it stays so, ask whoever runs the server.';

/** By the code of the system, of Node.js' TLS and of undici; `{at}` is the server. */
const NETWORK_WORDS: Readonly<Record<string, readonly [message: string, suggestion: string]>> = {
  ENOTFOUND: ['The name of {at} is not known.', "Check the address in the job, and this machine's connection."],
  EAI_AGAIN: [
    'The name of {at} can not be looked up now.',
    "Check this machine's connection. The next run tries again.",
  ],
  ECONNREFUSED: ['{at} refuses connections.', 'Check address and port in the job, or ask whoever runs the server.'],
  ECONNRESET: ['{at} broke the connection off.', AGAIN],
  EPIPE: ['{at} broke the connection off.', AGAIN],
  ERR_STREAM_PREMATURE_CLOSE: ['{at} broke the connection off.', AGAIN],
  UND_ERR_SOCKET: ['{at} broke the connection off.', AGAIN],
  ETIMEDOUT: ['{at} does not answer.', AGAIN],
  UND_ERR_CONNECT_TIMEOUT: ['{at} does not answer.', AGAIN],
  UND_ERR_HEADERS_TIMEOUT: ['{at} took the request and does not answer it.', AGAIN],
  UND_ERR_BODY_TIMEOUT: ['{at} stopped in the middle of the file.', AGAIN],
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|ERR_TLS/;

/** What went wrong on the way to a server, in words; undefined for what is no trouble of the network: a full disk. */
export function explainNetwork(error: unknown, at: string): SourceFailed | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SourceFailed) return error;
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  const { code, syscall } = (inner ?? error) as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string') return undefined;
  const known = NETWORK_WORDS[code];
  if (known !== undefined)
    return new SourceFailed(
      known[0].replace('{at}', () => at),
      known[1],
      { passing: code !== 'ENOTFOUND' },
    );
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    return new SourceFailed(
      `${at} can't be reached from this machine (${code}).`,
      "Check this machine's connection and its firewall.",
      { passing: true },
    );
  }
  if (CERTIFICATE.test(code)) {
    return new SourceFailed(
      `${at} can't prove that it is who it says: ${error.message} (${code}).`,
      "Don't work around it: ask whoever runs the server. For a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS.",
    );
  }
  return /^(UND_|HPE_|Z_)/.test(code)
    ? new SourceFailed(`What ${at} sends can't be understood: ${error.message} (${code}).`, AGAIN)
    : undefined;
}

const HEADERS = 'Check fetch.headers in the job, and whether the token has run out.';
const LATER = 'The next run tries again. If it stays so, ask whoever runs the server.';
const ADDRESS = 'Check fetch.url in the job.';

const STATUS_WORDS: Readonly<Record<number, readonly [what: string, suggestion: string]>> = {
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
  const [what, suggestion] = STATUS_WORDS[status] ?? [
    status >= 500 ? 'is in trouble' : 'answers something else than the file',
    status >= 500 ? LATER : ADDRESS,
  ];
  const passing = status === 408 || status === 429 || status >= 500;
  return new SourceFailed(`${address} ${what} (status ${status}).`, suggestion, { passing });
}
