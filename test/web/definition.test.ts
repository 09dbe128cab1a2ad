import { expect, test } from 'vitest';
import { parseJob } from '../../src/config/read-job.ts';
import { jobText } from '../../src/config/write-job.ts';
import { lookAtColumn } from '../../src/importing/profile/profile-column.ts';
import { proposeJob } from '../../src/importing/profile/propose-job.ts';
import { findFigures } from '../../src/reading/find-figures.ts';
import { definitionOf } from '../../src/web/screens/new/definition.ts';
import { AUTO, type JobForm, proposed } from '../../src/web/screens/new/form.ts';
import type { Look } from '../../src/web/screens/new/shapes.ts';

/** The form that a file is proposed in, and the job that it is written as. */
function formOf(file: string, change: Partial<JobForm> = {}) {
  const [headers = [], ...rows] = file.split('\n').map((line) => line.split(';'));
  const columns = headers.map((header, index) =>
    lookAtColumn(
      index,
      header,
      rows.map((row) => row[index]),
    ),
  );
  const look = {
    kind: 'csv',
    header: { line: 1 },
    columns,
    proposal: proposeJob(columns, findFigures(columns, rows)),
    services: ['main'],
  } as unknown as Look;
  const form = { ...proposed(look), ...change };
  return { form, definition: definitionOf(form, AUTO, look) };
}

const INVOICES = `Bilagsnr;Dato;Konto;Netto;Mva;Brutto;Mva %
101;05.01.2026;6800;100,00;25,00;125,00;25
102;06.01.2026;6300;2000,00;500,00;2500,00;25`;

test('gross, net and VAT stand in the job, which reads back', () => {
  const { definition } = formOf(INVOICES);
  expect(definition).toMatchObject({
    columns: { amount: { gross: 'Brutto', net: 'Netto', vat: 'Mva' } },
    vat: { percent: 'Mva %' },
  });
  const job = parseJob(jobText(definition, 'made by a test'), 'job.yaml');
  expect(job).toMatchObject({
    columns: { amount: ['Brutto'] },
    figures: { gross: ['Brutto'], net: ['Netto'], vat: ['Mva'] },
    vat: { percent: ['Mva %'] },
  });
});

test('net and VAT alone say the gross', () => {
  const { form, definition } = formOf(INVOICES.replaceAll(/;[^;\n]*;([^;\n]*)$/gm, ';$1'));
  expect(form.columns.amount).toBe('');
  expect(definition).toMatchObject({ columns: { amount: { net: 'Netto', vat: 'Mva' } } });
});

test('a person may say otherwise', () => {
  const { definition } = formOf(INVOICES, { net: '', vatAmount: '', percent: '' });
  expect(definition).toMatchObject({ columns: { amount: 'Brutto' } });
  expect(definition).not.toHaveProperty('vat');
});
