import { counted } from '../counted.nb.ts';
import type { Translation } from '../translation.ts';
import type en from './reading-words.en.ts';

export default {
  hiddenAre: { taken: (n: string) => `${n} tatt med`, skipped: (n: string) => `${n} hoppet over` },
  fact: {
    type: 'Type',
    sheet: 'Ark',
    unread: 'Ark som ikke er lest',
    hidden: 'Skjulte rader',
    encoding: 'Tegnsett',
    delimiter: 'Skilletegn',
    decimal: 'Desimaltegn',
    dates: 'Datoer',
    header: 'Overskrift i rad',
    amount: 'Beløp',
    vat: 'Mva',
    numbers: 'Bilagsnumre',
    currency: 'Valuta',
    rate: 'Kurs',
  },
  currencyFrom: {
    job: 'fra jobben',
    service: 'fra bilag.yaml',
    file: 'fra filen',
    assumed: 'antatt: ikke satt i jobben eller bilag.yaml',
  },
  tab: 'tabulator',
  dmy: 'dag først',
  mdy: 'måned først',
  restart: (_n: number, numbers: string, entries: string) =>
    `${counted(numbers, 'nummer', 'numre')} begynner på nytt: ${entries} bilag etter dato`,
  noHeader: 'ingen',
  /** How an amount that stands in several columns was read. */
  amountColumns: ({ gross, net, vat }: { gross?: string; net?: string; vat?: string }) =>
    gross === undefined
      ? `${net} + ${vat}`
      : `${gross}, kontrollert mot ${[net, vat].filter((each) => each !== undefined).join(' og ')}`,
  vatUnchecked: (codes: string) => `ikke kontrollert for kode ${codes}: tjenesten oppgir ingen sats`,
} satisfies Translation<typeof en>;
