import type { Outcome } from '../../core/outcome.ts';
import type { ServicePort } from '../ports.ts';
import { contactOfBody } from './body.ts';
import { findContacts } from './probe.ts';

/**
 * Finds a contact that is to be read back, and of which the service told no ID when it created it, in the list.
 * @param body the body of its creation
 * @returns its ID; else the outcome of a step `read-back`: what can't be found there is not known to keep its custom values
 */
export async function findBack(body: string, service: ServicePort): Promise<number | Outcome> {
  const sought = { contact: contactOfBody(body) };
  const { matches, why, failed } = await findContacts([sought], service, new AbortController().signal);
  const those = matches.get(sought)!;
  const [one] = those;
  if (failed) return { kind: 'in-doubt', evidence: { error: why! }, message: '' };
  if (one !== undefined && those.length === 1) return one.id;
  const error = one === undefined ? 'it is not in the list' : `several contacts are like it`;
  return { kind: 'rejected', evidence: { error }, message: '' };
}
