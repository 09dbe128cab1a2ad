/** A file of samples/ and the job of jobs/ that brings it in. */
export interface DemoSample {
  readonly file: string;
  readonly job: string;
  /** What is special about it, in a few words. */
  readonly what: string;
}

/** What `bilag demo` brings in, in this order: one kind of file each. */
export const DEMO_SAMPLES: readonly DemoSample[] = [
  { file: 'bookings.csv', job: 'bookings', what: 'a journal from Norway: ";", Windows-1252, 1 234,50' },
  { file: 'bookings.xlsx', job: 'bookings', what: 'the next month as a workbook: real dates, formulas' },
  { file: 'english-ledger.csv', job: 'english-ledger', what: 'debit and credit columns, 1,234.50, 31/03/2026, totals' },
  { file: 'payroll.csv', job: 'payroll', what: 'a debit and a credit account on every row' },
  { file: 'till.csv', job: 'till', what: 'closings of two tills: D or K instead of a sign, VAT codes of their own' },
  { file: 'bank.csv', job: 'bank', what: 'a bank statement: rules find the other account' },
  {
    file: 'contacts.csv',
    job: 'contacts',
    what: 'customers, one of whom is there already; phones written in ten ways',
  },
  { file: 'contacts.xlsx', job: 'members', what: 'members of a club, with values in custom fields that come first' },
  { file: 'custom-fields.csv', job: 'custom-fields', what: 'custom fields of products; one is there by now' },
];
