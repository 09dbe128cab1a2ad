import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type EmailSettings, openEmail } from '../../src/reporting/notices/email.ts';
import type { Notice } from '../../src/reporting/notices/notify.ts';
import { decodeWords, headersOf, PASSWORD, startMailServer, textOf } from './mail-server.ts';

const notice: Notice = {
  id: '01JNOTICE',
  type: 'import.attention',
  at: Date.UTC(2026, 0, 5, 14, 3),
  subject: 'bilag: 1 of 2 rows of a.csv needs you (journal)',
  text: 'january.csv is partly booked.\n\nWhere to look\n  bilag show 01J\n',
};
const never = new AbortController().signal;
const settingsFor = (port: number, smtp: Partial<EmailSettings['smtp']> = {}, to = ['kari@firm.example']) => ({
  from: 'bilag@firm.example',
  to,
  smtp: { host: '127.0.0.1', port, security: 'none' as const, ...smtp },
});

async function send(settings: EmailSettings, what: Partial<Notice> = {}, ending: AbortSignal = never) {
  const channel = openEmail(settings);
  try {
    return await channel.send({ ...notice, ...what }, ending);
  } finally {
    await channel.close();
  }
}
const refusing = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

describe('what is sent', () => {
  test('plain text to all recipients in one message, marked as made by a machine', async () => {
    const server = await startMailServer();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const to = ['kari@firm.example', 'ola@firm.example'];
    expect(await send(settingsFor(server.port, {}, to))).toEqual({ kind: 'sent' });
    expect(server.mails).toHaveLength(1);
    const mail = server.mails[0]!;
    expect(mail).toMatchObject({ from: 'bilag@firm.example', to });
    const headers = headersOf(mail);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: 'bilag@firm.example',
      to: 'kari@firm.example, ola@firm.example',
      subject: notice.subject,
      'message-id': '<01JNOTICE@firm.example>',
      'auto-submitted': 'auto-generated',
    });
    expect(headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
    const date = Date.parse(headers.get('date')!);
    expect(date).toBeGreaterThanOrEqual(before);
    expect(date).toBeLessThanOrEqual(Date.now());
    expect(textOf(mail).replace(/\r\n/g, '\n').trim()).toBe(notice.text.trim());
  });

  test('sent again it has the same Message-ID', async () => {
    const server = await startMailServer();
    const settings = settingsFor(server.port);
    await send(settings);
    await send(settings);
    const ids = server.mails.map((mail) => headersOf(mail).get('message-id'));
    expect(ids).toEqual(['<01JNOTICE@firm.example>', '<01JNOTICE@firm.example>']);
  });

  test('letters beyond ASCII', async () => {
    const server = await startMailServer();
    const subject = 'bilag: 1 of 2 rows of lønn_år_2026.csv needs you (lønn) 🧾';
    await send(settingsFor(server.port), { subject, text: 'Blåbær “fløte” 日本語\n' });
    expect(decodeWords(headersOf(server.mails[0]!).get('subject')!)).toBe(subject);
    expect(textOf(server.mails[0]!).trim()).toBe('Blåbær “fløte” 日本語');
  });

  test.each([
    '\r\nBcc: eve@evil.example',
    '\nBcc: eve@evil.example\n\nHello',
    '\u2028Bcc: eve@evil.example',
    '\0\r\n.\r\nMAIL FROM:<eve@evil.example>',
  ])('no name can add a header or a recipient: %j', async (name) => {
    const server = await startMailServer();
    await send(settingsFor(server.port), {
      subject: `bilag: rows of a${name}.csv`,
      text: `a${name}.csv\r\n.\r\nQUIT\r\n`,
    });
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]!.to).toEqual(['kari@firm.example']);
    expect([...headersOf(server.mails[0]!).keys()].sort()).toEqual(
      [
        'auto-submitted',
        'content-transfer-encoding',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
        'x-auto-response-suppress',
      ].sort(),
    );
  });

  test('to those who have not got it yet', async () => {
    const server = await startMailServer();
    await send(settingsFor(server.port, {}, ['kari@firm.example', 'ola@firm.example']), { rest: ['ola@firm.example'] });
    expect(server.mails[0]!.to).toEqual(['ola@firm.example']);
    expect(headersOf(server.mails[0]!).get('to')).toBe('kari@firm.example, ola@firm.example');
  });
});

describe('what comes back', () => {
  test('recipients refused for good, and for now', async () => {
    const server = await startMailServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('gone')) done(refusing(550, 'no such user'));
        else if (address.startsWith('full')) done(refusing(452, 'try later'));
        else done();
      },
    });
    const [kari, gone, full] = ['kari@firm.example', 'gone@firm.example', 'full@firm.example'];
    const to = (...all: string[]) => settingsFor(server.port, {}, all);
    expect(await send(to(kari, gone))).toEqual({ kind: 'sent', words: expect.stringContaining('550 no such user') });
    expect(await send(to(kari, gone, full))).toEqual({
      kind: 'partly',
      rest: [full],
      words: expect.stringMatching(/gone@firm\.example.*550.*full@firm\.example.*452/),
    });
    expect(server.mails.map((mail) => mail.to)).toEqual([[kari], [kari]]);
    expect(await send(to(gone))).toMatchObject({
      kind: 'refused',
      final: true,
      words: expect.stringMatching(/550 no such user/),
    });
    expect(await send(to(gone, full))).toMatchObject({ kind: 'down', words: expect.stringMatching(/452 try later/) });
    expect(server.mails).toHaveLength(2);
  });

  test('the message refused', async () => {
    const codes = [554, 451];
    const server = await startMailServer({
      onData: (_stream, _session, done) => done(refusing(codes.shift()!, 'not that')),
    });
    expect(await send(settingsFor(server.port))).toMatchObject({
      kind: 'refused',
      final: true,
      words: expect.stringMatching(/554 not that/),
    });
    expect(await send(settingsFor(server.port))).toMatchObject({
      kind: 'down',
      words: expect.stringMatching(/451 not that/),
    });
  });

  test('a sender that is refused is a matter of the settings', async () => {
    const server = await startMailServer({
      onMailFrom: (_address, _session, done) => done(refusing(550, 'not yours')),
    });
    expect(await send(settingsFor(server.port))).toMatchObject({
      kind: 'down',
      words: expect.stringMatching(/550 not yours/),
    });
  });

  test('nobody is there', async () => {
    const server = await startMailServer();
    await server.close();
    expect(await send(settingsFor(server.port))).toMatchObject({
      kind: 'down',
      words: expect.stringMatching(/ECONNREFUSED/),
    });
  });

  test('no answer: ended from outside', async () => {
    const ending = new AbortController();
    const server = await startMailServer({ onData: () => ending.abort() });
    expect(await send(settingsFor(server.port), {}, ending.signal)).toEqual({
      kind: 'down',
      words: 'the server did not answer in time',
    });
  });
});

