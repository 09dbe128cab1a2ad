import type { LogFields } from '../core/log.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import { listContacts } from '../service/contacts.ts';
import { customFieldsOf } from '../service/custom-fields.ts';
import type { Question } from '../threads/thread-messages.ts';

/**
 * Answers what a planner's thread asks of the service. A service that is away while planning means waiting, never an issue
 * (design, section 2): each look-up that fails is tried again by itself.
 * @param ended aborted when nobody waits for the answer any more
 */
export async function answerThread(
  question: Question,
  service: ServicePort,
  { log }: Pick<PipelinePorts, 'log'>,
  ended: AbortSignal,
  about: LogFields,
): Promise<unknown> {
  const { name, patient } = service;
  const quiet = patient.onWait((why) =>
    log('service-silent', `Service ${name} does not answer; waiting for it. ${why}`, { ...about, service: name, why }),
  );
  try {
    return await ask(question, service, ended);
  } finally {
    quiet();
  }
}

async function ask(
  question: Question,
  { references, patient, product }: ServicePort,
  ended: AbortSignal,
): Promise<unknown> {
  if ('accounts' in question) return references.accounts(question.accounts, ended);
  if ('vatTypes' in question) return references.vatTypes(ended);
  if ('contacts' in question) return listContacts(patient, question.contacts, ended);
  if ('model' in question) return references.model(question.model, ended);
  if ('fieldTypes' in question) return references.fieldTypes(ended);
  return customFieldsOf(patient, question.shownFields, product, ended);
}
