// What is drilled with contacts and custom fields.
import { settleDoubts, untilRest } from '../settle.mjs';
import { askService, preload } from './ask.mjs';
import { JOBS } from './files.mjs';
import { firedContactsCells } from './fired.mjs';
import { judgeContacts } from './judge.mjs';
import { activateByHand, settleByLooks } from './settle.mjs';

/** How often what waits is tried again. */
const ROUNDS = 3;

const ABSENCE = 'absence: { quiet: 3s, looks: 2, every: 1s }';

/** @type {import('../bookings.mjs').Kind} */
export const CONTACTS = {
  jobs: JOBS,
  probe: () => ABSENCE,
  // Contacts wait for fields, and these, once in doubt, for a person: else contacts would be sent when all faults are over.
  async amidst(run) {
    await untilRest(run, run.restMs);
    for (let round = 0; round < ROUNDS && fieldsInDoubt(run.office); round++) {
      await settleDoubts(run, [], { steps: FIELD_STEPS });
      await untilRest(run, run.restMs);
    }
  },
  async prepare(run) {
    await preload(run);
    if (run.scenario.quirk !== undefined) await run.office.call('PUT', 'quirks', run.scenario.quirk.quirks);
  },
  async settle(run, { points, tryAgain }) {
    await settleByLooks(run);
    await settleDoubts(run, points.settle);
    // What was refused, and what waited for it, goes on when somebody tries again; so long as there is any.
    for (let round = 0; round < ROUNDS && CONTACTS.waiting(run.office).length > 0; round++) {
      await tryAgain();
      await settleByLooks(run);
      await settleDoubts(run, []);
    }
    return true;
  },
  reopen: ({ office }) => office.call('PUT', 'quirks', {}),
  waiting: (office) =>
    office
      .ledger(
        `select distinct i.id from import i join entry e on e.import = i.num
         left join problem p on p.import = e.import and p.seq = e.seq
         left join cause c on c.import = p.import and c.no = p.cause
         where i.state in ('partly-booked', 'in-doubt')
           and (e.state = 'rejected' or (e.state = 'held' and c.code in (${WAITING.map((code) => `'${code}'`).join(', ')})))`,
      )
      .map(({ id }) => id),
  async applied(office) {
    const { contacts } = await office.call('GET', 'contacts');
    const { fields } = await office.call('GET', 'custom-fields');
    return [...contacts, ...fields].map(({ requestId }) => ({ requestId, index: 0 }));
  },
  ask: askService,
  decide: activateByHand,
  judge({ inputs, said, ledger, requests, scenario }) {
    const { rejection, quirk } = scenario;
    const verdict = judgeContacts({ inputs, said, ledger, requests, rejection, quirks: quirk?.quirks });
    return { verdict, count: said.contacts.length + said.fields.length };
  },
  fired: firedContactsCells,
};

const FIELD_STEPS = ['create-field', 'activate-field'];

const fieldsInDoubt = (office) =>
  office.ledger("select 1 from batch where state = 'in-doubt' and step in ('create-field', 'activate-field') limit 1")
    .length > 0;

/** Issues of entries that wait for others: a retry goes on with them. */
const WAITING = ['field-missing-in-service', 'field-unfinished', 'custom-values-ignored', 'cancelled'];
