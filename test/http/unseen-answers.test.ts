import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { User } from '../../src/config/users.ts';
import { JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';
import { type Server, serve, until } from './serve.ts';

const SECOND = `${JOURNAL_JOB}doubt: { confirm: second-person }\n`;
const userOf = (name: string, role: User['role']): User => ({
  name,
  role,
  token: `sha256:${createHash('sha256').update(`bilag_${name}`).digest('hex')}`,
});
const USERS = [userOf('vera', 'viewer'), userOf('kari', 'operator'), userOf('ola', 'administrator')];
const REASON = 'Seen in Kari’s own ledger';
const WITHDRAWN = 'Kari looked at another year';

interface Document {
  readonly paths: Record<string, Record<string, unknown>>;
}

const headersOf = (name: string) => ({ authorization: `Bearer bilag_${name}` });
const post = (server: Server, name: string, path: string, body: object) =>
  server.post(path, JSON.stringify(body), { ...headersOf(name), 'content-type': 'application/json' });

/** What is in the files of a zip archive, and anything else as it is. */
function unpacked(bytes: Buffer): string {
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return bytes.toString();
  const texts: string[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const local = bytes.readUInt32LE(at + 42);
    const begins = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begins, begins + bytes.readUInt32LE(at + 20));
    texts.push((bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString());
  }
  return texts.join('\n');
}

test.each(['booked', 'not-booked'] as const)(
  'no route tells anybody who has not answered that the first person said “%s”, or why',
  async (became) => {
    const office = await openOffice({ jobs: { journal: SECOND } });
    await office.next('reset-after');
    const { row } = await office.book('a.csv', journal(voucher(1, 100), voucher(2, 20)));
    const logged: string[] = [];
    const log = (...line: unknown[]) => void logged.push(JSON.stringify(line));
    const server = await serve(office, { users: USERS, ports: { log } });
    const { paths } = (await server.get('/api/openapi.json', headersOf('ola'))).json as Document;
    const url = `/api/imports/${row.id}/batches/1`;
    const [batch] = await office.batches(row);

    /** Every reply that somebody gets: of all that can be read, and then of all else with a body that does nothing. */
    async function walk(name: string): Promise<Map<string, string>> {
      const told = new Map<string, string>();
      const methods = Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => [method, path] as const),
      );
      // An answer of their own is what lets them see others.
      const others = methods.filter(([method, path]) => method === 'get' || !/resolve|session|retry|cancel/.test(path));
      for (const [method, path] of others.sort(([a], [b]) => Number(b === 'get') - Number(a === 'get'))) {
        const address = path
          .replace('{id}', row.id)
          .replace('{no}', '1')
          .replace('{name}', 'journal')
          .replace(/\{\w+\}/, 'x');
        if (/\/(events|progress)$/.test(path) && !path.endsWith('{id}/events')) continue;
        const json: Record<string, string> = method === 'post' ? { 'content-type': 'application/json' } : {};
        const response = await fetch(server.url + address, {
          method: method.toUpperCase(),
          headers: { ...headersOf(name), ...json },
          ...(method === 'post' ? { body: '{}' } : {}),
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        told.set(`${method} ${path}`, `${response.status} ${unpacked(bytes)}`);
      }
      return told;
    }

    // What is told by itself, from before the answer is given.
    const leaving = new AbortController();
    let live = '';
    const streams = ['/api/events', `/api/imports/${row.id}/progress`].map(async (path) => {
      const response = await fetch(server.url + path, { headers: headersOf('ola'), signal: leaving.signal });
      try {
        for await (const chunk of response.body!) live += Buffer.from(chunk).toString();
      } catch {
        // It was left.
      }
    });
    await until(() => live.includes(row.id));
    const before = await walk('ola');

    const answer = { attempt: batch!.attempt, became, reason: REASON };
    const entries = [(await office.ledger.posting.body(row.num, 1)).entries[0]!.seq];
    expect((await post(server, 'kari', `${url}/resolve`, { ...answer, entries })).json.outcome).toBe('proposed');
    expect((await post(server, 'kari', `${url}/withdraw`, { reason: WITHDRAWN })).status).toBe(200);
    expect((await post(server, 'kari', `${url}/resolve`, answer)).json.outcome).toBe('proposed');

    for (const name of ['ola', 'vera']) {
      const told = await walk(name);
      expect(told.get('get /api/imports/{id}/batches/{no}/doubt')).toContain('"who":"kari"');
      expect(told.get('get /api/imports/{id}/events')).toContain('"what":"proposal-withdrawn"');
      expect(told.get('get /api/doubts')).toContain('"answered":["kari"]');
      for (const [route, text] of told) {
        expect([route, /Kari’s own|another year|Kari.s own/.exec(text)?.[0]]).toEqual([route, undefined]);
        // The document names what answers there are, whatever was said.
        if (route === 'get /api/openapi.json') continue;
        expect([route, /"became"|"seqs"|not-booked/.exec(text)?.[0]]).toEqual([route, undefined]);
      }
      if (name === 'ola') {
        const grown = [...told]
          .filter(([route, text]) => text.length !== before.get(route)?.length)
          .map(([route]) => route);
        // What is new by the answer is told in three places alone; figures of time and memory, and what is read of the service meanwhile, differ too.
        const known = ['/api/doubts', '/api/imports/{id}/batches/{no}/doubt', '/api/imports/{id}/events'];
        const ofOthers = ['/api/standing', '/health/ready', '/api/summary', '/api/imports/{id}/chart'];
        const elsewhere = ['/api/operation', '/metrics', ...ofOthers];
        expect(grown.filter((route) => ![...known, ...elsewhere].some((path) => route.endsWith(` ${path}`)))).toEqual(
          [],
        );
        expect(known.filter((path) => !grown.includes(`get ${path}`))).toEqual([]);
      }
    }
    leaving.abort();
    await Promise.all(streams);
    for (const text of [live, ...logged]) expect(text).not.toMatch(/own ledger|another year|not-booked|"became"/);

    // Whoever is settled tells: the next answer that is the same.
    expect((await post(server, 'ola', `${url}/resolve`, { ...answer, reason: 'so do I' })).json.outcome).toBe(
      'decided',
    );
    expect((await walk('vera')).get('get /api/imports/{id}/events')).toContain(REASON);
  },
);
