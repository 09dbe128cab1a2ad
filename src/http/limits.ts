import { ApiError } from './errors.ts';

/** What the server takes at most: everything that a client can make it hold or wait for. */
export const SERVER_LIMITS = {
  /** Connections at once; further ones are closed. */
  connections: 256,
  /** Of these from one address that is not a proxy's: others get in, whatever one does. */
  connectionsOfOne: 128,
  /** Bytes of a request's line and headers together. */
  headerBytes: 16 * 1024,
  /** Headers of a request. */
  headers: 100,
  /** Bytes of a JSON body. */
  jsonBytes: 16 * 1024,
  /** Bytes of a JSON body that corrects cells, or names entries. */
  correctionBytes: 1024 * 1024,
  /** Bytes of a multipart body beyond the file in it: boundaries, headers of parts, an ending. */
  multipartBytes: 64 * 1024,
  /** Milliseconds in which the headers have to be there. */
  headersMs: 15_000,
  /** Milliseconds in which a request has to be there whole, the largest file on a slow line included. */
  requestMs: 60 * 60_000,
  /** Milliseconds between two looks for connections that are past their time. */
  checkMs: 5_000,
  /** Milliseconds without a byte in either direction after which a connection is closed. */
  idleMs: 120_000,
  /** Milliseconds that an idle connection is kept for a further request. */
  keepAliveMs: 15_000,
  /** Bytes a second that a body has to come with on average, from `paceMs` on. */
  bytesPerSecond: 1_024,
  /** Milliseconds that a body may take its time. */
  paceMs: 20_000,
  /** Milliseconds that the rest of a body is still read after it was refused, so that its sender gets to see why. */
  lingerMs: 5_000,
  /** Files that are received at once. */
  uploads: 16,
  /** Workbooks of failed rows that are written at once: each holds its rows in memory. */
  workbooks: 2,
  /** Drafts of new imports that are kept at once, and of these of one user: a further one takes the place of the oldest. */
  drafts: 64,
  draftsOfOne: 24,
  /** Bytes of a draft, and of all drafts together. */
  draftBytes: 1024 ** 3,
  draftsBytes: 4 * 1024 ** 3,
  /** Milliseconds after its last use that a draft is kept. */
  draftMs: 4 * 60 * 60_000,
  /** Drafts that are looked at at once: each look is a thread of its own. */
  looks: 4,
  /** Dry runs of drafts at once. */
  dryRuns: 3,
  /** Milliseconds after which a dry run that nobody asks for is given up. */
  dryRunUnaskedMs: 120_000,
  /** Bytes of a job's definition. */
  definitionBytes: 128 * 1024,
  /** Streams of events at once. */
  eventStreams: 64,
  /** Milliseconds between two signs of life on a stream of events. */
  heartbeatMs: 15_000,
  /** Bytes that a reader of events may lag behind; one that is slower is dropped. */
  laggingBytes: 256 * 1024,
  /** Milliseconds between two looks into the ledger for what has changed, while somebody follows. */
  followMs: 500,
  /** Milliseconds that requests under way get to end when the server closes. */
  closeMs: 5_000,
};

export type ServerLimits = Readonly<typeof SERVER_LIMITS>;

/** Lets so many in at once; the others are told to come again. */
export function createGate(most: number, what: string): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  return async (work) => {
    if (inside >= most) {
      throw new ApiError(503, 'too-many', `${most} ${what} at once are as many as go.`, 'Try again in a moment.');
    }
    inside++;
    try {
      return await work();
    } finally {
      inside--;
    }
  };
}

/** Lets so many in at once, and so many wait for their turn; the others are told to come again. */
export function takeTurns(atOnce: number, waiting: number, what: string): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < atOnce) inside++;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw new ApiError(503, 'too-many', `More ${what} at once than go.`, 'Try again in a moment.');
    try {
      return await work();
    } finally {
      const next = line.shift();
      // Whoever is next has this place at once, so that nobody slips in between.
      if (next === undefined) inside--;
      else next();
    }
  };
}
