import { count } from '../../format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { contradictionWords } from '../../text/contradiction-words.ts';
import { Late } from './late.tsx';
import type { DoubtStory } from './use-doubts.ts';
import { doubtWords } from './words.ts';

/** What was seen of every request, in the service's own words, and what bilag found when it looked the batch up. */
export function Evidence({ story }: { readonly story: DoubtStory }) {
  const t = doubtWords.value;
  const { attempts, moreAttempts, looks, moreLooks, nextLook, sender, lateUntil } = story;
  const who = sender.pid === undefined ? t.sender.aProcess : t.sender.process(String(sender.pid), sender.host ?? '');
  const isInDoubt = story.state === 'in-doubt';
  return (
    <>
      <section>
        <h3>{t.happened}</h3>
        {moreAttempts !== undefined && <p class="soft">{t.earlier(count(moreAttempts))}</p>}
        <ol class="story-attempts">
          {attempts.map((attempt) => (
            <Attempt key={attempt.began} attempt={attempt} />
          ))}
        </ol>
        {isInDoubt && sender.state === 'alive' && <Notice tone="warn">{t.sender.alive(who)}</Notice>}
        {isInDoubt && sender.state === 'unknown' && <Notice tone="warn">{t.sender.unknown(who)}</Notice>}
        {isInDoubt && sender.state === 'gone' && <p class="soft">{t.sender.gone}</p>}
        {lateUntil !== undefined && <Late until={lateUntil} />}
      </section>
      {(nextLook !== undefined || looks.length > 0) && (
        <section>
          <h3>{t.looks}</h3>
          {moreLooks !== undefined && <p class="soft">{t.earlier(count(moreLooks))}</p>}
          {looks.length === 0 ? (
            nextLook?.never === undefined && <p>{t.noLooks}</p>
          ) : (
            <ol class="story-looks">
              {looks.map((look) => (
                <li key={look.began}>
                  <Time at={look.began} /> {look.ended === undefined ? t.underWay : <strong>{lookWords(look)}</strong>}
                  {look.detail !== undefined && look.detail !== '' && (
                    <span class="soft story-text"> ({look.detail})</span>
                  )}
                </li>
              ))}
            </ol>
          )}
          {nextLook?.at !== undefined && (
            <p>
              {t.next} <Time at={nextLook.at} relative />.
            </p>
          )}
          {nextLook?.never !== undefined && <p>{t.never[nextLook.never]}</p>}
        </section>
      )}
    </>
  );
}

/** `2 found, 1 absent`: counts of entries, those that there are. */
function lookWords(look: DoubtStory['looks'][number]): string {
  const words = doubtWords.value.look;
  return (['found', 'absent', 'unclear'] as const)
    .filter((each) => (look[each] ?? 0) > 0)
    .map((each) => `${count(look[each] ?? 0)} ${words[each]}`)
    .join(', ');
}

function Attempt({ attempt }: { readonly attempt: DoubtStory['attempts'][number] }) {
  const t = doubtWords.value;
  const { began, outcome, status, error, contradiction, seconds, body, headers } = attempt;
  const facts = [
    ...(status === undefined ? [] : [t.answered(String(status))]),
    ...(error === undefined ? [] : [error]),
    ...(contradiction === undefined ? [] : [contradictionWords(contradiction)]),
    ...(seconds === undefined ? [] : [t.after(count(seconds))]),
  ];
  return (
    <li>
      <p class="story-text">
        <Time at={began} /> <strong>{outcome === undefined ? t.attempt.none : t.attempt[outcome]}</strong>
        {facts.length > 0 && `: ${facts.join(', ')}`}
      </p>
      {body !== '' && (
        <figure>
          <figcaption>{t.reply}</figcaption>
          {/* Text, whatever it holds: a page of somebody else's is shown, never run. */}
          <pre class="story-reply">{body}</pre>
        </figure>
      )}
      {headers.length > 0 && (
        <details>
          <summary>{t.headers}</summary>
          <dl class="story-headers">
            {headers.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
