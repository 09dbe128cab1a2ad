import { CUSTOM_PREFIX } from '../domain/custom-field.ts';
import type { Outcome } from '../domain/outcome.ts';
import { contactOfBody } from '../rules/contact/contact-body.ts';
import { findContacts } from './look-up-contacts.ts';
import type { ServicePort } from './ports.ts';

/**
 * Reads a contact back of which the service told no ID when it created it: it is looked for in the list. The outcome is
 * that of a step `read-back`; what can't be found there is not known to keep its custom values.
 * @param body the body of its creation
 */
export async function findBack(body: string, service: ServicePort): Promise<Outcome> {
  const sought = { contact: contactOfBody(body) };
  const { matches, why, failed } = await findContacts([sought], service, new AbortController().signal);
  const those = matches.get(sought)!;
  const [one] = those;
  if (failed) return { kind: 'in-doubt', evidence: { error: why! }, message: '' };
  if (one === undefined || those.length > 1) {
    const error = one === undefined ? 'it is not in the list' : `several contacts are like it`;
    return { kind: 'rejected', evidence: { error }, message: '' };
  }
  const values = Object.entries(one.custom).map(([name, value]) => [CUSTOM_PREFIX + name, value]);
  const reply = JSON.stringify({ ID: one.id, CustomValues: Object.fromEntries(values) });
  return { kind: 'booked', evidence: {}, message: '', ids: [{ id: one.id, number: null }], reply };
}
