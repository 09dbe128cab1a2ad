import type { Contact, CustomFieldDefinition } from '../core/records.ts';
import { isFieldStep, stepOf } from '../kinds/kinds.ts';
import { unpackEntries } from '../ledger/batches.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { withSheetNames } from '../reading/named-sheets.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';

/** Contacts that a plan shows as they will be created. */
const PREVIEW_CONTACTS = 3;
/** Custom fields that a plan lists. */
const PREVIEW_FIELDS = 40;
/** Rows that differ from what is there that a plan names with their differences. */
const PREVIEW_DIFFERING = 10;

/** A custom field, and what the plan does about it. */
export interface PlannedField extends CustomFieldDefinition {
  /** Empty: the job asks for it, and it stands in no row. */
  readonly rows: string;
  readonly what: 'create and activate' | 'activate';
}

/** What would be created, read back from the frozen requests: the preview is the plan, and not another reading of the file. */
export interface CreatedPreview {
  readonly contacts: number;
  readonly first: readonly { readonly rows: string; readonly contact: Contact }[];
  readonly fields: readonly PlannedField[];
  readonly moreFields: number;
  /** Rows that are about what exists already and say other things of it, in words; not all of them. */
  readonly differing: readonly string[];
  readonly moreDiffering: number;
}

/** How many of each a preview has. */
const SOME = { contacts: PREVIEW_CONTACTS, fields: PREVIEW_FIELDS, differing: PREVIEW_DIFFERING };
export const ALL_CREATED: typeof SOME = {
  contacts: Number.MAX_SAFE_INTEGER,
  fields: Number.MAX_SAFE_INTEGER,
  differing: Number.MAX_SAFE_INTEGER,
};

/** Of an import that is planned, and of which nothing was sent. */
export async function createdPreview(
  { num }: ImportRow,
  facts: PlanFacts,
  { findings }: Ledger,
  most = SOME,
): Promise<CreatedPreview> {
  const counts = { contacts: 0, fields: 0 };
  let differ = 0;
  for (const { state, step, entries } of await findings.batchSums(num))
    if (state === 'ready') counts[isFieldStep(step) ? 'fields' : 'contacts'] += entries;
  for (const { state, entries } of await findings.entrySums(num)) if (state === 'duplicate') differ += entries;
  const first: { rows: string; contact: Contact }[] = [];
  const fields: PlannedField[] = [];
  // The fields stand first, for the contacts wait for them: a large plan is not read to its end.
  const wanted = Math.min(counts.contacts, most.contacts) + Math.min(counts.fields, most.fields);
  for await (const { state, step, packed, body } of findings.eachBatch(num)) {
    if (first.length + fields.length === wanted) break;
    if (state !== 'ready') continue;
    const { rows } = unpackEntries(packed)[0]!;
    const { shown, request } = stepOf(step);
    const sent = shown?.(body, facts);
    if (sent === undefined) continue;
    if ('contact' in sent) {
      if (first.length < most.contacts) first.push({ rows, ...sent });
    } else if (fields.length < most.fields) {
      const what = request.asks === 'action' ? 'activate' : 'create and activate';
      fields.push({ ...sent.field, rows, what });
    }
  }
  const differing = (
    await Promise.all(
      (
        await findings.firstEntries(num, 'duplicate', most.differing)
      ).map(async ({ seq }) => (await findings.problems(num, seq)).map(({ detail, message }) => detail ?? message)),
    )
  ).flat();
  const preview = {
    contacts: counts.contacts,
    first,
    fields,
    moreFields: counts.fields - fields.length,
    differing,
    moreDiffering: Math.max(0, differ - most.differing),
  };
  return withSheetNames(preview, facts.sheets);
}
