import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { group, text } from '../../../core/schema-parts.ts';
import { ApiError } from '../../errors.ts';
import type { TemporaryFiles } from '../../files.ts';
import { createGate, type ServerLimits } from '../../limits.ts';
import type { Api, Served } from '../../ports.ts';
import { receiveFile } from '../../receive-file.ts';
import { answers } from '../describe.ts';
import { openStored } from '../imports/downloads.ts';
import { byId, importOf } from '../imports/routes.ts';
import type { FileRoutes } from '../imports/upload.ts';
import type { RunningDryRun } from './dry-run.ts';
import { draftAnswer } from './shapes.ts';

/** Bytes of chance in the id of a draft: nobody guesses one. */
const ID_BYTES = 24;

/** A file that somebody brought to look at, before anything is booked. */
export interface Draft {
  readonly id: string;
  /** Nobody else gets to see it. */
  readonly who: string;
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
  /** When it goes, in milliseconds since 1970; later with every use. */
  until: number;
  /** Aborted when it goes. */
  readonly gone: AbortSignal;
  /** The dry run of it, under way or ended. */
  dryRun: RunningDryRun | undefined;
}

export interface Drafts {
  /**
   * Keeps what `receive` writes to the path that it is given, and answers the name of.
   * @throws ApiError 503 where too many are kept
   */
  add(who: string, receive: (path: string) => Promise<string>): Promise<Draft>;
  /** Works with a draft, which stays at least as long. @throws ApiError 404 where it is gone, or somebody else's */
  use<T>(id: string, who: string, work: (draft: Draft) => Promise<T> | T): Promise<T>;
  /** @throws ApiError 404 */
  remove(id: string, who: string): Promise<void>;
  /** Removes all of them. */
  close(): Promise<void>;
}

interface Kept extends Draft {
  readonly leave: AbortController;
  users: number;
}

