import type { BatchDetail } from '../../../http/api/imports/shapes.ts';
import { amount, count, day, duration, exactTime } from '../../format.ts';
import { language } from '../../language.ts';
import { listed } from '../../listed.ts';
import { useLoaded } from '../../load.ts';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Time } from '../../parts/time.tsx';
import { reasonOf, who } from '../../parts/who.ts';
import { contradictionWords } from '../../text/contradiction-words.ts';
import { b } from './batch-words.ts';
import { t } from './words.ts';

interface BatchDetailsProps {
  readonly url: string;
  /** Goes up when something has changed. */
  readonly turn: number;
  /** As the service calls its accounts. */
  readonly names: Readonly<Record<string, string>>;
}

/** All that is known of a batch: what was tried and seen, looked up and decided, and what it holds. */
export function BatchDetails({ url, turn, names }: BatchDetailsProps) {
  const { loaded, again } = useLoaded<BatchDetail>(url, turn);
  const { value, failure } = loaded.value;
  if (value === undefined) return failure === undefined ? <Loading /> : <Failure failure={failure} again={again} />;
  const { tries, decisions, looks, contents, moreContents = 0, accounts, sha256 } = value;
  return (
    <div class="batch-details">
      <section>
        <h3>{b.attempts}</h3>
        {tries.length === 0 && <p class="soft">{b.notSent}</p>}
        <ol>
          {tries.map((attempt) => (
            <Attempt key={attempt.attempt} of={attempt} isBooking={value.step === 'book'} />
          ))}
        </ol>
        {looks.length > 0 && <h3>{b.looks}</h3>}
        <ol>
          {looks.map((look) => (
            <li key={look.began}>
              <Time at={look.began} />{' '}
              {look.ended === undefined
                ? b.underWay
                : b.lookCounts(count(look.found ?? 0), count(look.absent ?? 0), count(look.unclear ?? 0))}
              <span class="under">{look.words?.[language.value]}</span>
            </li>
          ))}
        </ol>
        {decisions.length > 0 && <h3>{b.decisions}</h3>}
        <ol>
          {decisions.map((decision) => (
            <li key={decision.at}>
              <Time at={decision.at} /> {who(decision.who)} <strong>{b.became[decision.became]}</strong>
              {decision.entries !== undefined && ` ${b.partOf(count(decision.entries))}`}
              <span class="under">{reasonOf(decision.who, decision.reason)}</span>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>{b.contents}</h3>
        <Scrolled label={b.contents} class="table contents">
          <ul>
            {contents.map(({ entry, rows, date, id, number }, at) => (
              <li key={at}>
                <strong>{entry === '' ? `${t.row} ${rows}` : entry}</strong>{' '}
                <span class="soft">
                  {listed(
                    [
                      rows !== '' && entry !== '' && `${t.row} ${rows}`,
                      date && day(date),
                      number,
                      id === undefined ? undefined : `${t.serviceId} ${id}`,
                    ],
                    ' · ',
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Scrolled>
        {moreContents > 0 && <p class="soft">{b.moreContents(count(moreContents))}</p>}
        {accounts.length > 0 && (
          <dl class="facts sums">
            {accounts.map(({ account, amount: sum }) => (
              <div key={account}>
                <dt>
                  {account} {names[account]}
                </dt>
                <dd class="num">{amount(sum)}</dd>
              </div>
            ))}
          </dl>
        )}
        <p class="soft small hash">
          {b.bodyHash}: <code>{sha256}</code>
        </p>
      </section>
    </div>
  );
}

interface AttemptProps {
  readonly of: BatchDetail['tries'][number];
  /** Of entries; contacts and custom fields are not booked. */
  readonly isBooking: boolean;
}

function Attempt({ of: { began, ended, outcome, evidence = {} }, isBooking }: AttemptProps) {
  const { status, error, contradiction, elapsed, body, headers = {} } = evidence;
  const facts = listed([
    status === undefined ? undefined : b.status(status),
    error,
    contradiction && contradictionWords(contradiction),
    elapsed === undefined ? undefined : b.after(duration(elapsed / 1_000)),
  ]);
  return (
    <li>
      <Time at={began} />{' '}
      <strong title={ended === undefined ? undefined : exactTime(ended)}>
        {outcome === undefined ? b.underWay : outcome === 'booked' && !isBooking ? b.done : b.outcomeOf[outcome]}
      </strong>
      {facts !== '' && <span class="under">{facts}</span>}
      {((body ?? '') !== '' || Object.keys(headers).length > 0) && (
        <details>
          <summary>{b.answer}</summary>
          <pre>
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}\n`)
              .join('')}
            {body !== undefined && `\n${body}`}
          </pre>
        </details>
      )}
    </li>
  );
}
