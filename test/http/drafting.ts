import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Body, type Server, until } from './serve.ts';

/** What a person does with a draft, as requests. */
export function drafting(server: Pick<Server, 'url' | 'get' | 'post'>, headers: Record<string, string> = {}) {
  const json = { ...headers, 'content-type': 'application/json' };
  const send = async (method: string, path: string) => {
    const answer = await fetch(server.url + path, { method, headers });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  };
  const requests = {
    bring: (name: string, content: Body) =>
      server.post(`/api/drafts?name=${encodeURIComponent(name)}`, content, {
        ...headers,
        'content-type': 'application/octet-stream',
      }),
    look: (draft: string, query = '') => server.get(`/api/drafts/${draft}/look${query}`, headers),
    start: (draft: string, body: object) => server.post(`/api/drafts/${draft}/trial`, JSON.stringify(body), json),
    trial: (draft: string) => server.get(`/api/drafts/${draft}/trial`, headers),
    abandon: (draft: string) => send('DELETE', `/api/drafts/${draft}/trial`),
    book: (draft: string, body: object) => server.post(`/api/drafts/${draft}/book`, JSON.stringify(body), json),
    remove: (draft: string) => send('DELETE', `/api/drafts/${draft}`),
    save: (name: string, definition: object) => server.post('/api/jobs', JSON.stringify({ name, definition }), json),
    check: (definition: object) => server.post('/api/jobs/check', JSON.stringify({ definition }), json),
  };
  return {
    ...requests,
    /** Starts a trial and waits for what it comes to. */
    async plan(draft: string, body: object) {
      const started = await requests.start(draft, body);
      if (started.status !== 202) return started.json;
      let found = started.json;
      await until(async () => {
        found = (await requests.trial(draft)).json;
        return found.state !== 'running';
      });
      return found;
    },
  };
}

export const sample = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../samples/${name}`, import.meta.url)));
export const sampleJob = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../jobs/${name}.yaml`, import.meta.url)), 'utf8');
