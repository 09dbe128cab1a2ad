import { group, text } from '../../domain/schema-parts.ts';
import type { Draft } from './drafts.ts';

/** The part of an address that names a draft. */
export const byDraft = group(
  { draft: text('the id of a draft', 'gq3v2sXrT0').meta({ description: 'id of a draft' }) },
  '/api/drafts/ID',
);

/** A draft as its owner is told of it. */
export function draftBody({ id, file, bytes, until }: Draft) {
  return { draft: id, url: `/api/drafts/${id}`, file, bytes, until: new Date(until).toISOString() };
}
