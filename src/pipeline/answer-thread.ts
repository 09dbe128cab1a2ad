import { listContacts } from '../accounting/contacts.ts';
import { customFieldsOf } from '../accounting/entity-fields.ts';
import { ServiceUnavailable } from '../accounting/service-error.ts';
import { retryDelay } from '../rules/retry-delay.ts';
import type { About } from './about.ts';
import type { Question } from './plan-messages.ts';
import type { PipelinePorts, ServicePort } from './ports.ts';

/** Longest wait between two tries while the service is away, in milliseconds. */
const LOOKUP_RETRY_MAX_MS = 30_000;

/**
 * Answers what a planner's thread asks of the service. A service that is away while planning means waiting, never an issue
 * (design, section 2).
 * @param ended whether nobody waits for the answer any more
 */
export async function answerThread(
  question: Question,
  service: ServicePort,
  ports: Pick<PipelinePorts, 'say' | 'random'>,
  ended: () => boolean,
  about: About,
): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await answerOnce(question, service);
    } catch (error) {
      if (!(error instanceof ServiceUnavailable) || ended()) throw error;
      if (attempt === 1) ports.say(`Service ${service.name} does not answer; waiting for it. ${error.message}`, about);
      const wait = retryDelay(attempt, ports.random, { maxMs: LOOKUP_RETRY_MAX_MS, atLeastMs: error.retryAfter ?? 0 });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

async function answerOnce(question: Question, { references, client, product }: ServicePort): Promise<unknown> {
  if ('accounts' in question) return references.accounts(question.accounts);
  if ('vatTypes' in question) return references.vatTypes();
  if ('contacts' in question) return listContacts(client, question.contacts);
  if ('model' in question) return references.model(question.model);
  if ('fieldTypes' in question) return references.fieldTypes();
  return customFieldsOf(client, question.shownFields, product);
}
