import type { BookedId } from '../core/outcome.ts';
import type { Step } from '../core/states.ts';
import { contactPath, createContactPath } from './contacts.ts';
import { activateFieldPath, createFieldPath } from './custom-fields.ts';
import { bookedIds, createdId } from './reply.ts';
import type { Asked } from './reply-contradiction.ts';

/** How the request of a step looks, and what its reply tells. */
export interface StepRequest {
  readonly method: 'GET' | 'POST';
  /** @param target the service's ID of what the step is about */
  path(target: number | null): string;
  /** False: nothing is sent but the head. */
  readonly hasBody: boolean;
  /** The IDs of a success: one per entry where the reply lines up one to one. */
  ids(body: string, entries: number): readonly BookedId[] | undefined;
  /** What a success must not contradict; undefined: the request only reads. */
  readonly asks: Asked['kind'] | undefined;
  /** Without an ID in its reply nothing could follow: then it is not known to be a success. */
  readonly needsId: boolean;
}

/** The requests that batches are sent in (service interface, sections 4.1, 4.6, 4.7, 4.10, 4.11). */
export const STEPS: Readonly<Record<Step, StepRequest>> = {
  book: {
    method: 'POST',
    path: () => '/api/biz/journalentries?action=book-journal-entries',
    hasBody: true,
    ids: bookedIds,
    asks: 'entries',
    needsId: false,
  },
  'create-contact': {
    method: 'POST',
    path: createContactPath,
    hasBody: true,
    ids: created,
    asks: 'record',
    needsId: false,
  },
  'read-back': {
    method: 'GET',
    path: (target) => contactPath(target!),
    hasBody: false,
    ids: () => undefined,
    asks: undefined,
    needsId: false,
  },
  'create-field': {
    method: 'POST',
    path: createFieldPath,
    hasBody: true,
    ids: created,
    asks: 'record',
    needsId: true,
  },
  'activate-field': {
    method: 'POST',
    path: (target) => activateFieldPath(target!),
    hasBody: false,
    ids: () => undefined,
    asks: 'action',
    needsId: false,
  },
};

function created(body: string): readonly BookedId[] | undefined {
  const id = createdId(body);
  return id === undefined ? undefined : [{ id, number: null }];
}
