import { CANARY_STAGE } from '../core/states.ts';
import type { BatchRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** The contact that was to show whether custom values are kept does not go through: the next one that has any takes its place. */
export async function promoteCanary(db: Sql, num: number, no: number): Promise<void> {
  const gone = (await db.get<BatchRow>('select * from batch where import = ? and no = ?', num, no))!;
  if (gone.step !== 'create-contact' || gone.stage !== CANARY_STAGE) return;
  await db.run(
    `update batch set stage = ? where import = ? and no = (select b.no from batch b
       join batch_body y on y.import = b.import and y.no = b.no where b.import = ?2 and b.state = 'ready'
       and b.step = 'create-contact' and b.stage > ?1 and instr(cast(y.body as text), '"CustomValues"') > 0
       order by b.no limit 1)`,
    CANARY_STAGE,
    num,
  );
}
