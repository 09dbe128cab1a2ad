import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type SftpClient from 'ssh2-sftp-client';
import type { RunCode } from '../../core/run-code.ts';
import { toldOf } from '../run-told.ts';
import { explainNetwork } from './explain.ts';
import { FETCH_TIMES, type FetchOptions, SourceFailed } from './source.ts';

/** How long a server may take to say good-bye, in milliseconds. */
const CLOSE_MS = 1_000;
/** How the packages say that the connection is gone. */
const LOST = /Unexpected (end|close) event|No response from server|Connection lost|No SFTP connection/i;
/** How they begin what they say of a connection that did not come about. */
const FAILED = /^(?:getConnection|sftp): (.*)$/s;
const AGAIN = 'The next run tries again. If it stays so, ask whoever runs the server.';

export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string | undefined;
  /** The key itself, as its file holds it. */
  readonly privateKey?: Buffer | undefined;
  readonly passphrase?: string | undefined;
  /** Fingerprints of which the server's key has one; undefined: nothing is sent, and the failure shows the key's. */
  readonly hostKey?: readonly string[] | undefined;
}

/** A connection that ends, whatever the server does. */
export interface SftpConnection {
  /**
   * @param most bytes that the server may send for it
   * @throws SourceFailed where the connection was lost meanwhile; what the server answers else
   */
  ask<T>(work: (client: SftpClient) => Promise<T>, most?: number): Promise<T>;
  close(): Promise<void>;
}

/**
 * Connects, and shows who we are only to a server whose key is known.
 * @throws SourceFailed
 */
export async function connectSftp(
  server: SftpServer,
  { signal, times = FETCH_TIMES }: Pick<FetchOptions, 'signal' | 'times'>,
): Promise<SftpConnection> {
  const { host, port, user: username, password, privateKey, passphrase, hostKey } = server;
  const at = `${host}:${port}`;
  const { default: Client } = await import('ssh2-sftp-client');
  // Without listeners of ours the package writes to the console.
  const client = new Client('bilag', { error: () => {}, end: () => {}, close: () => {} });
  // A socket of our own: it can be cut off, and its silence is that of the server, whatever the protocol waits for.
  const socket = connect({ host, port, noDelay: true });
  const away = (message: string, code: RunCode) =>
    new SourceFailed(message, AGAIN, toldOf(code, { at }), { passing: true });
  let cause: Error | undefined;
  const cut = (reason: Error) => {
    cause ??= reason;
    socket.destroy();
  };
  const stop = () => cut(new SourceFailed('The run was stopped.', 'The next run goes on.', toldOf('stopped')));
  const late = setTimeout(
    () => cut(away(`${at} took more than ${times.wholeMs / 60_000} minutes.`, 'slow')),
    times.wholeMs,
  );
  socket.on('timeout', () => cut(away(`${at} does not answer.`, 'silent')));
  socket.once('connect', () => socket.setTimeout(times.silenceMs));
  socket.on('error', (error) => (cause ??= error));
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const lost = new Promise<never>((_, reject) => {
    socket.once('close', () => reject(cause ?? away(`${at} hung up.`, 'interrupted')));
  });
  lost.catch(() => {});

  async function close(): Promise<void> {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    client.end().catch(() => {});
    if (!socket.closed) await Promise.race([once(socket, 'close'), sleep(CLOSE_MS, undefined, { ref: false })]);
    socket.destroy();
  }

  async function ask<T>(work: (client: SftpClient) => Promise<T>, most = Number.POSITIVE_INFINITY): Promise<T> {
    const before = socket.bytesRead;
    const count = () => {
      if (socket.bytesRead - before > most)
        cut(new SourceFailed(`${at} sends more than can be meant.`, AGAIN, toldOf('garbled', { at })));
    };
    if (most !== Number.POSITIVE_INFINITY) socket.on('data', count);
    socket.setTimeout(socket.connecting ? times.connectMs : times.silenceMs);
    const working = work(client);
    try {
      return await Promise.race([working, lost]);
    } catch (error) {
      working.catch(() => {});
      if (cause !== undefined) throw explainNetwork(cause, at) ?? cause;
      if (error instanceof Error && LOST.test(error.message)) throw away(`${at} hung up.`, 'interrupted');
      throw error;
    } finally {
      socket.off('data', count);
      // Between two questions it is we who are silent.
      socket.setTimeout(0);
    }
  }

  let shown: string | undefined;
  try {
    await ask(() =>
      client.connect({
        sock: socket,
        username,
        ...(password === undefined ? {} : { password }),
        ...(privateKey === undefined ? {} : { privateKey }),
        ...(passphrase === undefined ? {} : { passphrase }),
        readyTimeout: times.connectMs + times.silenceMs,
        hostVerifier: (key: Buffer) => {
          const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
          if (hostKey?.includes(fingerprint)) return true;
          shown = `${fingerprint} (${keyType(key)})`;
          return false;
        },
      }),
    );
    return { ask, close };
  } catch (error) {
    socket.destroy();
    await close();
    throw explainConnect(error, shown, server, at);
  }
}

function explainConnect(error: unknown, shown: string | undefined, server: SftpServer, at: string): unknown {
  if (shown !== undefined && server.hostKey === undefined) {
    return new SourceFailed(
      `${at} shows the key ${shown}, and the job does not say which key it should have. Nothing was sent to it.`,
      `Compare it with the fingerprint that whoever runs the server gives you. If it is the same, add to fetch.sftp: hostKey: "${shown.split(' ')[0]}"`,
      toldOf('host-key', { at, key: shown, fingerprint: shown.split(' ')[0]! }),
    );
  }
  if (shown !== undefined) {
    return new SourceFailed(
      `${at} shows the key ${shown}, and not ${server.hostKey!.join(' or ')}, as the job says. Nothing was sent to it: it may be another server.`,
      'Ask whoever runs the server whether its key has changed. Only then put the new fingerprint into fetch.sftp.hostKey.',
      toldOf('host-key-other', { at, key: shown, expected: server.hostKey! }),
    );
  }
  const known = explainNetwork(error, at);
  if (known !== undefined) return known;
  const { message } = error as Error;
  if (/authentication methods failed/i.test(message)) {
    return new SourceFailed(
      `${at} does not let the user ${server.user} in.`,
      `Check fetch.sftp.user, and ${server.privateKey === undefined ? 'the password' : 'that the server knows the public key'}.`,
      toldOf('signed-out', { at, user: server.user }),
    );
  }
  if (/privateKey|passphrase/i.test(message)) {
    return new SourceFailed(
      `The private key of fetch.sftp.privateKey can't be used: ${message}.`,
      'Check the file, and fetch.sftp.passphrase where the key has one.',
      toldOf('private-key', { said: message }),
    );
  }
  const [, words] = FAILED.exec(message) ?? [];
  if (words === undefined) return error;
  const said = words.replace(/\p{Cc}/gu, '?');
  return new SourceFailed(
    `${at} is no SFTP server that bilag can talk to: ${said}.`,
    'Check host and port of fetch.sftp, or ask whoever runs the server.',
    toldOf('not-sftp', { at, said }),
  );
}

/** The blob begins with the name of its kind: a length of four bytes, and the text. */
function keyType(key: Buffer): string {
  const length = key.length < 4 ? 0 : key.readUInt32BE(0);
  return key
    .subarray(4, 4 + Math.min(length, 64))
    .toString('latin1')
    .replace(/[^\w@.-]/g, '?');
}
