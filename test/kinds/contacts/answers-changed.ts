import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterTest } from '../../closing.ts';
import { type Office, openOffice } from '../../importing/office.ts';

/** What is answered instead of a JSON reply of the sandbox. */
export type Change = (reply: unknown, asked: { readonly method: string; readonly path: string }) => unknown;

/** The same office at a service that answers oddly: each JSON reply of the sandbox with a success status is changed on its way. */
export async function answersChanged(office: Office, change: Change, keys = ''): Promise<Office> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const { method = '', url = '' } = request;
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(office.sandbox.url + url, { method, headers, ...body });
    const text = await reply.text();
    const isChanged = reply.ok && text.trim() !== '';
    const said = isChanged ? JSON.stringify(change(JSON.parse(text), { method, path: url.split('?')[0]! })) : text;
    response.writeHead(reply.status, headers).end(said);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  office.useService(keys, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return openOffice({ beside: office });
}
