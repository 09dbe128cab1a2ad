import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WebServer {
  /** `http://127.0.0.1:PORT`; `https://localhost:PORT` with a certificate. */
  readonly url: string;
  readonly port: number;
  /** What was asked, in order. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A server on this machine that answers as a test says. */
export async function webServer(answer: Answer, certificate?: Certificate): Promise<WebServer> {
  const asked: WebServer['asked'] = [];
  const listener: RequestListener = (request, response) => {
    asked.push({ path: request.url!, headers: request.headers });
    answer(request, response);
  };
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: certificate === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    port,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A certificate for `localhost` that no authority signed; undefined where there is no openssl. */
export function selfSigned(): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'pipe' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
