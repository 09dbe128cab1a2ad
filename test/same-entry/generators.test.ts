import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectEqual, expectOfEach, within } from './companies.ts';
import { bookedOf, exportStyle, jobOf, type Kind, setting, vouchers } from './generators.ts';
import { writeExport } from './write-export.ts';

/** The generators themselves: one export of a set of vouchers, booked alone, is that set; no rule about sameness is at work. */
const COUNT = 60;

const example = fc
  .constantFrom<Kind>('journal', 'bank', 'payroll')
  .chain((kind) =>
    fc.record({ kind: fc.constant(kind), of: vouchers(kind, { min: 1, max: 9 }), style: exportStyle, how: setting }),
  );

test(
  'an export of vouchers, booked alone, comes to these vouchers',
  async () => {
    await expectOfEach(example, { count: COUNT, seed: 20260131 }, async ({ kind, of, style, how }, company) => {
      company.defineJob('job', jobOf(kind, how, company.service));
      const { receipt } = await company.bring(await writeExport('file', kind, of, style), 'job');
      expectEqual(kind, await company.entries(), of.map((each) => bookedOf(kind, each, how)).sort());
      expect(receipt).toMatchObject({ state: 'completed', issues: [], mismatches: [], entries: { booked: of.length } });
    });
  },
  within(COUNT),
);
