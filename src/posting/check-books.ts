import { setTimeout as sleep } from 'node:timers/promises';
import { type Company, companyWords } from '../core/company.ts';
import { UsageError } from '../core/issue.ts';
import { type ComparedId, differs, IDS_COMPARED_MOST, idExamples, judgeIds } from '../core/judge-ids.ts';
import { importFields } from '../core/log.ts';
import type { KnownId } from '../core/records.ts';
import { idsOf, keyOf, planMoved } from '../importing/plan-moved.ts';
import type { BooksChecked, PipelinePorts, ServicePort } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { listVatTypes, lookupAccount } from '../service/accounts.ts';

/** A look-up that failed is made again after this time, in milliseconds, while the service answers others. */
const AGAIN_MS = 1_000;

/** The service keeps other books than those that the IDs of plans are from: nothing is sent, until a person corrects it. */
export class OtherBooks extends UsageError {}

/**
 * Sees before the first booking of a process for a company that the service keeps the books which the plan is from (docs: the
 * same entry, section 5): a few known IDs are looked up, uncached. Where some moved, each plan that rests on one of them is made
 * afresh.
 * @returns whether the plan can be sent; else it is being made afresh
 * @throws OtherBooks; ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected: the same call goes on
 */
export async function checkBooks(
  row: ImportRow,
  facts: PlanFacts,
  service: ServicePort,
  ports: PipelinePorts,
): Promise<boolean> {
  const { moved } = facts;
  // Sent before the IDs moved, and known not to be booked: its body is from before.
  if (moved !== undefined && (await ports.ledger.posting.isReadyOf(row.num, moved.upTo))) {
    await planMoved(row, facts, [], ports);
    return false;
  }
  const checked = checkedOf(service, row.company);
  const plan = `${row.num} ${row.posting_at}`;
  let compared = checked.plans.get(plan);
  if (compared === undefined) {
    compared = compare(row, facts, checked, service, ports);
    checked.plans.set(plan, compared);
    compared.catch(() => checked.plans.delete(plan));
  }
  return compared;
}

function checkedOf({ checked }: ServicePort, company: Company): BooksChecked {
  let found = checked.get(company);
  if (found === undefined) {
    found = { answers: new Map(), done: false, looking: undefined, moved: false, plans: new Map() };
    checked.set(company, found);
  }
  return found;
}

async function compare(
  row: ImportRow,
  facts: PlanFacts,
  checked: BooksChecked,
  service: ServicePort,
  ports: PipelinePorts,
): Promise<boolean> {
  const { knownIds } = ports.ledger;
  const planned = idsOf(facts);
  if (!checked.done) {
    checked.looking ??= firstLook(row, planned, checked, service, ports).finally(() => {
      checked.looking = undefined;
    });
    await checked.looking;
  }
  const known = await knownIds.find(row.company, planned);
  // What differs from what is known may be newer: the service says which holds.
  const doubtful = planned.filter((each) => checked.moved || (known.has(each) && known.get(each) !== each.id));
  const moved = (await lookUp(doubtful, new Map(), service)).filter(differs);
  if (doubtful.length === 0) return true;
  const learnt = doubtful.map((each) => ({
    ...each,
    now: each.id,
    ...moved.find((other) => keyOf(other) === keyOf(each)),
  }));
  await knownIds.learn(row.company, learnt, ports.now());
  if (moved.length === 0) return true;
  checked.moved = true;
  const words = `In service ${service.name} ${idExamples(moved)}: what is left of import ${row.id} (${row.file}) is planned afresh, and sent then.`;
  ports.log('ids-moved', words, { ...importFields(row), service: service.name });
  await service.references.drop(planned);
  await planMoved(row, facts, moved, ports);
  return false;
}

/** Up to twenty IDs, those of the plan first. @throws OtherBooks where all are others than before */
async function firstLook(
  row: ImportRow,
  planned: readonly KnownId[],
  checked: BooksChecked,
  service: ServicePort,
  ports: PipelinePorts,
): Promise<void> {
  const { ledger, now } = ports;
  const { company } = row;
  const before = await ledger.knownIds.find(company, planned);
  const keys = new Set(planned.map(keyOf));
  const ids = [
    ...planned.map((each) => ({ ...each, id: before.get(each) ?? each.id })),
    ...(await ledger.knownIds.of(company, IDS_COMPARED_MOST + planned.length)).filter((each) => !keys.has(keyOf(each))),
  ].slice(0, IDS_COMPARED_MOST);
  const compared = await lookUp(ids, checked.answers, service);
  // Whoever corrects what is found here, it is looked at anew.
  checked.answers.clear();
  const verdict = judgeIds(compared);
  if (verdict === 'other' && (await ledger.knownIds.verdict(company)) !== 'same') {
    await ledger.knownIds.setVerdict(company, 'asked');
    throw new OtherBooks(
      `Service ${service.name} answers with other books than those of ${companyWords(company)} that import ${row.id} (${row.file}) was planned for: all ${compared.length} IDs that were compared differ; ${idExamples(compared)}. Nothing is sent.`,
      `Check the address, the token and the company of ${service.name} in the configuration. If these are the same books, with new IDs: bilag books same ${service.name}. If they are others, name them: company, in services.${service.name} of bilag.yaml, and import the file there`,
      { reason: 'books-differ', facts: { service: service.name } },
    );
  }
  checked.moved ||= verdict !== 'same';
  await ledger.knownIds.learn(company, compared, now());
  checked.done = true;
}

/** Asks the service itself, not what is kept of its answers. A service that answers only some at a time is asked on. */
async function lookUp(
  ids: readonly KnownId[],
  answers: Map<string, number | null>,
  { client }: ServicePort,
): Promise<ComparedId[]> {
  for (;;) {
    const before = answers.size;
    const [failure] = await ask(
      ids.filter((each) => !answers.has(keyOf(each))),
      answers,
      client,
    );
    if (failure === undefined) return ids.map((each) => ({ ...each, now: answerTo(each, answers) }));
    if (answers.size === before) throw failure;
    await sleep(AGAIN_MS);
  }
}

function answerTo(id: KnownId, answers: ReadonlyMap<string, number | null>): number | null {
  const answer = answers.get(keyOf(id));
  if (answer === undefined) throw new Error(`No answer was kept about ${id.kind} ${id.code}`);
  return answer;
}

/** @returns why those that are still open got no answer */
async function ask(
  ids: readonly KnownId[],
  answers: Map<string, number | null>,
  client: ServicePort['client'],
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  const vatTypes = ids.filter(({ kind }) => kind === 'vat-type');
  const types = vatTypes.length === 0 ? [] : await listVatTypes(client).catch(note);
  if (types) {
    for (const each of vatTypes) {
      const found = types.filter((type) => type.code === each.code);
      answers.set(keyOf(each), found.length === 1 ? found[0]!.id : null);
    }
  }
  const accounts = ids.filter(({ kind }) => kind === 'account');
  for (let from = 0; from < accounts.length && failures.length === 0; from += IDS_COMPARED_MOST) {
    await Promise.all(
      accounts.slice(from, from + IDS_COMPARED_MOST).map(async (each) => {
        const lookup = await lookupAccount(client, each.code).catch(note);
        if (lookup) answers.set(keyOf(each), lookup.found === 'one' ? lookup.account.id : null);
      }),
    );
  }
  return failures;
}
