import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';

/** An address of this machine under which it is another one to bilag: every loopback address may be a proxy's. */
export const elsewhere = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
export const NOT_ELSEWHERE = 'this machine has no address beside loopback';

/** Tries to sign in, from there. @param seen what is said to be seen in X-Forwarded-For @returns the status */
export async function guess(url: string, name: string, seen: string, from = elsewhere): Promise<number> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': seen };
    const options = { method: 'POST', headers, agent: false, ...(from === undefined ? {} : { localAddress: from }) };
    const asked = request(new URL('/api/session', url), options, resolve);
    asked.on('error', reject).end(JSON.stringify({ name, password: 'not the password' }));
  });
  answer.resume();
  return answer.statusCode!;
}
