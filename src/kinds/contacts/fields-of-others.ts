import { setTimeout as sleep } from 'node:timers/promises';
import { type Cancellation, stoppedFor } from '../../core/cancelled-issue.ts';
import type { KindWords } from '../../core/entry-words.ts';
import type { CustomFieldDefinition } from '../../core/records.ts';
import { customFieldsOf } from '../../service/custom-fields.ts';
import { fieldExists } from '../custom-fields/body.ts';
import type { PipelinePorts, ServicePort } from '../ports.ts';

/** How long contacts wait for custom fields that another import is creating, in milliseconds; then for a person. */
const FIELDS_WAIT_MS = 30_000;
const LOOK_MS = 200;
const CORRECT =
  'Correct customFields in the job: the service cannot change a field. Or give it another name there. Then retry.';

/**
 * Waits for the custom fields that an import of contacts leaves to another one, which claimed them first: a contact can't
 * have values of a field that is not active.
 * @param wanted the fields as the job says them
 * @returns why nothing of it can be sent, where that one does not get them done, or creates another field than the job says
 */
export async function fieldsOfOthers(
  num: number,
  wanted: readonly CustomFieldDefinition[],
  words: KindWords,
  service: ServicePort,
  { ledger, now }: Pick<PipelinePorts, 'ledger' | 'now'>,
  leaving: AbortSignal,
): Promise<Cancellation | undefined> {
  const { company } = await ledger.imports.byNum(num);
  const left = await ledger.customFields.leftToOthers(num);
  const inactive = async () => {
    const active = (await ledger.customFields.of(company)).filter((each) => each.active === 1);
    const names = new Set(active.map(({ model, name }) => `${model}.${name}`.toLowerCase()));
    return left.filter((key) => !names.has(key.toLowerCase()));
  };
  const until = now() + FIELDS_WAIT_MS;
  while (now() < until && !leaving.aborted) {
    const underWay = new Set(await ledger.customFields.underWay(company, ['contacts', 'custom-fields']));
    if (!(await inactive()).some((key) => underWay.has(key))) break;
    await sleep(LOOK_MS);
  }
  for (const known of await ledger.customFields.of(company)) {
    const isIt = ({ model, name }: { readonly model: string; readonly name: string }) =>
      `${model}.${name}`.toLowerCase() === `${known.model}.${known.name}`.toLowerCase();
    const definition = wanted.find(isIt);
    const keys = left.filter((key) => isIt(modelAndName(key)));
    if (known.active !== 1 || definition === undefined || keys.length === 0) continue;
    await ledger.customFields.noteActive(num, keys);
    const there = { type: known.type, nullable: known.nullable === 1 };
    const { issue, differs } = fieldExists({ ...definition, name: known.spelling }, there);
    // The contacts hold values of the type that this job says.
    if (differs) return stoppedFor({ ...issue.issue, message: issue.detail!, suggestion: CORRECT }, now(), words);
  }
  const missing: string[] = [];
  for (const key of await inactive()) if (!(await isShown(key, service, leaving))) missing.push(key);
  const [field] = missing;
  await ledger.customFields.noteActive(
    num,
    left.filter((key) => !missing.includes(key)),
  );
  if (field === undefined) return undefined;
  const message = `The custom field ${field} is created by another import, and is not active: contacts wait for it.`;
  const suggestion = 'See what became of it there (bilag list), settle or retry that import, then retry this one.';
  const issue = { code: 'field-missing-in-service', variant: 'others', value: field, message, suggestion } as const;
  return stoppedFor(issue, now(), words);
}

function modelAndName(key: string) {
  const [model = '', name = ''] = key.split('.');
  return { model, name };
}

/** Whether an entity shows it: activated by a person, it is nowhere remembered. */
async function isShown(key: string, { client, product }: ServicePort, leaving: AbortSignal): Promise<boolean> {
  const { model, name } = modelAndName(key);
  try {
    const shown = await customFieldsOf(client, model, product, leaving);
    return shown?.some((each) => each.toLowerCase() === name.toLowerCase()) === true;
  } catch {
    // What can't be seen now is waited for.
    return false;
  }
}
