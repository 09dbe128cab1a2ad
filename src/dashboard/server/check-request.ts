import type { z } from 'zod';
import { ended, findingsOf } from '../../config/explain-issues.ts';
import { ApiError } from './api-error.ts';

/** Characters of a value that a message shows. */
const SHOWN_CHARACTERS = 60;

/** Parts of a request, as people call them. */
const PARTS: Readonly<Record<string, string>> = {
  querystring: 'the address',
  params: 'the address',
  body: 'the body',
};

/** Checks a part of a request by its zod schema. @returns the value, or an ApiError 400 that says all that is wrong */
export function checkRequest(
  schema: unknown,
  part: string | undefined,
): (value: unknown) => { value: unknown } | { error: ApiError } {
  const name = PARTS[part ?? ''] ?? 'the request';
  return (value) => {
    const parsed = (schema as z.ZodType).safeParse(value ?? {});
    if (parsed.success) return { value: parsed.data };
    const problems = findingsOf(parsed.error.issues, { name, isSecret: () => false }).map(({ path, message }) =>
      said(path, message, value, name),
    );
    return { error: new ApiError(400, 'request-invalid', problems.join(' ')) };
  };
}

function said(path: readonly PropertyKey[], message: string, root: unknown, name: string): string {
  const value = path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null ? (held as Record<PropertyKey, unknown>)[step] : undefined,
    root,
  );
  const subject = path.length === 0 ? `${name[0]!.toUpperCase()}${name.slice(1)}` : path.map(String).join('.');
  if (value === undefined && message.startsWith('must be ')) {
    return ended(`${subject} is missing. It ${message.replace(', not {value}', '')}`);
  }
  // Of the whole nothing is shown: there may be a password in it.
  if (path.length === 0) return ended(`${subject} ${message.replace(', not {value}', '')}`);
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return ended(`${subject} ${message.replace('{value}', () => JSON.stringify(shown))}`);
}
