import { expect, test } from 'vitest';
import { listVatTypes } from '../../src/service/accounts.ts';
import { ServiceUnexpected } from '../../src/service/errors.ts';
import { service } from './service.ts';

test('asks exactly as section 4.3 of the interface says, and reads every field', async () => {
  const body = [
    { ID: 3, Name: 'Utgående mva høy', VatPercent: 25, VatCode: '3', OutputVat: true },
    { ID: 1, Name: 'Inngående mva høy', VatPercent: 12.5, VatCode: '1', OutputVat: false },
  ];
  const { client, asked } = await service(() => ({ body }));
  expect(await listVatTypes(client)).toEqual([
    { id: 3, code: '3', name: 'Utgående mva høy', percent: '25', output: true },
    { id: 1, code: '1', name: 'Inngående mva høy', percent: '12.5', output: false },
  ]);
  expect(asked).toEqual(['/api/biz/vattypes?select=ID,Name,VatPercent,VatCode,OutputVat']);
});

test('tolerates texts, absent and null fields, and leaves out what is deleted or has no ID', async () => {
  const body = [
    { ID: '3', Name: null, VatPercent: '25.0000', VatCode: 3, OutputVat: 'true' },
    { ID: 4, VatCode: ' 5 ' },
    { ID: 6, VatCode: '6', VatPercent: '0.0000', OutputVat: null },
    { ID: 7, VatCode: '7', VatPercent: 'n/a', Deleted: true },
    { ID: null, VatCode: '8' },
    null,
  ];
  const { client } = await service(() => ({ body }));
  expect(await listVatTypes(client)).toEqual([
    { id: 3, code: '3', name: '', percent: '25', output: true },
    { id: 4, code: '5', name: '', percent: undefined, output: false },
    { id: 6, code: '6', name: '', percent: '0', output: false },
  ]);
});

test('no VAT types is an answer, a list of something else is none', async () => {
  const none = await service(() => ({ body: [] }));
  expect(await listVatTypes(none.client)).toEqual([]);
  const other = await service(() => ({ body: [{ Name: 'x' }] }));
  await expect(listVatTypes(other.client)).rejects.toThrow(ServiceUnexpected);
});
