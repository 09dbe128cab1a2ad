import { patternOf } from '../../reading/unmatched-rows.ts';
import type { Receipt } from '../../reporting/receipt.ts';
import { counted, readableAmount, readableCount, type Style, tableLines, wrap } from './text.ts';

/** Texts that are listed; the pages list more. */
const TEXTS_SHOWN = 8;
const TEXT_CHARACTERS = 40;
const INDENT = '  ';

/** The rows that no rule matched, by account and text, and the rule that would match the first of them. */
export function unmatchedLines(
  { unmatched = [], rows }: Receipt,
  names: ReadonlyMap<string, string>,
  width: number,
  style: Style,
): string[] {
  return unmatched.flatMap(({ field, account, rows: count, texts, moreTexts }) => {
    const shown = texts.slice(0, TEXTS_SHOWN);
    const more = texts.length - shown.length + moreTexts;
    const name = names.get(account);
    const [header, ...lines] = tableLines(
      [
        ['rows', 'amount', 'text', shown.some(({ earlier }) => earlier !== undefined) ? 'earlier' : ''],
        ...shown.map(({ text, rows: of, amount, others = [], earlier }) => [
          readableCount(of),
          [
            ...(others.length > 0 && Number(amount) === 0 ? [] : [readableAmount(amount)]),
            ...others.map((other) => `${readableAmount(other.amount)} ${other.currency}`),
          ].join(' + '),
          text === '' ? '(no text)' : text,
          earlier === undefined ? '' : `${earlier.account} in ${earlier.times} of ${counted(earlier.of, 'booking')}`,
        ]),
      ],
      [{ align: 'right' }, { align: 'right' }, { align: 'left', max: TEXT_CHARACTERS }, { align: 'left' }],
    );
    const first = texts.find(({ text }) => text !== '');
    return [
      '',
      style(
        'yellow',
        `No rule matched ${readableCount(count)} of ${counted(rows.read, 'row')}: ${count === 1 ? 'it goes' : 'they go'} to account ${account}${name === undefined ? '' : ` (${name})`}`,
      ),
      ...[style('dim', header!), ...lines].map((line) => INDENT + line),
      ...(more > 0 ? [style('dim', `${INDENT}… and ${counted(more, 'more text')}`)] : []),
      ...(first === undefined
        ? []
        : [
            ...wrap('A rule in the job for the first of these texts:', width - INDENT.length),
            `${INDENT}- { when: { description: ${JSON.stringify(patternOf(first.text))} }, set: { ${field}: ${JSON.stringify(first.earlier?.account ?? '…')} } }`,
          ].map((line) => INDENT + line)),
    ];
  });
}
