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
    job: 'as the job says',
    service: 'as bilag.yaml says',
    file: 'found in the file',
    assumed: 'assumed: neither the job nor bilag.yaml says it',
  },
  tab: 'tab',
  dmy: 'day first',
  mdy: 'month first',
  restart: (n: number, numbers: string, entries: string) =>
    `${numbers} ${n === 1 ? 'number restarts' : 'numbers restart'}: ${entries} vouchers by their dates`,
  noHeader: 'none',
  /** How an amount that stands in several columns was read. */
  amountColumns: ({ gross, net, vat }: { gross?: string; net?: string; vat?: string }) =>
    gross === undefined
      ? `${net} + ${vat}`
      : `${gross}, checked against ${[net, vat].filter((each) => each !== undefined).join(' and ')}`,
  vatUnchecked: (codes: string) => `not checked for code ${codes}: the service tells no percentage`,
};
