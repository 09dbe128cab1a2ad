import { createHash } from 'node:crypto';

/** Who waits longer than this for an answer looks again, in milliseconds: a trial takes up to 10 s. */
const PATIENCE_MS = 15_000;
/** Entries on a page. */
const PAGE = 200;
const ADDRESS = /dashboard: (http:\/\/127\.0\.0\.1:\d+)/g;

/** The people of this office. */
export const PEOPLE = ['kari', 'ola', 'bente'];

const tokenOf = (who) => `drill-${who}`;

/** For `bilag.yaml`. */
export const USERS = [
  'users:',
  ...PEOPLE.map((who) => {
    const token = createHash('sha256').update(tokenOf(who)).digest('hex');
    return `  - { name: ${who}, role: operator, token: "sha256:${token}" }`;
  }),
].join('\n');

/**
 * The dashboard of one of the processes, as a person's browser asks it.
 * @param {import('../office.mjs').Office} office
 * @param {string} who
 * @param {string} home name of the process
 */
export function openScreen(office, who, home) {
  const headers = { authorization: `Bearer ${tokenOf(who)}` };

  /** Where it answers; undefined while nobody does. */
  function address() {
    const child = office.children.findLast(({ name }) => name === home);
    if (child === undefined || !child.running()) return undefined;
    return [...`${child.stdout()}\n${child.stderr()}`.matchAll(ADDRESS)].at(-1)?.[1];
  }

  /**
   * @param {{ body?: Buffer, heard?: number }} [how] body: in the place of JSON; heard: goes away after so many milliseconds
   * @returns {Promise<{ status: number, json?: any, bytes?: Buffer }>} status 0: no answer came
   */
  async function ask(method, path, json, { body, heard = PATIENCE_MS } = {}) {
    const url = address();
    if (url === undefined) return { status: 0 };
    const given =
      json !== undefined
        ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(json) }
        : body !== undefined
          ? { headers: { ...headers, 'content-type': 'application/octet-stream' }, body }
          : { headers };
    try {
      const answer = await fetch(`${url}/api/${path}`, { method, ...given, signal: AbortSignal.timeout(heard) });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isJson = /json/.test(answer.headers.get('content-type') ?? '');
      return { status: answer.status, bytes, ...(isJson ? { json: JSON.parse(bytes.toString()) } : {}) };
    } catch {
      return { status: 0 };
    }
  }

  return {
    who,
    ask,
    /** All that waits in an import, with its causes; undefined where no answer came. */
    async look(id) {
      let found;
      let query = `limit=${PAGE}`;
      while (query !== undefined) {
        const { status, json } = await ask('GET', `imports/${id}/waiting?${query}`);
        if (status !== 200) {
          office.refusedLook = { who, id, status, json };
          return undefined;
        }
        found = { ...json, entries: [...(found?.entries ?? []), ...json.entries] };
        query = json.next?.split('?')[1];
      }
      return found;
    },
  };
}
