import { join } from 'node:path';
import { CauseBook } from '../../core/cause-book.ts';
import type { ContactsJob } from '../../core/job.ts';
import { parseRanges } from '../../core/row-ranges.ts';
import { openContactIndex } from '../../ledger/contact-index.ts';
import type { PlanWriter } from '../../ledger/plans.ts';
import type { PlanFacts, References } from '../../reading/plan-ports.ts';
import { contactOfBody } from './body.ts';
import { contactDifferences } from './differences.ts';
import { contactAmbiguousIssue, contactExistsIssue } from './issues.ts';
import { isAnother, matchContact } from './match.ts';
import { matchKeys } from './match-keys.ts';
import { fillIndex, INDEX_FILE } from './plan.ts';

/**
 * A plan of contacts that was only shown is to be posted now: those that the service has got meanwhile are taken out of it
 * (design, section 2: the preview is the plan, after checking duplicates again).
 */
export async function recheckContacts(
  num: number,
  job: ContactsJob,
  writer: PlanWriter,
  references: References,
  scratch: string,
): Promise<void> {
  const index = openContactIndex(join(scratch, INDEX_FILE));
  try {
    const { matching, listed } = await fillIndex(index, job, references, writer);
    await writer.keepListed(num, listed);
    const facts = JSON.parse((await writer.imports.byNum(num)).facts!) as PlanFacts;
    await writer.imports.update(num, { facts: JSON.stringify({ ...facts, matching }) });
    // One for all: the same reason is one cause, in however many rows.
    const causes = new CauseBook(Number.POSITIVE_INFINITY, await writer.nextCause(num));
    const insisted = await writer.insisted(num);
    for (let after = 0; ; ) {
      const page = await writer.contactsToCreate(num, after);
      if (page.length === 0) return;
      for (const no of page) await recheck(num, no, { job, insisted, writer, index, causes });
      after = page.at(-1)!;
      // Between pages what the driver holds on to is let go.
      await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    index.close();
  }
}

interface Recheck {
  readonly job: ContactsJob;
  /** A person said that these are others than those that exist. */
  readonly insisted: ReadonlySet<number>;
  readonly writer: PlanWriter;
  readonly index: ReturnType<typeof openContactIndex>;
  readonly causes: CauseBook;
}

async function recheck(num: number, no: number, { job, insisted, writer, index, causes }: Recheck): Promise<void> {
  const { entries, body } = await writer.body(num, no);
  if (insisted.has(entries[0]!.seq)) return;
  const contact = contactOfBody(body);
  const keys = matchKeys(contact, job.defaults.countryCode);
  const entry = entries[0]!;
  const said = entry.said && new Set(entry.said);
  const matched = matchContact({ contact, keys }, job.match, {
    index,
    differences: (one, other) => contactDifferences(one, other, said),
    onDuplicate: job.onDuplicate,
  });
  if (matched.is !== 'existing' && matched.is !== 'ambiguous') return;
  if (job.onDuplicate === 'book' && isAnother(matched)) return;
  const [row] = [...parseRanges(entry.rows)] as [number];
  const settled = matched.is === 'existing' && (matched.differences.length === 0 || job.onDuplicate === 'skip');
  const { issue, detail } =
    matched.is === 'existing'
      ? contactExistsIssue(row, matched.by, matched.contact, matched.differences, settled)
      : contactAmbiguousIssue(row, matched.by, matched.contacts, matched.more);
  const aside = {
    batchEntry: entry,
    entry: {
      seq: entry.seq,
      source: 0,
      key: entry.key,
      rows: entry.rows,
      row_count: entry.rowCount,
      state:
        matched.is === 'ambiguous'
          ? ('held' as const)
          : settled
            ? ('duplicate-skipped' as const)
            : ('duplicate' as const),
      totals: '{}',
      service_id: matched.is === 'existing' ? matched.contact.id : null,
    },
    problems: [{ row: 0, cause: causes.note(issue), detail }],
  };
  await writer.withdraw(num, no, { rest: [], aside: [aside], causes: causes.takeFresh() });
}
