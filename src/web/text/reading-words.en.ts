import { counted } from '../counted.en.ts';
/** How a file was read: of its import, and of its plan before. */
export default {
  hiddenAre: { taken: (n: string) => `${n} taken`, skipped: (n: string) => `${n} skipped` },
  fact: {
    type: 'Type',
    sheet: 'Sheet',
    unread: 'Sheets not read',
    hidden: 'Hidden rows',
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    decimal: 'Decimal mark',
    dates: 'Dates',
    header: 'Header in row',
    amount: 'Amount',
    vat: 'VAT',
    numbers: 'Voucher numbers',
    currency: 'Currency',
    rate: 'Rate',
  },
  currencyFrom: {
    job: 'from the job',
    service: 'from bilag.yaml',
    file: 'from the file',
    assumed: 'assumed: not set in the job or in bilag.yaml',
  },
  tab: 'tab',
  dmy: 'day first',
  mdy: 'month first',
  restart: (_n: number, numbers: string, entries: string) =>
    `${counted(numbers, 'number restarts', 'numbers restart')}: ${counted(entries, 'voucher')} by date`,
  noHeader: 'none',
  /** How an amount that stands in several columns was read. */
  amountColumns: ({ gross, net, vat }: { gross?: string; net?: string; vat?: string }) =>
    gross === undefined
      ? `${net} + ${vat}`
      : `${gross}, checked against ${[net, vat].filter((each) => each !== undefined).join(' and ')}`,
  vatUnchecked: (codes: string) => `not checked for code ${codes}: the service gives no rate`,
};
