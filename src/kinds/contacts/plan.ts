import { join } from 'node:path';
import { DEFAULT_CURRENCY } from '../../core/currency.ts';
import { FileRejected, type Issue, type Remark } from '../../core/issue.ts';
import type { ContactsJob } from '../../core/job.ts';
import type { Contact, CustomFieldDefinition, ListedContact, MatchKeys } from '../../core/records.ts';
import { type ContactIndex, openContactIndex } from '../../ledger/contact-index.ts';
import { addId, type IdRanges } from '../../ledger/listed-contacts.ts';
import type { PlanWriter } from '../../ledger/plans.ts';
import { type OpenTable, valuesOf } from '../../reading/open-table.ts';
import type { Matching, PlanFacts, PlanOrder, PlanPorts, PlanSummary, References } from '../../reading/plan-ports.ts';
import { PlanSink } from '../../reading/plan-sink.ts';
import { rowPass, rowsInvalid } from '../../reading/row-pass.ts';
import { createdJudge } from '../created/judge.ts';
import {
  type ContactUnit,
  type CreatedUnit,
  createdUnits,
  fieldKey,
  recognisedBy,
  withIssues,
} from '../created/units.ts';
import { fieldExists } from '../custom-fields/body.ts';
import { checkFieldName } from '../custom-fields/field-name.ts';
import { type FieldFinder, type FoundField, fieldFinder } from '../custom-fields/finder.ts';
import { codeOf, contactDifferences } from './differences.ts';
import { contactAmbiguousIssue, contactExistsIssue, contactRepeatedIssue } from './issues.ts';
import { readContacts } from './list.ts';
import { isAnother, isSameContact, matchContact, toldBy } from './match.ts';
import { matchKeys } from './match-keys.ts';
import { type ContactReading, type CustomColumn, contactReader } from './reader.ts';
import { missingIssue, withoutSkipped } from './skipped-fields.ts';

/** The model that contacts are (service interface, section 2.9). */
const CONTACT_MODEL = 'Contact';

/**
 * Plans a file of contacts: which custom fields have to be there first, which rows the service has already, which are to
 * be created. The service's contacts are read once, into an index on disk.
 */
export async function planContacts(
  order: PlanOrder<ContactsJob>,
  ports: PlanPorts,
  table: OpenTable,
): Promise<PlanSummary> {
  const { job, again, company } = order;
  const finder = fieldFinder(order.customFields, ports.references);
  const { wanted, skipped } = withoutSkipped(await wantedFields(job, finder), again);
  const custom = (await customColumns(job, [...wanted, ...skipped.keys()], finder, table)).map((column) => ({
    ...column,
    missing: missingIssue(column, skipped),
  }));
  const index = openContactIndex(join(ports.scratch, INDEX_FILE));
  try {
    const { matching, listed } = await fillIndex(index, job, ports.references, ports.store);
    const { scale } = job.file;
    const books = order.currency ?? DEFAULT_CURRENCY;
    const reader = contactReader({ job, file: order.file, ...valuesOf(table), scale, custom, books });
    const withCanary = custom.length > 0 || wanted.length > 0;
    // What bilag sent is no evidence of what a list hides that is not whole: then another of each that it lacks is created.
    const match = job.onDuplicate === 'book' && !matching.complete ? [] : job.match;
    const kind = createdUnits({ company, match, withCanary });
    const judge = createdJudge(order, ports.store, job.onDuplicate, matching.listedAt);
    const sink = new PlanSink<CreatedUnit>(order, ports.store, kind, judge, await ports.store.claimVersion());
    const pass = rowPass(order, ports);
    const insisted = new Set(again?.insisted);
    let nextSeq = again?.nextSeq ?? 1;
    let rowsSkipped = 0;
    for (const field of wanted) {
      if (field.is === 'active') continue;
      sink.add({ is: 'field', seq: nextSeq++, key: fieldKey(field.definition), rows: [], issues: undefined, field });
    }
    for await (const chunk of table.chunks()) {
      pass.each(chunk, table.rowOf, (record, row) => {
        const reading = reader.read(record, row);
        if (reading === undefined) rowsSkipped++;
        else place(reading, table.seqOf?.(row) ?? nextSeq++, { job, insisted, index, num: order.num, sink });
      });
      await sink.flushFull();
      ports.progress(pass.read);
    }
    const decided = table.finish();
    const end = await sink.finish();
    if (job.onInvalid === 'reject' && again === undefined && end.held > 0)
      throw rowsInvalid(end.held, end.firstIssue, order);
    const facts: PlanFacts = {
      ...table.facts,
      ...decided,
      scale,
      order: 'near',
      accounts: {},
      vatTypes: {},
      models: finder.models,
      fieldTypes: finder.fieldTypes,
      matching,
      nextSeq,
      concurrency: job.batch.concurrency,
      onDuplicate: job.onDuplicate,
      secondPerson: job.doubt?.confirm === 'second-person',
    };
    const accounted = table.accounted();
    return {
      facts,
      rowsRead: pass.read,
      rowsSkipped,
      fileTotals: {},
      listed,
      claimVersion: sink.claimVersion,
      ...(again === undefined
        ? {}
        : // The fields that an earlier plan could not create are planned afresh, like the rows.
          { again: { ...accounted, replaced: [...again.rowless, ...accounted.replaced], ...end.again } }),
    };
  } finally {
    index.close();
  }
}

