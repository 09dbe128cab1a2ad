import { hashPassword, type User, type UserRole } from '../../src/config/users.ts';
import type { Answer, Body, Server } from './serve.ts';

/** As little work as is taken: what is tried here is not how long it takes. */
const LIGHT = { N: 2 ** 14, r: 8, p: 1 };

export const passwordOf = (name: string): string => `${name} har et langt passord`;

export async function userWith(name: string, role: UserRole, password = passwordOf(name)): Promise<User> {
  return { name, role, password: await hashPassword(password, LIGHT) };
}

export interface Sent {
  readonly method?: string;
  readonly body?: Body;
  readonly headers?: Record<string, string>;
}

export type Browser = ReturnType<typeof openBrowser>;

/** Holds cookies as a browser does, and says who sent its requests as a browser does. */
export function openBrowser(server: Pick<Server, 'url'>) {
  const cookies = new Map<string, string>();
  let csrf: string | undefined;

  async function send(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair, ...attributes] = line.split(';').map((part) => part.trim());
      const [name, value] = pair!.split('=') as [string, string];
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  return {
    cookies,
    csrf: () => csrf ?? '',
    send,
    async signIn(name: string, password = passwordOf(name), headers: Record<string, string> = {}): Promise<Answer> {
      const answer = await send('/api/session', {
        method: 'POST',
        body: JSON.stringify({ name, password }),
        headers: { 'content-type': 'application/json', ...headers },
      });
      csrf = answer.json?.csrf ?? csrf;
      return answer;
    },
    /** What a page of ours sends to change something. */
    change: (path: string, { headers = {}, ...sent }: Sent = {}) =>
      send(path, { method: 'POST', ...sent, headers: { 'x-bilag-csrf': csrf ?? '', ...headers } }),
  };
}
