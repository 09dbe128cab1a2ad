import type { ComponentChildren } from 'preact';
import { amount, clock, count } from '../../format.ts';
import { language } from '../../language.ts';
import { listed } from '../../listed.ts';
import { Facts as FactList } from '../../parts/facts.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { contradictionWords } from '../../text/contradiction-words.ts';
import { kindOfDoubt } from './kind-of-doubt.ts';
import type { DoubtStory } from './use-doubts.ts';
import { t } from './words.ts';

type Attempt = DoubtStory['attempts'][number];
type Look = DoubtStory['looks'][number];

/** What is known of a batch: what was sent, what came back, what bilag looked up; and behind a fold, all of it as it was seen. */
export function Facts({ story }: { readonly story: DoubtStory }) {
  const { attempts, moreAttempts = 0, looks, moreLooks = 0, nextLook, sender, lines, content, entries, state } = story;
  const name = sender.pid === undefined ? t.sender.aProcess : t.sender.process(String(sender.pid), sender.host ?? '');
  const last = attempts.at(-1);
  const look = looks.findLast(({ ended }) => ended !== undefined);
  const isOfEntries = kindOfDoubt(story.step) === 'entries';
  const requests = attempts.length + moreAttempts;
  const isInDoubt = state === 'in-doubt';
  return (
    <Sheet title={t.known}>
      <div class="evidence">
        <Fact
          icon="send"
          name={t.sentFact}
          at={story.sent}
          fact={isOfEntries ? t.inRequest(entries, count(entries)) : t.oneRequest}
        >
          {isOfEntries && <p>{listed([content.debit && amount(content.debit), t.lines(count(lines))])}</p>}
          {requests > 1 && <p>{t.requests(count(requests))}</p>}
        </Fact>
        <Fact icon="reply" name={t.cameBack} at={last?.ended} fact={replyWords(last)}>
          {last !== undefined && <p>{listed(detailsOf(last), ' · ')}</p>}
          {isInDoubt && sender.state !== 'ended' && (
            <p>{sender.state === 'gone' ? t.sender.gone : t.sender[sender.state](name)}</p>
          )}
        </Fact>
        <Fact
          icon="search"
          name={t.lookedUp}
          at={look?.ended}
          fact={look === undefined ? t.noLooks : lookWords(look, entries)}
        >
          {look !== undefined && <p>{t.looks(looks.length + moreLooks, count(looks.length + moreLooks))}</p>}
          {nextLook?.never !== undefined && <p>{t.never[nextLook.never]}</p>}
          {nextLook?.at !== undefined && (
            <p>
              {t.next} {clock(nextLook.at)}.
            </p>
          )}
        </Fact>
      </div>
      <Fold title={t.inFull} says={t.forOperators} in="doubt-full">
        <ol start={moreAttempts + 1}>
          {attempts.map((each) => (
            <FullAttempt key={each.began} attempt={each} />
          ))}
        </ol>
        {looks.length > 0 && (
          <>
            <h3>{t.lookedUp}</h3>
            <ol start={moreLooks + 1}>
              {looks.map((each) => (
                <li key={each.began}>
                  <time dateTime={each.began}>{clock(each.began)}</time>{' '}
                  {each.ended === undefined ? t.underWay : lookWords(each, entries)}
                  <span class="soft"> {each.words?.[language.value]}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Fold>
    </Sheet>
  );
}

interface FactProps {
  readonly icon: string;
  readonly name: string;
  readonly at: string | undefined;
  readonly fact: string;
  readonly children: ComponentChildren;
}

function Fact({ icon, name, at, fact, children }: FactProps) {
  return (
    <div>
      <h3>
        <Icon of={icon} />
        {name} {at !== undefined && <time dateTime={at}>{clock(at)}</time>}
      </h3>
      <p class="fact">{fact}</p>
      <div class="small soft">{children}</div>
    </div>
  );
}

/** What came back of a request, in a few words. */
function replyWords({ status, outcome = 'in-doubt' }: Partial<Attempt> = {}): string {
  if (outcome !== 'in-doubt') return t.attempt[outcome];
  return status === undefined ? t.attempt.none : t.answeredWith(String(status));
}

function detailsOf({ status, outcome, error, contradiction, seconds }: Attempt): readonly (string | undefined)[] {
  return [
    status === undefined || outcome === 'in-doubt' ? undefined : t.answeredWith(String(status)),
    seconds === undefined ? undefined : t.after(count(seconds)),
    contradiction && contradictionWords(contradiction),
    error,
  ];
}

/** `2 of 3 found, 1 unclear`: counts of entries. */
function lookWords({ found = 0, unclear = 0 }: Look, entries: number): string {
  return t.found(count(found), count(entries)) + (unclear === 0 ? '' : t.unclear(count(unclear)));
}

function FullAttempt({ attempt }: { readonly attempt: Attempt }) {
  const { began, outcome, body, headers } = attempt;
  return (
    <li>
      <p>
        <time dateTime={began}>{clock(began)}</time>{' '}
        <b>{outcome === undefined ? t.attempt.none : t.attempt[outcome]}</b>
        {detailsOf({ ...attempt, outcome: undefined }).map((each) => each && [', ', each])}
      </p>
      {body !== '' && (
        <figure>
          <figcaption>{t.reply}</figcaption>
          {/* Text, whatever it holds: a page of somebody else's is shown, never run. */}
          <pre>{body}</pre>
        </figure>
      )}
      {headers.length > 0 && (
        <details class="more">
          <summary>{t.headers}</summary>
          <FactList class="facts mono" of={headers.map(({ name, value }) => [name, value] as const)} />
        </details>
      )}
    </li>
  );
}
