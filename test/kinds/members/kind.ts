import { hash } from 'node:crypto';
import type { z } from 'zod';
import { hash53 } from '../../../src/core/hash.ts';
import { plainJobSchema } from '../../../src/core/job.ts';
import { formatRanges } from '../../../src/core/row-ranges.ts';
import { checkRequired } from '../../../src/kinds/created/check-job.ts';
import { createdBefore } from '../../../src/kinds/created/issues.ts';
import type { Kind, KindJob } from '../../../src/kinds/kind.ts';
import type { ClaimJudge, EntryKind, Unit } from '../../../src/reading/entry.ts';
import type { OpenTable } from '../../../src/reading/open-table.ts';
import type { PlanOrder, PlanPorts, PlanSummary } from '../../../src/reading/plan-ports.ts';
import { PlanSink } from '../../../src/reading/plan-sink.ts';
import { fieldMissing } from '../../../src/reading/row-issues.ts';
import { rowPass } from '../../../src/reading/row-pass.ts';
import { RowValues } from '../../../src/reading/row-values.ts';
import { createContactPath } from '../../../src/service/contacts.ts';
import { creation } from '../../../src/service/steps.ts';

/** A kind with one field and one step: members of a club, who become contacts of the service by their names alone. */
const schema = plainJobSchema('members', { name: 'Name of the member.' }, 'columns: { name: Navn }');
type MembersJob = z.output<typeof schema>;

const duplicate = createdBefore('member', 'Look for it in the service.');

export const members = {
  name: 'members' as const,
  words: { one: 'member', many: 'members', does: 'creates', todo: 'create', done: 'created' },
  steps: {
    'create-member': {
      ...{ noun: 'member', does: 'creates the member', done: 'created', of: 'record' },
      request: creation(createContactPath),
    },
  },
  plan: planMembers,
  duplicate,
  afterDuplicates: 'once they were removed from the service',
  records: {
    tallies: [],
    trail: { columns: ['initial'], sent: (body) => ({ cells: [(JSON.parse(body) as Body).Info.Name[0]!] }) },
  },
} satisfies Kind<MembersJob>;

export const membersJob = {
  kind: 'members',
  schema,
  check: (job) => checkRequired(job, ['name']),
} satisfies KindJob<MembersJob>;

interface Body {
  readonly Info: { readonly Name: string };
}

async function planMembers(
  order: PlanOrder<MembersJob>,
  { store, watchdog, progress }: PlanPorts,
  table: OpenTable,
): Promise<PlanSummary> {
  const { job, file, again } = order;
  const { scale } = job.file;
  const kind = { fields: ['name'], text: undefined, others: 'a name' } as const;
  const values = new RowValues({ ...table.header, amount: table.amount, date: table.date, job, file, kind, scale });
  const judging = judge(store.describe);
  const sink = new PlanSink(order, store, entries(order.company), judging, await store.claimVersion());
  const pass = rowPass(order, { watchdog });
  let nextSeq = again?.nextSeq ?? 1;
  let rowsSkipped = 0;
  for await (const chunk of table.chunks()) {
    pass.each(chunk, table.rowOf, (record, row) => {
      if (!values.load(record, row)) {
        rowsSkipped++;
        return;
      }
      const key = values.text('name');
      if (key === '') values.note('name', fieldMissing('name', [values.columnName('name')], 'member'));
      const issues = values.issues()?.map((issue) => ({ row, issue }));
      sink.add({ seq: table.seqOf?.(row) ?? nextSeq++, key, rows: [row], issues });
    });
    await sink.flushFull();
    progress(pass.read);
  }
  const end = await sink.finish();
  const { concurrency } = job.batch;
  const facts = { ...table.facts, ...table.finish(), scale, order: 'near', accounts: {}, vatTypes: {} } as const;
  return {
    facts: { ...facts, nextSeq, concurrency },
    rowsRead: pass.read,
    rowsSkipped,
    fileTotals: {},
    claimVersion: sink.claimVersion,
    ...(again === undefined ? {} : { again: { ...table.accounted(), ...end.again } }),
  };
}

function entries(company: string): EntryKind<Unit> {
  return {
    weight: () => 1,
    check: () => undefined,
    fingerprint({ key, issues }) {
      if (issues !== undefined) return undefined;
      const text = `${company}\u0001member\u0001${key}`;
      return { identity: hash53(text), content: hash('sha256', text, 'base64url').slice(0, 22) };
    },
    totals: () => '{}',
    together: 1,
    freeze(no, [sound]) {
      const { unit, identity, content } = sound!;
      const body = JSON.stringify({ Info: { Name: unit.key }, Comment: '' });
      const { seq, key, rows } = unit;
      const entry = { seq, key, rows: formatRanges(rows), rowCount: 1, date: '', identity, content };
      return {
        ...{ no, rows: 1, lines: 0, totals: '{}', body: Buffer.from(body), step: 'create-member' },
        entries: [{ ...entry, lineCount: 0, length: body.length }],
      };
    },
  };
}

/** A name is created once, whichever file brings it. */
function judge(describe: PlanPorts['store']['describe']): ClaimJudge<Unit> {
  return {
    async judge({ unit, identity, content }, bucketOf) {
      const earlier = bucketOf(identity).byContent.get(content);
      if (earlier === undefined) return { is: 'sound', content };
      const { id, file, rowName } = await describe(earlier.import);
      return { is: 'aside', state: 'duplicate', why: duplicate(unit.key, { id, file, row: rowName(earlier.row) }) };
    },
  };
}
