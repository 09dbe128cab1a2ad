import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface Mailed {
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly from: string;
  readonly to: readonly string[];
  /** As it came, headers and all. */
  readonly raw: string;
}

/** A mail server on loopback that keeps what it is given. It asks for a login unless told otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const mails: Mailed[] = [];
  const sessions = { count: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    // Tests must not wait for connections that are kept open.
    closeTimeout: 10,
    onConnect(_session, done) {
      sessions.count++;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === 'bilag' && password === PASSWORD) done(null, { user: username });
      else done(Object.assign(new Error(`Bad credentials: ${password}`), { responseCode: 535 }));
    },
    ...options,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          user: session.user as string | undefined,
          secure: session.secure,
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        if (options.onData === undefined) done();
        else options.onData(stream, session, done);
      });
    },
  });
  // A client that breaks the handshake off is no failure of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= new Promise<void>((resolve) => server.close(() => resolve())));
  onTestFinished(close);
  return { port, mails, sessions, close };
}

/** Of the user `bilag`. */
export const PASSWORD = 'correct horse battery';

/** The header fields of a message, unfolded, names in lower case. */
export function headersOf({ raw }: Mailed): Map<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

/** The text of a message, decoded. */
export function textOf(mail: Mailed): string {
  const body = mail.raw.slice(mail.raw.indexOf('\r\n\r\n') + 4);
  const encoding = headersOf(mail).get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** A header of RFC 2047 words, decoded. */
export function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, words: string) => {
      if (kind.toUpperCase() === 'B') return Buffer.from(words, 'base64').toString('latin1');
      return words
        .replace(/_/g, ' ')
        .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    })
    .replace(/[\s\S]*/, (all) => (/[\x80-\xff]/.test(all) ? Buffer.from(all, 'latin1').toString() : all));
}
