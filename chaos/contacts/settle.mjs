import { setTimeout as sleep } from 'node:timers/promises';
import { untilRest } from '../settle.mjs';

const LOOK_MS = 200;
/**
 * In this time the look-ups of the drill's configuration (a quiet period, looks that span a minute) have settled what is in
 * doubt, in milliseconds; a process that stands still may be the sender for 13 s more.
 */
const LOOKS_MS = 120_000;

/** The sandbox's status of a field that is active. */
const ACTIVE = 30;
/** How often, and how long each time in milliseconds, a person tries. */
const TRIES = 20;
const PATIENCE_MS = 2_000;
/** What she calls her requests. */
const BY_HAND = 'by-hand';

/** Contacts in doubt that a look-up can settle: those that the service had nothing like before. */
const open = (office) =>
  office.ledger("select * from batch where state = 'in-doubt' and step = 'create-contact' order by import, no");

/** Leaves the look-ups their time; what they do not settle is a finding, unless the service hides it. */
export async function settleByLooks(run) {
  const { office, scenario, finding } = run;
  await untilRest(run, run.restMs);
  const until = Date.now() + LOOKS_MS;
  while (Date.now() < until && open(office).length > 0) await sleep(LOOK_MS);
  if (scenario.quirk?.blind) return;
  for (const { import: num, no, attempt } of open(office)) {
    const words = `The contact of batch ${no} of import ${num} is still in doubt after ${LOOKS_MS / 1000} s of look-ups`;
    finding('unresolvable', words, { import: num, batch: no, attempts: [attempt] });
  }
}

/**
 * A field that was created and is not active is shown nowhere: a person activates it before she says that it is there.
 * Faults may strike her too; a service that refuses to activate is talked into it.
 */
export async function activateByHand({ office }, { step, attempt }, there) {
  if (step !== 'create-field' || !there) return;
  const find = async () => {
    const { fields } = await office.call('GET', 'custom-fields');
    return fields.find(({ requestId }) => requestId === attempt);
  };
  const quirks = await office.call('GET', 'quirks');
  await office.call('PUT', 'quirks', {});
  for (let tries = 0, field = await find(); field.status !== ACTIVE && tries < TRIES; tries++, field = await find()) {
    const path = `/api/biz/custom-fields/${field.id}?action=activate`;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const headers = { 'x-request-id': BY_HAND };
    await fetch(office.sandbox.url + path, { method: 'POST', headers, signal }).catch(() => undefined);
  }
  await office.call('PUT', 'quirks', quirks);
}
