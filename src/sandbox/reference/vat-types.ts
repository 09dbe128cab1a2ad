/**
 * One VAT type of the sandbox company.
 * `reverse` marks types where the buyer works out the tax: `deducted` posts it in and out, `kept` makes it a cost.
 */
export interface VatTypeRow {
  readonly code: string;
  readonly name: string;
  /** Four decimals, as the service writes them (service interface, section 2.4). */
  readonly percent: string;
  readonly output: boolean;
  /** Number of the account that the tax is posted on; absent where there is no tax. */
  readonly account?: number;
  readonly reverse?: 'deducted' | 'kept';
}

/** VAT types by the codes of the Norwegian standard tax codes. */
export const VAT_TYPES: readonly VatTypeRow[] = [
  { code: '0', name: 'Ingen merverdiavgift', percent: '0.0000', output: false },
  { code: '1', name: 'Inngående avgift, høy sats', percent: '25.0000', output: false, account: 2710 },
  { code: '11', name: 'Inngående avgift, middels sats', percent: '15.0000', output: false, account: 2711 },
  { code: '12', name: 'Inngående avgift, råfisk', percent: '11.1100', output: false, account: 2715 },
  { code: '13', name: 'Inngående avgift, lav sats', percent: '12.0000', output: false, account: 2712 },
  { code: '20', name: 'Innførsel av varer, uten beregning', percent: '0.0000', output: false },
  { code: '3', name: 'Utgående avgift, høy sats', percent: '25.0000', output: true, account: 2700 },
  { code: '31', name: 'Utgående avgift, middels sats', percent: '15.0000', output: true, account: 2701 },
  { code: '32', name: 'Utgående avgift, råfisk', percent: '11.1100', output: true, account: 2705 },
  { code: '33', name: 'Utgående avgift, lav sats', percent: '12.0000', output: true, account: 2702 },
  { code: '5', name: 'Avgiftsfri omsetning, nullsats', percent: '0.0000', output: true },
  { code: '51', name: 'Innenlands omsetning med omvendt avgiftsplikt', percent: '0.0000', output: true },
  { code: '52', name: 'Utførsel av varer og tjenester, nullsats', percent: '0.0000', output: true },
  { code: '6', name: 'Omsetning utenfor merverdiavgiftsloven', percent: '0.0000', output: true },
  { code: '7', name: 'Ingen avgiftsbehandling, inntekter', percent: '0.0000', output: true },
  {
    code: '81',
    name: 'Innførsel av varer med fradrag, høy sats',
    percent: '25.0000',
    output: false,
    account: 2713,
    reverse: 'deducted',
  },
  {
    code: '82',
    name: 'Innførsel av varer uten fradrag, høy sats',
    percent: '25.0000',
    output: false,
    account: 2713,
    reverse: 'kept',
  },
  {
    code: '83',
    name: 'Innførsel av varer med fradrag, middels sats',
    percent: '15.0000',
    output: false,
    account: 2713,
    reverse: 'deducted',
  },
  { code: '85', name: 'Innførsel av varer, nullsats', percent: '0.0000', output: false },
  {
    code: '86',
    name: 'Tjenester fra utlandet med fradrag, høy sats',
    percent: '25.0000',
    output: false,
    account: 2714,
    reverse: 'deducted',
  },
  {
    code: '87',
    name: 'Tjenester fra utlandet uten fradrag, høy sats',
    percent: '25.0000',
    output: false,
    account: 2714,
    reverse: 'kept',
  },
];

/** Where the tax that the buyer works out is owed, by the account where it is deducted. */
export const REVERSE_OUTPUT_ACCOUNT: Readonly<Record<number, number>> = { 2713: 2703, 2714: 2704 };