/** Keeps drafts of new imports for a while: so many, so large, so long. They end with the process. */
export function openDrafts(files: TemporaryFiles, limits: ServerLimits, now: () => number): Drafts {
  const kept = new Map<string, Kept>();
  let coming = 0;
  const sweep = setInterval(dropOld, Math.min(limits.draftMs, limits.checkMs)).unref();

  function dropOld(): void {
    for (const draft of kept.values()) if (draft.until <= now() && draft.users === 0) void drop(draft);
  }

  async function drop(draft: Kept): Promise<void> {
    kept.delete(draft.id);
    draft.leave.abort(new ApiError(404, 'draft-unknown', 'The draft is gone.', 'Bring the file once more.'));
    await draft.dryRun?.ended;
    if (draft.users === 0) await rm(draft.path, { force: true });
  }

  function dropOldestOf(who: string): boolean {
    const [oldest] = [...kept.values()]
      .filter((draft) => draft.who === who && draft.users === 0)
      .sort((a, b) => a.until - b.until);
    if (oldest !== undefined) void drop(oldest);
    return oldest !== undefined;
  }

  function makeRoom(who: string, isFull: () => boolean): void {
    while (isFull()) {
      if (!dropOldestOf(who)) {
        throw new ApiError(503, 'too-many', 'Too many drafts are kept already.', 'Try again later.');
      }
    }
  }

  const ofOne = (who: string) => [...kept.values()].filter((draft) => draft.who === who).length;
  const bytesOfAll = () => [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function known(id: string, who: string): Kept {
    dropOld();
    const draft = kept.get(id);
    if (draft !== undefined && draft.who === who) return draft;
    throw new ApiError(
      404,
      'draft-unknown',
      'There is no such draft: it was booked, or left alone for too long.',
      'Bring the file once more.',
    );
  }

  return {
    async add(who, receive) {
      dropOld();
      const path = await files.path('.draft');
      makeRoom(who, () => ofOne(who) >= limits.draftsOfOne || kept.size + coming >= limits.drafts);
      coming++;
      try {
        const file = await receive(path);
        const { size: bytes } = await stat(path);
        makeRoom(who, () => bytesOfAll() + bytes > limits.draftsBytes);
        const leave = new AbortController();
        const id = randomBytes(ID_BYTES).toString('base64url');
        const until = now() + limits.draftMs;
        const draft: Kept = {
          id,
          who,
          path,
          file,
          bytes,
          until,
          gone: leave.signal,
          dryRun: undefined,
          leave,
          users: 0,
        };
        kept.set(id, draft);
        return draft;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        coming--;
      }
    },
    async use(id, who, work) {
      const draft = known(id, who);
      draft.users++;
      try {
        return await work(draft);
      } finally {
        draft.users--;
        draft.until = now() + limits.draftMs;
        if (draft.gone.aborted && draft.users === 0) await rm(draft.path, { force: true });
      }
    },
    remove: async (id, who) => drop(known(id, who)),
    async close() {
      clearInterval(sweep);
      await Promise.all([...kept.values()].map(drop));
    },
  };
}

/** The part of an address that names a draft. */
export const byDraft = group(
  { draft: text('the id of a draft', 'gq3v2sXrT0').meta({ description: 'id of a draft' }) },
  '/api/drafts/ID',
);

/** A draft as its owner is told of it. */
export function draftBody({ id, file, bytes, until }: Draft) {
  return { draft: id, url: `/api/drafts/${id}`, file, bytes, until: new Date(until).toISOString() };
}

const query = group(
  { name: text('the name of a file', 'january.csv').optional().meta({ description: 'what the file is called' }) },
  '?name=january.csv',
);

/** `POST /api/drafts`: keeps a file for a while, to look at before anything is booked. */
export function draftUploadRoute({ server, limits, leaving, gate }: FileRoutes, drafts: Drafts): void {
  server.post(
    '/api/drafts',
    {
      config: { role: 'operator', file: 'needed' },
      schema: {
        summary: 'Bring a file to look at',
        description:
          'Nothing is imported: the file is kept for a while as a draft, which can be looked at, tried and booked by whoever brought it.',
        operationId: 'createDraft',
        querystring: query,
        response: answers({ 201: draftAnswer }),
      },
    },
    async (request, reply) => {
      const draft = await gate(() =>
        drafts.add(request.who, async (path) => {
          try {
            return (await receiveFile(request, reply, { limit: limits.draftBytes, limits, path, leaving })).file;
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== 'file-too-large') throw error;
            throw tooLarge(limits);
          }
        }),
      );
      const body = draftBody(draft);
      return reply.code(201).header('location', body.url).send(body);
    },
  );
}

/** `POST /api/imports/ID/draft`: brings the file of an import once more, so that a question about it can be answered. */
export function draftAgainRoute(server: Api, { ports, limits }: Served, drafts: Drafts): void {
  const gate = createGate(limits.uploads, 'uploads');
  server.post(
    '/api/imports/:id/draft',
    {
      config: { role: 'operator' },
      schema: {
        summary: 'Look at the file of an import again',
        description: 'As if it had been brought once more: the import stays as it is until the draft is booked.',
        operationId: 'createDraftOfImport',
        params: byId,
        response: answers({ 201: draftAnswer }),
      },
    },
    async (request, reply) => {
      const row = await importOf(request.params, ports);
      if (row.bytes > limits.draftBytes) throw tooLarge(limits);
      const draft = await gate(() =>
        drafts.add(request.who, async (path) => {
          const stored = await openStored(row, ports);
          await writeFile(path, stored.createReadStream(), { mode: 0o600 });
          return row.file;
        }),
      );
      const body = draftBody(draft);
      return reply.code(201).header('location', body.url).send(body);
    },
  );
}

function tooLarge({ draftBytes: most }: Pick<ServerLimits, 'draftBytes'>): ApiError {
  const message = `The file is larger than the ${most} bytes that can be looked at.`;
  return new ApiError(413, 'file-too-large', message, 'Split the file, or import it with bilag import.', {
    facts: { most },
  });
}
