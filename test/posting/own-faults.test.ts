import { randomUUID } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { eventWords } from '../../src/cli/output/history.ts';
import type * as CancelModule from '../../src/importing/cancel.ts';
import type { StallReason } from '../../src/importing/stall-reasons.ts';
import type * as WorkerModule from '../../src/posting/post-worker.ts';
import type * as StatusModule from '../../src/posting/service-status.ts';
import en from '../../src/web/why/words.en.ts';
import nb from '../../src/web/why/words.nb.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { postWorker } = await load<typeof WorkerModule>('posting/post-worker.js');
const { cancelImport } = await load<typeof CancelModule>('importing/cancel.js');
const { createPostingState } = await load<typeof StatusModule>('posting/service-status.js');

/** A sender of two planned imports. */
async function openSender() {
  const office = await openOffice();
  const take = async (no: number) => {
    const row = await office.take(`${no}.csv`, journal(voucher(no, no)));
    await office.plan(row);
    return row;
  };
  const rows = [await take(1), await take(2)] as const;
  const state = createPostingState();
  const holder = await office.holder();
  let losesLease = false;
  const ports = {
    ...office.ports,
    newId: randomUUID,
    // Ours when the attempt begins, and no longer ours before the first byte.
    holder: { ...holder, id: holder.id, renew: async () => undefined, alive: () => !losesLease },
  };
  const post = postWorker(
    office.ports.service('main'),
    ports,
    undefined,
    async () => undefined,
    () => false,
    state,
  );
  return { office, rows, state, post, loseLease: () => void (losesLease = true) };
}

/** The service is not to blame: it is not called away, refusing or unreachable. */
async function expectBlameless({ ledger, said }: Office, state: object): Promise<void> {
  expect(state).toEqual(createPostingState());
  expect(said.join('\n')).not.toMatch(/Service main/);
  expect(await ledger.throughput.failed(0, Date.now() + 1, 1_000)).toEqual([]);
  expect(await ledger.serviceSends.last('main', 9)).toEqual([]);
}

test('a damaged body stops its import alone, and nobody is told of credentials', async () => {
  const { office, rows, state, post } = await openSender();
  const database = new Database(join(office.folder, 'home', 'ledger.db'));
  database.exec(`update batch_body set body = '[]' where import = ${rows[0].num}`);
  database.close();
  await post({ import: rows[0].num });
  await expectBlameless(office, state);
  const blocked = (await office.ledger.imports.events(rows[0].num)).at(-1)!;
  expect(blocked.what).toBe('blocked');
  expect(JSON.parse(blocked.detail!)).toMatchObject({ kind: 'failure', message: expect.stringMatching(/is damaged/) });
  expect(await office.ledger.posting.attempts(rows[0].num, 1)).toMatchObject([{ outcome: 'not-applied' }]);
  await post({ import: rows[1].num });
  expect(await office.texts()).toEqual(['Bilag 2']);
});

test('what to do about a damaged body stands in the history, on the page too, and cancelling is possible', async () => {
  const { office, rows, post } = await openSender();
  const [{ id, num }] = rows;
  const database = new Database(join(office.folder, 'home', 'ledger.db'));
  database.exec(`update batch_body set body = '[]' where import = ${num}`);
  database.close();
  await post({ import: num });
  const blocked = (await office.ledger.imports.events(num)).at(-1)!;
  const shown = eventWords(blocked, 'bookings');
  expect(shown).toMatch(/^stopped: The stored body of batch 1 is not what was planned; the ledger is damaged/);
  expect(shown).toContain('put a backup in its place');
  expect(shown).toContain(`bilag cancel ${id} --reason TEXT`);
  const { reason } = (JSON.parse(blocked.detail!) as StallReason).told;
  for (const { said } of [en, nb])
    expect(said[reason](Object.assign(() => '', {}) as never)).toMatch(/\n.*(?:backup|sikkerhetskopi)/);
  expect(reason).toBe('batch-damaged');
  await cancelImport(rows[0], { reason: 'damaged' }, office.ports);
  expect(await office.receipt(rows[0])).toMatchObject({ state: 'cancelled', rows: { booked: 0 } });
});

test('an attempt log that can not be written is no trouble of the service', async () => {
  const { office, rows, state, post } = await openSender();
  const log = join(office.folder, 'home', 'attempts.journal');
  rmSync(log, { force: true });
  symlinkSync('/dev/full', log);
  await post({ import: rows[0].num });
  await expectBlameless(office, state);
  expect(office.said.join('\n')).toMatch(/The attempt could not be written/);
});

test('a lease that is lost before the first byte is no trouble of the service', async () => {
  const { office, rows, state, post, loseLease } = await openSender();
  loseLease();
  await post({ import: rows[0].num });
  expect(await office.ledger.posting.attempts(rows[0].num, 1)).toMatchObject([{ outcome: 'not-applied' }]);
  await expectBlameless(office, state);
});
