import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { postBatches } from '../../src/posting/post-batches.ts';
import type { Client } from '../../src/service/client.ts';
import type { Office } from './office.ts';

/**
 * Has the next batch sent, and holds what came of it back until the test wants it heard.
 * @param goesOn whether the turn then sends what else is due
 */
export async function sendUnheard(office: Office, row: Pick<ImportRow, 'num' | 'service'>, goesOn = false) {
  const service = office.ports.service(row.service);
  const answers = new EventEmitter();
  const hold = once(answers, 'heard');
  const answered = once(answers, 'answered');
  const client: Client = {
    ...service.client,
    async send(...request) {
      const outcome = await service.client.send(...request);
      answers.emit('answered');
      await hold;
      return outcome;
    },
  };
  const ports = { ...office.ports, holder: await office.holder(), newId: randomUUID };
  const turn = postBatches(row.num, { ...service, client }, { after: async () => goesOn }, ports);
  await answered;
  /** @returns batches that the turn sent */
  const hear = async () => {
    answers.emit('heard');
    return turn;
  };
  return { hear };
}
