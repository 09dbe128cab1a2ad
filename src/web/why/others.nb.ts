import type { OtherWords } from './facts.ts';

export default {
  'problem/amount-wrong': () => 'Skriv et tall med punktum som desimaltegn: 1234.50',
  'problem/currency-wrong': () => 'Skriv valutaen med tre bokstaver: NOK',
  'problem/date-wrong': () => 'Skriv datoen som år-måned-dag: 2026-01-31',
  'problem/flags-wrong': () => 'Skriv hva som betyr debet, og hva som betyr kredit, hvert i bare ett av de to feltene.',
  'problem/key-beyond': (f) => `${f('key')} kan ikke settes her.`,
  'problem/key-wrong': (f) => `Jobben er ikke gyldig her: ${f('key')}`,
  'problem/missing': (f) => `Mangler: ${f.field('field')}`,
  'problem/pattern-wrong': () => 'Dette er ikke et gyldig regulært uttrykk.',
  'problem/same-column': (f) => `Kolonnen ${f('column')} er allerede i bruk (${f.field('field')}). Velg en annen.`,
  'problem/service-wrong': () => 'Tjenesten er ikke satt opp.',
  'problem/text-wrong': () =>
    'Teksten er for lang eller har et ukjent navn i krøllparentes. Kjente navn: {file}, {row} og feltene i jobben.',

  'waits/service': () => 'Regnskapstjenesten svarer ikke. bilag venter på den.',
  'waits/turn': () => 'En annen import kontrolleres først.',

  'wrong/books-lack': (f) =>
    `Sending ${f('batch')} ble erklært bokført av ${f('who')} («${f('reason')}»), men tjenesten bokførte den ikke. Bilagene kan mangle.\nSe etter i tjenesten, og svar under «Uavklart».`,
  'wrong/books-twice': (f) =>
    `Sending ${f('batch')} ble erklært ikke bokført av ${f('who')} («${f('reason')}») og sendt på nytt, men den var bokført. Bilagene kan stå to ganger.\nSe etter i tjenesten, tilbakefør det andre, og svar under «Uavklart».`,
  'wrong/entries-lost': (f) => `Planlagte bilag: ${f('planned')}; gjort rede for: ${f('placed')}.`,
  'wrong/rows-lost': (f) => `Leste rader: ${f('read')}; gjort rede for: ${f('placed')}.`,
  'wrong/sum-lost': (f) =>
    `${f('account') ? `Konto ${f('account')}` : f.field('side')}: i filen ${f.amount('file')}, gjort rede for ${f.amount('placed')}.`,
} satisfies OtherWords;
