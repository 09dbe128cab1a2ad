import { createTransport } from 'nodemailer';
import type { Channel, Delivery, Notice } from './notify.ts';
import { plainLine } from './words.ts';

export interface EmailSettings {
  readonly from: string;
  readonly to: readonly string[];
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    readonly user?: string | undefined;
    readonly password?: string | undefined;
    /** `starttls`: refused where the server does not offer it. */
    readonly security: 'starttls' | 'tls' | 'none';
  };
}

/** To connect, and then to be greeted, in milliseconds. */
const CONNECT_MS = 10_000;
/** Without a byte from the server, in milliseconds. */
const IDLE_MS = 20_000;
const CONNECTIONS = 2;
/** Characters of the server's words that are kept. */
const WORDS_CHARACTERS = 300;
/** A password that is shorter stands in every other word, in characters. */
const SECRET_CHARACTERS = 4;

/** Refusals that ask for a login or for encryption: they are about the settings, not about the message. */
const OF_THE_SETTINGS: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Sends messages by e-mail: plain text over SMTP, to all recipients in one message. Certificates are checked; one of an
 * authority of the firm's own has to be named to Node.js with NODE_EXTRA_CA_CERTS.
 */
export function openEmail({ from, to, smtp }: EmailSettings): Channel {
  const { host, port, user, password, security } = smtp;
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // A server that offers no login after all must not pass for one that needs none.
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' }, forceAuth: true }),
    maxConnections: CONNECTIONS,
    // Whether a message went out before its connection broke is for the outbox to judge.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const redact = (words: string) =>
    password !== undefined && password.length >= SECRET_CHARACTERS ? words.replaceAll(password, '[secret]') : words;
  const inWords = (error: unknown) => redact(plainLine((error as Error).message, WORDS_CHARACTERS));
  return {
    async send(notice, ending) {
      try {
        const info = await transport.sendMail({ ...mail(notice, from, to), signal: ending });
        return partial(info.rejectedErrors ?? [], inWords);
      } catch (error) {
        if (ending.aborted) return { kind: 'down', words: 'the server did not answer in time' };
        return failure(error as MailError, inWords(error));
      }
    },
    async verify() {
      try {
        await transport.verify();
      } catch (error) {
        throw new Error(inWords(error));
      }
    },
    async close() {
      transport.close({ force: true });
    },
  };
}

/** What nodemailer says of a failure. */
type MailError = Error & {
  readonly code?: string;
  readonly command?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly permanent?: boolean | undefined;
  readonly recipient?: string | undefined;
};

/**
 * The message. Addresses go in as objects, which are never taken apart, so that no text can name a further recipient.
 * The Message-ID is the same whenever it is sent again: mail programs show it once.
 */
function mail({ id, subject, text, rest }: Notice, from: string, to: readonly string[]) {
  const plain = (address: string) => ({ name: '', address });
  return {
    from: plain(from),
    to: to.map(plain),
    envelope: { from, to: [...(rest ?? to)] },
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    subject,
    text,
    xMailer: false as const,
    headers: {
      // Nobody's absence note should come back (RFC 3834); Exchange goes by a header of its own.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

/** It was taken for some recipients at least. */
function partial(refused: readonly MailError[], inWords: (error: unknown) => string): Delivery {
  if (refused.length === 0) return { kind: 'sent' };
  const words = refused.map((error) => `${error.recipient ?? 'a recipient'}: ${inWords(error)}`).join('; ');
  const rest = refused.flatMap(({ permanent, recipient }) =>
    permanent === true || recipient === undefined ? [] : [recipient],
  );
  return rest.length === 0 ? { kind: 'sent', words } : { kind: 'partly', words, rest };
}

/** A refusal for good of the recipients or of the text is final; anything else may pass, or be corrected in the settings. */
function failure({ command, permanent, responseCode }: MailError, words: string): Delivery {
  const ofTheMessage = command === 'RCPT TO' || command === 'DATA';
  const final = permanent === true && ofTheMessage && !OF_THE_SETTINGS.has(responseCode ?? 0);
  return final ? { kind: 'refused', words, final } : { kind: 'down', words };
}