/** The fields that the job wants to be there. @throws FileRejected `custom-field-invalid` */
async function wantedFields(job: ContactsJob, finder: FieldFinder): Promise<FoundField[]> {
  const found: FoundField[] = [];
  for (const definition of job.customFields) {
    const field = await finder.find(definition, { model: 'customFields', type: 'customFields' });
    const wrong = Array.isArray(field)
      ? field[0]!.issue
      : field.is === 'absent'
        ? checkFieldName(definition.name, 'customFields')
        : otherField(field);
    if (wrong !== undefined) {
      const { variant: _, ...rest } = wrong;
      throw new FileRejected({ ...rest, code: 'custom-field-invalid' });
    }
    found.push(field as FoundField);
  }
  return found;
}

/**
 * Why the field that bilag created is another than the job says. Of one that it did not create, the type is known from what
 * some job said.
 */
function otherField({ definition, known }: FoundField): Issue | undefined {
  if (known?.service_id == null) return undefined;
  const { issue, differs } = fieldExists(definition, { type: known.type, nullable: known.nullable === 1 });
  const suggestion =
    'Correct customFields in the job: the service cannot change a field. Or give it another name there.';
  return differs
    ? { code: 'field-exists', column: 'customFields', value: definition.name, message: issue.detail!, suggestion }
    : undefined;
}

/** @throws FileRejected `custom-field-undefined` for a value whose field nobody has defined */
async function customColumns(
  job: ContactsJob,
  wanted: readonly FoundField[],
  finder: FieldFinder,
  { header }: OpenTable,
): Promise<CustomColumn[]> {
  const columns: CustomColumn[] = [];
  for (const [name, headers] of Object.entries(job.custom)) {
    const column = header.columnOf(headers);
    columns.push({
      field: await definitionOf(name, wanted, finder),
      column,
      header: header.headers[column] ?? String(column + 1),
    });
  }
  return columns;
}

async function definitionOf(
  name: string,
  wanted: readonly FoundField[],
  finder: FieldFinder,
): Promise<CustomFieldDefinition> {
  const folded = name.toLowerCase();
  const own = wanted.find(
    ({ definition }) => definition.model === CONTACT_MODEL && definition.name.toLowerCase() === folded,
  );
  if (own !== undefined) return own.definition;
  const known = finder.known(CONTACT_MODEL, name);
  if (known?.active === 1) {
    return { name: known.spelling, model: known.model, type: known.type, nullable: known.nullable === 1 };
  }
  const shown = await finder.shows(CONTACT_MODEL, name);
  throw new FileRejected({
    code: 'custom-field-undefined',
    column: 'custom',
    value: name,
    message:
      shown !== undefined
        ? `The service shows the custom field ${name} on contacts, but not what its data type is, and values are checked against that.`
        : `custom names the field ${name}, which neither the job nor the service has on contacts.`,
    suggestion: `Add to the job: customFields: [{ name: ${name}, model: Contact, type: Small text field }], with its data type; ${shown !== undefined ? 'it is not created again' : 'it is created first'}.`,
  });
}

interface Place {
  readonly job: ContactsJob;
  /** A person said that these are others than those that exist. */
  readonly insisted: ReadonlySet<number>;
  readonly index: ContactIndex;
  /** The import. */
  readonly num: number;
  readonly sink: PlanSink<CreatedUnit>;
}

