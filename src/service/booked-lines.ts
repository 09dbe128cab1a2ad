import type { LookWhy } from '../core/look.ts';
import type { Client } from './client.ts';
import { failedLook } from './errors.ts';
import { idOf, isTrue, textOf } from './reply-fields.ts';

/** Stands in the path of a probe for the description that is looked up. */
const PLACE = '{description}';
/** It has no form in UTF-8. */
const HALF_CHARACTER = /\p{Surrogate}/u;
const DATE_CHARACTERS = 'YYYY-MM-DD'.length;

/** Lines under a description, or why nothing can be said of it. */
type BookedLines =
  | { readonly lines: readonly BookedLine[] }
  | {
      readonly why: string;
      /** The same for pages. */
      readonly told: LookWhy;
      /** True: it lies with the service, and others would fare no better now. */
      readonly failed: boolean;
    };

/**
 * Looks booked lines up by their description (design, section 6: `probe`). The service answers a filter that it doesn't
 * know with all rows: a row that was not asked for means that nothing was looked up. Never rejects.
 * @param path begins with a slash; `{description}` stands inside an OData text, spaces and quotes as they are
 */
export async function bookedLines(
  client: Client,
  path: string,
  description: string,
  signal?: AbortSignal,
): Promise<BookedLines> {
  if (HALF_CHARACTER.test(description))
    return { why: 'its description is no text that can be asked for', told: { code: 'unasked' }, failed: false };
  const reply = await client.get(probePath(path, description), signal);
  if (!reply.ok) return { why: reply.message, told: failedLook(reply.evidence), failed: true };
  if (!Array.isArray(reply.body))
    return { why: 'the answer is no list', told: { code: 'failed', facts: { said: 'JSON' } }, failed: true };
  const lines: BookedLine[] = [];
  for (const row of reply.body as unknown[]) {
    const fields = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
    if (fields['Description'] !== description) {
      const asked = path.split('?')[0]!;
      return {
        why: `the service did not look for it: ${asked} was answered with a line of another description`,
        told: { code: 'unasked' },
        failed: true,
      };
    }
    lines.push({
      accountId: isSaid(fields['AccountID']) ? (idOf(fields['AccountID']) ?? Number.NaN) : undefined,
      date: isSaid(fields['FinancialDate']) ? textOf(fields['FinancialDate']).slice(0, DATE_CHARACTERS) : undefined,
      journalEntryId: idOf(fields['JournalEntryID']),
      deleted: isTrue(fields['Deleted']),
    });
  }
  return { lines };
}

/** The path with a description in it: a quote inside an OData text is doubled, and everything is percent-encoded. */
export function probePath(path: string, description: string): string {
  const text = encodeURIComponent(description.replaceAll("'", "''"));
  return path.split(PLACE).map(encoded).join(text);
}

/** What is encoded already stays as it is. */
function encoded(text: string): string {
  return encodeURI(text)
    .replace(/%25(?=[0-9a-f]{2})/gi, '%')
    .replaceAll("'", '%27')
    .replaceAll('#', '%23');
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A line of the service's books that says what was asked for. What the service left out is undefined. */
export interface BookedLine {
  readonly accountId: number | undefined;
  /** `YYYY-MM-DD` */
  readonly date: string | undefined;
  readonly journalEntryId: number | undefined;
  readonly deleted: boolean;
}