describe('login', () => {
  const login = { user: 'bilag', password: PASSWORD };

  test('with user and password', async () => {
    const server = await startMailServer({ allowInsecureAuth: true, authOptional: false });
    expect(await send(settingsFor(server.port, login))).toEqual({ kind: 'sent' });
    expect(server.mails[0]!.user).toBe('bilag');
  });

  test('a wrong password is told without being shown', async () => {
    const server = await startMailServer({ allowInsecureAuth: true });
    const delivery = await send(settingsFor(server.port, { user: 'bilag', password: 'wrong-password' }));
    expect(delivery).toMatchObject({ kind: 'down', words: expect.stringContaining('535 Bad credentials: [secret]') });
    expect(server.mails).toHaveLength(0);
  });

  test('a server that offers no login is not sent to without one', async () => {
    const server = await startMailServer({ disabledCommands: ['AUTH', 'STARTTLS'] });
    expect(await send(settingsFor(server.port, login))).toMatchObject({ kind: 'down' });
    expect(server.mails).toHaveLength(0);
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
/** Of an authority that nobody knows, for localhost. */
function selfSigned() {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-smtp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-days', '1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  return { certFile, folder, files: { key: readFileSync(keyFile), cert: readFileSync(certFile) } };
}

describe('encryption', () => {
  test('a server without STARTTLS is not sent to, nor logged in at', async () => {
    let logins = 0;
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth(_auth, _session, done) {
        logins++;
        done(null, { user: 'bilag' });
      },
    });
    const delivery = await send(settingsFor(server.port, { security: 'starttls', user: 'bilag', password: PASSWORD }));
    expect(delivery).toMatchObject({ kind: 'down', words: expect.stringMatching(/STARTTLS|TLS/) });
    expect(server.mails).toHaveLength(0);
    expect(logins).toBe(0);
  });

  test.skipIf(!hasOpenssl).each(['starttls', 'tls'] as const)(
    '%s: a certificate that nobody vouches for is refused',
    async (security) => {
      const { files } = selfSigned();
      const server = await startMailServer({ ...files, secure: security === 'tls' });
      expect(await send(settingsFor(server.port, { security }))).toMatchObject({
        kind: 'down',
        words: expect.stringContaining('self-signed certificate'),
      });
      expect(server.mails).toHaveLength(0);
    },
  );

  test.skipIf(!hasOpenssl).each(['starttls', 'tls'] as const)(
    '%s: one of an authority that Node.js was told of is taken',
    async (security) => {
      const { files, certFile, folder } = selfSigned();
      const server = await startMailServer({ ...files, secure: security === 'tls', authOptional: false });
      const settings = settingsFor(server.port, { security, user: 'bilag', password: PASSWORD });
      // What Node.js trusts is settled when it starts.
      const module = fileURLToPath(new URL('../../build/reporting/notices/email.js', import.meta.url));
      const program = join(folder, 'send.mjs');
      writeFileSync(
        program,
        `import { openEmail } from ${JSON.stringify(module)};
       const channel = openEmail(${JSON.stringify(settings)});
       console.log(JSON.stringify(await channel.send(${JSON.stringify(notice)}, new AbortController().signal)));
       await channel.close();`,
      );
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: certFile };
      const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
      expect(JSON.parse(stdout)).toEqual({ kind: 'sent' });
      expect(server.mails).toMatchObject([{ user: 'bilag', secure: true }]);
    },
  );
});

describe('looked at without a message', () => {
  const verify = async (settings: EmailSettings) => {
    const channel = openEmail(settings);
    try {
      await channel.verify();
    } finally {
      await channel.close();
    }
  };

  test('let in: nothing was sent', async () => {
    const server = await startMailServer({ allowInsecureAuth: true, authOptional: false });
    await verify(settingsFor(server.port, { user: 'bilag', password: PASSWORD }));
    expect(server.mails).toHaveLength(0);
    expect(server.sessions.count).toBe(1);
  });

  test('not let in', async () => {
    const server = await startMailServer({ allowInsecureAuth: true });
    const settings = settingsFor(server.port, { user: 'bilag', password: 'wrong-password' });
    await expect(verify(settings)).rejects.toThrow(/535 Bad credentials: \[secret\]/);
  });

  test('nobody is there', async () => {
    const server = await startMailServer();
    await server.close();
    await expect(verify(settingsFor(server.port))).rejects.toThrow('ECONNREFUSED');
  });
});
