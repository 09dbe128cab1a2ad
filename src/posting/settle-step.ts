import { packIds } from '../core/booked-ids.ts';
import { type Cancellation, stoppedFor } from '../core/cancelled-issue.ts';
import type { Issue, Remark } from '../core/issue.ts';
import type { Outcome } from '../core/outcome.ts';
import { CUSTOM_PREFIX } from '../core/records.ts';
import { retryDelay } from '../core/retry-delay.ts';
import { CANARY_STAGE, type FrozenBatch } from '../core/states.ts';
import { contactOfBody, customValuesLost } from '../kinds/contacts/body.ts';
import { fieldOfBody } from '../kinds/custom-fields/body.ts';
import { isFieldStep, kindOf, kindWords, stepOf } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { FieldMemory, RefusedField } from '../ledger/custom-fields.ts';
import type { Settlement } from '../ledger/posting.ts';
import type { BatchRow, ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { createdId } from '../service/reply.ts';

/**
 * A step that creates nothing may be sent again whatever became of it; so often, before a person (or, of a contact that
 * is read back, nobody) is asked.
 */
export const REPEATED_AT_MOST = 5;

type Ports = Pick<PipelinePorts, 'ledger' | 'now' | 'random'>;

/**
 * What becomes of a batch whose step is not to book, by the outcome of its attempt; undefined where that is the same as for
 * a booking. A field that was created is activated, the first contact with custom values is read back.
 */
export async function settleStep(batch: BatchRow, outcome: Outcome, ports: Ports): Promise<Settlement | undefined> {
  switch (batch.step) {
    case 'create-contact':
      return outcome.kind === 'booked' && batch.stage === CANARY_STAGE
        ? await settleCanary(batch, outcome, ports)
        : undefined;
    case 'create-field':
      if (outcome.kind !== 'booked') return undefined;
      return {
        to: 'continued',
        ids: idsText(outcome),
        field: await fieldOf(batch, outcome.ids?.[0]?.id ?? undefined, false, ports),
        next: await nextStep(batch, 'activate-field', outcome.ids![0]!.id!, ports),
      };
    case 'activate-field':
      return await settleActivation(batch, outcome, ports);
    case 'read-back':
      return await settleReadBack(batch, outcome, ports);
    default:
      return undefined;
  }
}

async function settleCanary(batch: BatchRow, outcome: Outcome, ports: Ports): Promise<Settlement> {
  const id = outcome.ids?.[0]?.id ?? undefined;
  return { to: 'continued', ids: idsText(outcome), next: await nextStep(batch, 'read-back', id, ports) };
}

async function settleActivation(batch: BatchRow, outcome: Outcome, ports: Ports): Promise<Settlement | undefined> {
  const ids = JSON.stringify([[batch.target, null]]);
  if (outcome.kind === 'booked')
    return { to: 'booked', ids, field: await fieldOf(batch, batch.target ?? undefined, true, ports) };
  if (outcome.kind === 'in-doubt' && batch.attempts < REPEATED_AT_MOST) return later(batch, ports);
  // An earlier one of unknown outcome may have done it, and then the service refuses this one for that.
  if (outcome.kind === 'rejected' && batch.attempts > 1) return { to: 'in-doubt' };
  return undefined;
}

async function settleReadBack(batch: BatchRow, outcome: Outcome, ports: Ports): Promise<Settlement | undefined> {
  const id = batch.target ?? outcome.ids?.[0]?.id ?? null;
  const ids = id === null ? null : JSON.stringify([[id, null]]);
  const contact = id === null ? 'the first contact' : `contact ${id}`;
  if (outcome.kind === 'not-applied' || outcome.kind === 'misconfigured') return undefined;
  if (outcome.kind === 'in-doubt' && batch.attempts < REPEATED_AT_MOST) return later(batch, ports);
  if (outcome.kind !== 'booked') {
    const { status, error = 'it did not answer' } = outcome.evidence;
    const why = status === undefined ? error : `the service answered ${status}`;
    return { to: 'booked', ids, remark: unread(`${contact} was read back, and ${why}`) };
  }
  const shown = createdId(outcome.reply ?? '');
  if (shown === undefined || (id !== null && shown !== id))
    return { to: 'booked', ids, remark: unread(`${contact} was read back, and the service answered something else`) };
  const { body } = await ports.ledger.posting.body(batch.import, batch.no);
  const lost = customValuesLost(body, outcome.reply ?? '');
  if (lost === undefined)
    return {
      to: 'booked',
      ids,
      remark: unread(`${contact} was read back, and the service shows no custom values of it`),
    };
  if (lost.length === 0) {
    const carried = await refusedCarried(batch, body, ports);
    return {
      to: 'booked',
      ids,
      ...(carried === undefined
        ? {}
        : { proved: (await Promise.all(carried.map(({ no }) => provedBy(batch, no, ports)))).flat() }),
    };
  }
  const issue = ignored(contact, lost);
  return { to: 'booked', ids, stops: await stopped(batch, issue, ports) };
}

/** What is known of a refused field that a contact shows. */
async function provedBy({ import: num }: BatchRow, no: number, ports: Pick<Ports, 'ledger'>): Promise<FieldMemory[]> {
  const refused = (await ports.ledger.posting.batch(num, no))!;
  return [(await fieldOf(refused, refused.target ?? undefined, true, ports)) ?? []].flat();
}

/** Fields that were refused and of which a contact carries a value; undefined where none was refused. */
async function refusedCarried(
  { import: num }: BatchRow,
  body: string,
  { ledger }: Pick<Ports, 'ledger'>,
): Promise<RefusedField[] | undefined> {
  const refused = await ledger.customFields.refused(num);
  if (refused.length === 0) return undefined;
  const carried = new Set(Object.keys(contactOfBody(body).custom));
  return refused.filter(({ key }) => carried.has(key.slice(key.indexOf('.') + 1)));
}

/**
 * The service may have a field although it refused to create it (it says so), or to activate it (a person
 * activated it: asked for once more, it is refused once more). The first contact that carries it shows which.
 */
async function mayBeThere({ import: num, no, step }: BatchRow, words: string, { ledger }: Pick<Ports, 'ledger'>) {
  const { key } = (await ledger.posting.body(num, no)).entries[0]!;
  if (!key.startsWith('Contact.')) return false;
  return step === 'create-field' ? SAYS_IT_EXISTS.test(words) : await ledger.customFields.wasActivationRefused(num, no);
}

/** In the languages that services for these files speak. */
const SAYS_IT_EXISTS =
  /exist|already|duplicate|unique|in use|taken|finnes|eksisterer|allerede|findes|finns|redan|unik|vorhanden|bereits/i;

/** What stops a contacts import whose custom field the service has refused; nothing stops a file of custom fields. */
export async function stopsWithout(
  batch: BatchRow,
  words: string,
  { ledger, now }: Pick<Ports, 'ledger' | 'now'>,
): Promise<Cancellation | undefined> {
  const row = await ledger.imports.byNum(batch.import);
  if (!kindOf(row.kind).records?.fieldsFirst) return undefined;
  if (batch.step === 'create-contact') return await stopsUnproved(batch, words, { ledger, now });
  if (!isFieldStep(batch.step) || (await mayBeThere(batch, words, { ledger }))) return undefined;
  const field = (await ledger.posting.body(batch.import, batch.no)).entries[0]!.key;
  const { done } = stepOf(batch.step);
  const stop = /[.!?…]$/.test(words) ? '' : '.';
  return stopped(
    batch,
    {
      code: 'field-missing-in-service',
      value: field,
      variant: 'refused',
      facts: { said: words },
      message: `The custom field ${field} could not be ${done}, and contacts wait for it: ${words}${stop}`,
      suggestion: 'Correct what the service says, in the job or in the service, and retry.',
    },
    { ledger, now },
  );
}

/** The contact that had to show that a refused field is there all the same was refused itself: the others wait for the field. */
async function stopsUnproved(batch: BatchRow, words: string, { ledger, now }: Pick<Ports, 'ledger' | 'now'>) {
  if (batch.stage !== CANARY_STAGE) return undefined;
  const { entries, body } = await ledger.posting.body(batch.import, batch.no);
  const [field] = (await refusedCarried(batch, body, { ledger })) ?? [];
  if (field === undefined) return undefined;
  const stop = /[.!?…]$/.test(words) ? '' : '.';
  return stopped(
    batch,
    {
      code: 'field-missing-in-service',
      value: field.key,
      variant: 'refused',
      facts: { said: words },
      message: `The service refused the custom field ${field.key}, and then the first contact with a value of it (${entries[0]!.key}): ${words}${stop}`,
      suggestion: 'Create and activate the field in the service, or correct what it says of this contact, and retry.',
    },
    { ledger, now },
  );
}

async function stopped(
  { import: num }: BatchRow,
  issue: Issue,
  { ledger, now }: Pick<Ports, 'ledger' | 'now'>,
): Promise<Cancellation> {
  return stoppedFor(issue, now(), kindWords((await ledger.imports.byNum(num)).kind));
}

function later({ attempts }: BatchRow, { now, random }: Ports): Settlement {
  return { to: 'ready', dueAt: now() + retryDelay(attempts, random, { atLeastMs: 0 }) };
}

/**
 * What follows when a batch in doubt turns out to be created: the contact that has to show whether custom values are kept
 * does so also where it was found by a look, or somebody says that it is there.
 * @param id undefined where nobody knows it: it is looked for in the list
 */
export async function nextOfBooked(
  batch: BatchRow,
  id: number | undefined,
  ports: Pick<Ports, 'ledger'>,
): Promise<((no: number) => FrozenBatch[]) | undefined> {
  if (batch.step !== 'create-contact' || batch.stage !== CANARY_STAGE) return undefined;
  const next = await nextStep(batch, 'read-back', id, ports);
  return (no) => [next(no)];
}

/** The batch of the step that follows, with the same entries. */
export async function nextStep(
  { import: num, no: parent, stage, rows, lines }: BatchRow,
  step: string,
  target: number | undefined,
  { ledger }: Pick<Ports, 'ledger'>,
): Promise<(no: number) => FrozenBatch> {
  const { entries, body } = await ledger.posting.body(num, parent);
  return (no) => ({ no, entries, rows, lines, totals: '{}', body: Buffer.from(body), step, stage, target });
}

/** What the ledger remembers of the field that a batch creates or activates. */
export async function fieldOf(
  batch: BatchRow,
  serviceId: number | undefined,
  active: boolean,
  { ledger }: Pick<Ports, 'ledger'>,
): Promise<FieldMemory | undefined> {
  const row: ImportRow = await ledger.imports.byNum(batch.import);
  const { body } = await ledger.posting.body(batch.import, batch.no);
  if (row.facts === null || body === '') return undefined;
  const definition = fieldOfBody(body, JSON.parse(row.facts) as PlanFacts);
  return { company: row.company, ...definition, serviceId, active };
}

function idsText({ ids }: Outcome): string | null {
  return ids === undefined ? null : packIds(ids);
}

function unread(why: string): Remark {
  return {
    code: 'custom-values-unread',
    message: `Whether the service keeps custom values could not be seen: ${why}.`,
    suggestion: 'Look at one of the created contacts in the service: are its custom values there?',
  };
}

function ignored(contact: string, names: readonly string[]): Issue {
  const fields = names.map((name) => `${CUSTOM_PREFIX}${name}`).join(', ');
  return {
    code: 'custom-values-ignored',
    value: names.join(', '),
    facts: { contact: contact.replace('contact ', '') },
    message: `The service created ${contact} without its custom values (${fields}); the other contacts are held, for values can't be added afterwards.`,
    suggestion: `Complete ${contact} by hand. Check in the service that the fields are active on contacts, or take them out of the job's custom, and retry.`,
  };
}
