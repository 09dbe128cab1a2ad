import type { CustomFieldsJob } from '../../core/job.ts';
import { formatRow } from '../../core/row-ranges.ts';
import { type OpenTable, valuesOf } from '../../reading/open-table.ts';
import type { PlanFacts, PlanOrder, PlanPorts, PlanSummary } from '../../reading/plan-ports.ts';
import { PlanSink } from '../../reading/plan-sink.ts';
import { rowPass, rowsInvalid } from '../../reading/row-pass.ts';
import type { Chunk } from '../../tabular/table.ts';
import { createdJudge } from '../created/judge.ts';
import { type CreatedUnit, createdUnits, fieldKey, withIssues } from '../created/units.ts';
import { fieldExists } from './body.ts';
import { checkFieldName } from './field-name.ts';
import { type FieldFinder, fieldFinder } from './finder.ts';
import { type FieldReader, type FieldReading, fieldReader } from './reader.ts';

/** Plans a file of custom fields: which exist already, which are to be created and activated, which only activated. */
export async function planCustomFields(
  order: PlanOrder<CustomFieldsJob>,
  ports: PlanPorts,
  table: OpenTable,
): Promise<PlanSummary> {
  const { job, again, company } = order;
  const { scale } = job.file;
  const finder = fieldFinder(order.customFields, ports.references);
  const reader = fieldReader({ job, file: order.file, ...valuesOf(table), scale });
  const kind = createdUnits({ company, match: [], withCanary: false });
  const judge = createdJudge(order, ports.store, 'hold', 0);
  const sink = new PlanSink<CreatedUnit>(order, ports.store, kind, judge, await ports.store.claimVersion());
  const pass = rowPass(order, ports);
  /** Fields of earlier rows, by model and name in lower case, with their rows. */
  const seen = new Map<string, FieldReading>();
  let nextSeq = again?.nextSeq ?? 1;
  let rowsSkipped = 0;
  for await (const chunk of table.chunks()) {
    for (const reading of read(chunk)) {
      const seq = table.seqOf?.(reading.row) ?? nextSeq++;
      await place(reading, seq, seen, reader, finder, sink);
    }
    await sink.flushFull();
    ports.progress(pass.read);
  }
  table.finish();
  const end = await sink.finish();
  if (job.onInvalid === 'reject' && again === undefined && end.held > 0)
    throw rowsInvalid(end.held, end.firstIssue, order);
  const facts: PlanFacts = {
    ...table.facts,
    scale,
    order: 'near',
    accounts: {},
    vatTypes: {},
    models: finder.models,
    fieldTypes: finder.fieldTypes,
    nextSeq,
    concurrency: job.batch.concurrency,
    secondPerson: job.doubt?.confirm === 'second-person',
  };
  return {
    facts,
    rowsRead: pass.read,
    rowsSkipped,
    fileTotals: {},
    claimVersion: sink.claimVersion,
    ...(again === undefined ? {} : { again: { ...table.accounted(), ...end.again } }),
  };

  function read(chunk: Chunk): FieldReading[] {
    const readings: FieldReading[] = [];
    pass.each(chunk, table.rowOf, (record, row) => {
      const reading = reader.read(record, row);
      if (reading === undefined) rowsSkipped++;
      else readings.push(reading);
    });
    return readings;
  }
}

async function place(
  reading: FieldReading,
  seq: number,
  seen: Map<string, FieldReading>,
  reader: FieldReader,
  finder: FieldFinder,
  sink: PlanSink<CreatedUnit>,
): Promise<void> {
  const { row, definition } = reading;
  const issues = [...(reading.issues ?? [])];
  const key = fieldKey(definition);
  const earlier = seen.get(key.toLowerCase());
  const columns = { model: reader.columnName('model'), type: reader.columnName('type') };
  const found = issues.length === 0 ? await finder.find(definition, columns) : undefined;
  if (Array.isArray(found)) issues.push(...found.map(({ issue }) => issue));
  else if (found?.is === 'absent' && earlier === undefined) {
    const wrong = checkFieldName(definition.name, reader.columnName('name'));
    if (wrong !== undefined) issues.push(wrong);
  }
  const field = Array.isArray(found) || issues.length > 0 ? undefined : found;
  const unit = {
    is: 'field',
    seq,
    key,
    rows: [row],
    issues: issues.length === 0 ? undefined : withIssues(row, issues),
    field,
  } as const;
  if (field === undefined) return sink.add(unit);
  if (earlier !== undefined) {
    const { issue, differs } = fieldExists(field.definition, { ...earlier.definition, row: formatRow(earlier.row) });
    return sink.setAside(unit, differs ? 'duplicate' : 'duplicate-skipped', issue);
  }
  seen.set(key.toLowerCase(), reading);
  if (field.is === 'absent') return sink.add(unit);
  const { known } = field;
  const there = known === undefined ? {} : { name: known.spelling, type: known.type, nullable: known.nullable === 1 };
  const { issue, differs } = fieldExists(field.definition, there);
  const existing = { ...unit, serviceId: known?.service_id ?? undefined };
  if (differs) return sink.setAside(existing, 'duplicate', issue);
  if (field.is === 'defined') return sink.add(unit);
  sink.setAside(existing, 'duplicate-skipped', issue);
}
