import type { RunCode } from '../../core/run-code.ts';
import { toldOf } from '../run-told.ts';
import { SourceFailed } from './source.ts';

const AGAIN = 'The next run tries again. If it stays so, ask whoever runs the server.';

/** By the code of the system, of Node.js' TLS and of undici; `{at}` is the server. */
const NETWORK_WORDS: Readonly<Record<string, readonly [code: RunCode, message: string, suggestion: string]>> = {
  ENOTFOUND: [
    'host-unknown',
    'The name of {at} is not known.',
    "Check the address in the job, and this machine's connection.",
  ],
  EAI_AGAIN: [
    'host-unknown',
    'The name of {at} can not be looked up now.',
    "Check this machine's connection. The next run tries again.",
  ],
  ECONNREFUSED: [
    'refused',
    '{at} refuses connections.',
    'Check address and port in the job, or ask whoever runs the server.',
  ],
  ECONNRESET: ['interrupted', '{at} broke the connection off.', AGAIN],
  EPIPE: ['interrupted', '{at} broke the connection off.', AGAIN],
  ERR_STREAM_PREMATURE_CLOSE: ['interrupted', '{at} broke the connection off.', AGAIN],
  UND_ERR_SOCKET: ['interrupted', '{at} broke the connection off.', AGAIN],
  ETIMEDOUT: ['silent', '{at} does not answer.', AGAIN],
  UND_ERR_CONNECT_TIMEOUT: ['silent', '{at} does not answer.', AGAIN],
  UND_ERR_HEADERS_TIMEOUT: ['silent', '{at} took the request and does not answer it.', AGAIN],
  UND_ERR_BODY_TIMEOUT: ['interrupted', '{at} stopped in the middle of the file.', AGAIN],
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
  if (known !== undefined) {
    const [told, message, suggestion] = known;
    const words = message.replace('{at}', () => at);
    return new SourceFailed(words, suggestion, toldOf(told, { at, said: code }), { passing: code !== 'ENOTFOUND' });
  }
  const said = `${error.message} (${code})`;
  if (syscall === 'connect' || syscall === 'getaddrinfo') {
    return new SourceFailed(
      `${at} can't be reached from this machine (${code}).`,
      "Check this machine's connection and its firewall.",
      toldOf('unreachable', { at, said: code }),
      { passing: true },
    );
  }
  if (CERTIFICATE.test(code)) {
    return new SourceFailed(
      `${at} can't prove that it is who it says: ${said}.`,
      "Don't work around it: ask whoever runs the server. For a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS.",
      toldOf('certificate', { at, said }),
    );
  }
  return /^(UND_|HPE_|Z_)/.test(code)
    ? new SourceFailed(`What ${at} sends can't be understood: ${said}.`, AGAIN, toldOf('garbled', { at, said }))
    : undefined;
}

const HEADERS = 'Check fetch.headers in the job, and whether the token has run out.';
const LATER = 'The next run tries again. If it stays so, ask whoever runs the server.';
const ADDRESS = 'Check fetch.url in the job.';

const STATUS_WORDS: Readonly<Record<number, readonly [code: RunCode, what: string, suggestion: string]>> = {
  401: ['denied', 'does not let bilag in', HEADERS],
  403: ['denied', 'does not give bilag the file', HEADERS],
  404: ['absent', 'has no such file', ADDRESS],
  407: ['status', 'asks for a proxy', 'Ask whoever runs the network.'],
  408: ['troubled', 'gave up waiting', LATER],
  410: ['absent', 'no longer has the file', ADDRESS],
  429: ['too-often', 'says that it was asked too often', 'Run the job less often.'],
};

/**
 * A reply that is not the file, in words.
 * @param address as people may see it
 */
export function explainStatus(status: number, address: string): SourceFailed {
  const [code, what, suggestion] =
    STATUS_WORDS[status] ??
    (status >= 500
      ? (['troubled', 'is in trouble', LATER] as const)
      : (['status', 'answers something else than the file', ADDRESS] as const));
  const passing = status === 408 || status === 429 || status >= 500;
  return new SourceFailed(`${address} ${what} (status ${status}).`, suggestion, toldOf(code, { at: address, status }), {
    passing,
  });
}