/** Tells a row that is to be created from one that exists already, or that is not sound. */
function place(
  { row, contact, said, issues, remarks }: ContactReading,
  seq: number,
  { job, insisted, index, num, sink }: Place,
): void {
  const keys = matchKeys(contact, job.defaults.countryCode);
  const unit: ContactUnit = {
    is: 'contact',
    seq,
    key: contact.name,
    rows: [row],
    issues: withIssues(row, issues),
    contact,
    recognisedBy: recognisedBy(contact, keys, job.match),
    keys,
    said,
    twin: false,
    exists: undefined,
  };
  for (const remark of remarks) sink.remark(seq, row, inGeneral(remark), remark.message, remark.facts);
  if (issues !== undefined) {
    sink.add(unit);
    return;
  }
  const matched = matchContact({ contact, keys }, job.match, {
    index,
    differences: (one, other) => contactDifferences(one, other, said),
    onDuplicate: job.onDuplicate,
  });
  if (matched.is === 'new') {
    const { twin, shown } = alikeOf(contact, keys, job, index);
    index.addRow(row, seq, contact, keys);
    const exists = shown && contactExistsIssue(row, toldBy(contact), shown, []);
    sink.add({ ...unit, twin, exists, serviceId: shown?.id });
  } else if (insisted.has(seq) || (job.onDuplicate === 'book' && isAnother(matched))) {
    index.addRow(row, seq, contact, keys);
    sink.add({ ...unit, twin: true });
  } else if (matched.is === 'ambiguous') {
    sink.setAside(unit, 'held', contactAmbiguousIssue(row, matched.by, matched.contacts, matched.more));
  } else {
    const settled = matched.differences.length === 0 || job.onDuplicate === 'skip';
    const { by, differences } = matched;
    const issue =
      matched.is === 'existing'
        ? contactExistsIssue(row, by, matched.contact, differences, settled)
        : contactRepeatedIssue(row, by, matched.row, differences, settled);
    const serviceId = matched.is === 'existing' ? matched.contact.id : undefined;
    if (matched.is === 'existing' && matched.contact.customUnread && Object.keys(contact.custom).length > 0)
      sink.remark(seq, row, UNREAD, null);
    // What becomes of the earlier row decides what becomes of this one.
    const twin = matched.is === 'repeated' ? { import: num, seq: matched.seq, row: matched.row } : undefined;
    sink.setAside({ ...unit, serviceId }, settled ? 'duplicate-skipped' : 'duplicate', issue, undefined, twin);
  }
}

interface Alike {
  /** A look-up of the contact could find another, which the job's criteria tell from it. */
  readonly twin: boolean;
  /** One of the service that says all that the row says, where the job recognises the row by nothing that it has. */
  readonly shown?: ListedContact | undefined;
}

function alikeOf(contact: Contact, keys: MatchKeys, { match }: ContactsJob, index: ContactIndex): Alike {
  const by = toldBy(contact);
  const found = match.includes(by) ? undefined : index.find(keys, [by]);
  if (found === undefined) return { twin: false };
  const listed = found.listed.filter((each) => isSameContact(contact, each));
  const twin = found.more || listed.length > 0 || found.rows.some((each) => isSameContact(contact, each.contact));
  if (match.some((each) => keys[each] !== undefined)) return { twin };
  return { twin, shown: listed.find((each) => contactDifferences(contact, each).length === 0) };
}

const UNREAD: Remark = {
  code: 'custom-values-unread',
  variant: 'compared',
  message: 'The service does not show the custom values of contacts that exist: those in the file were not compared.',
  suggestion: 'Look at such a contact in the service where its custom values matter.',
};

const GENERALLY: Readonly<Record<string, string>> = {
  'email-several': 'Cells hold several e-mail addresses; the first of each is used.',
  'phone-several': 'Cells hold several phone numbers; the first of each is used.',
  'postal-code-completed': 'Postal codes have lost the zeros that they begin with; they are sent with them.',
};

/** One cause for all rows: what is particular to one stands beside it. */
function inGeneral({ value: _, facts: __, ...remark }: Remark): Remark {
  return { ...remark, message: GENERALLY[remark.code] ?? remark.message };
}

/** Where the index of a plan lies, in its scratch folder. */
export const INDEX_FILE = 'contacts.db';

/** Reads the service's contacts into an index. @returns whether these are all it has, since when others may have created more, and the IDs */
export async function fillIndex(
  index: Pick<ContactIndex, 'add'>,
  job: ContactsJob,
  references: References,
  ledger: Pick<PlanWriter, 'newestEvent'>,
): Promise<{ readonly matching: Matching; readonly listed: IdRanges }> {
  // Asked before the first page: what was created by imports that rest by now stands in the list.
  const newest = await ledger.newestEvent();
  const pages = readContacts((skip, top) => references.contacts(skip, top), job.match);
  const { countryCode } = job.defaults;
  const listed: [number, number][] = [];
  for (;;) {
    const page = await pages.next();
    if (page.done) return { matching: { ...page.value, listedAt: page.value.complete ? newest : 0 }, listed };
    for (const { id } of page.value) addId(listed, id);
    // As in a row, a phone without a country code belongs to the country of its address, else to the job's.
    const keysOf = (contact: Contact) => matchKeys(contact, codeOf(contact.address) ?? countryCode);
    index.add(page.value.map((contact) => ({ contact, keys: keysOf(contact) })));
  }
}
