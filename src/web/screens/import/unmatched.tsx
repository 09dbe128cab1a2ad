import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { amount, count } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { ShowAll, useFirst } from '../../parts/show-all.tsx';
import { Table } from '../../parts/table.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

type OneAccount = NonNullable<WholeImport['unmatched']>[number];
type Text = OneAccount['texts'][number];

/** Texts that are shown before somebody asks for all. */
const SHOWN = 8;

/** Rows that no rule of the job matched, by account: each text with where it went earlier, and a button that makes a rule. */
export function Unmatched({ of }: { readonly of: WholeImport }) {
  return (
    <>
      {of.unmatched?.map((one) => (
        <OfAccount key={`${one.field} ${one.account}`} of={of} one={one} />
      ))}
    </>
  );
}

function OfAccount({ of, one }: { readonly of: WholeImport; readonly one: OneAccount }) {
  const { account, rows, texts, moreTexts } = one;
  const { unmatched: w } = t;
  const [shown, isAll] = useFirst(texts, SHOWN);
  const asked = useSignal<Text>();
  /** Texts that have a rule now. */
  const made = useSignal<Readonly<Record<string, string>>>({});
  const name = of.accountNames?.[account];
  return (
    <Sheet class="pad" title={w.title}>
      <p>{w.about(count(rows), count(of.rows.read), name === undefined ? account : `${account} ${name}`)}</p>
      <Table
        label={w.title}
        columns={[[w.text], [t.firstRow, 'num'], [t.rows, 'num'], [w.amount, 'num'], [w.earlier], [w.rule]]}
      >
        {shown.map((each) => (
          <tr key={each.text}>
            <th scope="row">{each.text === '' ? <span class="soft">{w.noText}</span> : each.text}</th>
            <td class="num">{each.row}</td>
            <td class="num">{count(each.rows)}</td>
            <td class="num">
              {amount(each.amount)}
              {each.others?.map((other) => (
                <span class="under" key={other.currency}>
                  {amount(other.amount)} {other.currency}
                </span>
              ))}
            </td>
            <td>
              {each.earlier !== undefined &&
                w.wentTo(each.earlier.account, count(each.earlier.times), count(each.earlier.of))}
            </td>
            <td>
              {made.value[each.text] !== undefined ? (
                <span class="soft">✓ {w.made(made.value[each.text]!)}</span>
              ) : (
                isOperator.value &&
                each.text !== '' && (
                  <button
                    type="button"
                    aria-label={w.makeFor(each.text)}
                    onClick={() => {
                      asked.value = each;
                    }}
                  >
                    {w.make}
                  </button>
                )
              )}
            </td>
          </tr>
        ))}
      </Table>
      <ShowAll of={texts.length - shown.length} words={t.showAll(count(texts.length))} isAll={isAll} />
      {moreTexts > 0 && (isAll.value || texts.length <= SHOWN) && <p class="soft">{w.more(count(moreTexts))}</p>}
      {Object.keys(made.value).length > 0 && <Notice tone="plain">{w.fromNowOn}</Notice>}
      {asked.value !== undefined && (
        <MakeRule
          of={of}
          one={one}
          text={asked.value}
          onMade={(to) => {
            made.value = { ...made.value, [asked.value!.text]: to };
            asked.value = undefined;
          }}
          onClose={() => {
            asked.value = undefined;
          }}
        />
      )}
    </Sheet>
  );
}

interface MakeRuleProps {
  readonly of: WholeImport;
  readonly one: OneAccount;
  readonly text: Text;
  readonly onMade: (account: string) => void;
  readonly onClose: () => void;
}

/** Asks for the account that rows with this text go to from now on. */
function MakeRule({ of, one, text, onMade, onClose }: MakeRuleProps) {
  const { unmatched: w } = t;
  const account = useSignal(text.earlier?.account ?? '');
  const { isBusy, failure, act } = useAction();
  const to = account.value.trim();
  const make = () =>
    act(async () => {
      await ask(`/api/imports/${of.import}/rules`, {
        json: { field: one.field, text: text.text, account: to },
      });
      onMade(to);
    });
  return (
    <Question
      title={w.makeFor(text.text)}
      answer={w.make}
      isReady={/^\d+$/.test(to) && !isBusy.value}
      failure={failure.value}
      onAnswer={() => void make()}
      onClose={onClose}
    >
      <p>{w.makeAbout(of.job)}</p>
      {text.earlier !== undefined && (
        <p>{w.wentTo(text.earlier.account, count(text.earlier.times), count(text.earlier.of))}</p>
      )}
      <label>
        {t.account}{' '}
        <input
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={account.value}
          onInput={({ currentTarget }) => {
            account.value = currentTarget.value;
          }}
        />
      </label>
    </Question>
  );
}
