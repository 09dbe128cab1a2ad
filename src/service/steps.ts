import type { BookedId } from '../core/outcome.ts';
import { createdId } from './reply.ts';
import type { Asked } from './reply-contradiction.ts';

/** How the request of a step looks, and what its reply tells. */
export interface StepRequest {
  readonly method: 'GET' | 'POST';
  /** @param target the service's ID of what the step is about */
  path(target: number | null): string;
  /** False: nothing is sent but the head. */
  readonly hasBody: boolean;
  /** The IDs of a success: one per entry where the reply lines up one to one. @param sent the body of the request */
  ids(body: string, entries: number, sent: string | Buffer): readonly BookedId[] | undefined;
  /** What a success must not contradict; undefined: the request only reads. */
  readonly asks: Asked['kind'] | undefined;
  /** Without an ID in its reply nothing could follow: then it is not known to be a success. */
  readonly needsId: boolean;
}

/** Creates one record. @param needsId without its ID nothing could follow */
export function creation(path: () => string, needsId = false): StepRequest {
  return { method: 'POST', path, hasBody: true, ids: createdIds, asks: 'record', needsId };
}

function createdIds(body: string): readonly BookedId[] | undefined {
  const id = createdId(body);
  return id === undefined ? undefined : [{ id, number: null }];
}
