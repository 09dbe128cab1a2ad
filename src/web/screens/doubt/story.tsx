import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type ApiFailure, ask } from '../../api.ts';
import { count } from '../../format.ts';
import { asFailure } from '../../load.ts';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { Answer } from './answer.tsx';
import { Evidence } from './evidence.tsx';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { Sent } from './sent.tsx';
import { type DoubtStory, isOpen } from './use-doubts.ts';
import { doubtWords } from './words.ts';

type Entry = DoubtStory['content']['entries'][number];

interface StoryProps {
  readonly url: string;
  /** Counts the looks at the list: with each, this is asked for again. */
  readonly turn: Signal<number>;
  readonly onAnswered: () => Promise<void>;
}

/** All that is known of a batch, in the order in which a person needs it, and the answer. */
export function Story({ url, turn, onAnswered }: StoryProps) {
  const t = doubtWords.value;
  const story = useSignal<DoubtStory | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  /** Entries behind the first page. */
  const further = useSignal<readonly Entry[]>([]);
  const next = useSignal<string | undefined>(undefined);
  /** Entries that an answer is about; undefined: all of them. */
  const chosen = useSignal<ReadonlySet<number> | undefined>(undefined);
  const { value: looks } = turn;

  useEffect(() => {
    const leaving = new AbortController();
    ask<DoubtStory>(url, { signal: leaving.signal }).then(
      (told) => {
        // Pages that were opened stay open; only of another request everything may be different.
        if (story.peek()?.attempt !== told.attempt) {
          further.value = [];
          chosen.value = undefined;
        }
        if (further.peek().length === 0) next.value = told.next;
        story.value = told;
        failure.value = undefined;
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) failure.value = asFailure(error);
      },
    );
    return () => leaving.abort();
  }, [url, looks]);

  const more = async () => {
    if (next.value === undefined) return;
    try {
      const page = await ask<DoubtStory>(next.value);
      further.value = [...further.value, ...page.content.entries];
      next.value = page.next;
    } catch (error) {
      failure.value = asFailure(error);
    }
  };

  const told = story.value;
  if (told === undefined) return failure.value === undefined ? <Loading /> : <Failure failure={failure.value} />;
  const kind = kindOfDoubt(told.step);
  return (
    <div class="story">
      {failure.value !== undefined && <Failure failure={failure.value} />}
      {told.contradictions.map(({ became, who, reason, batch }) => (
        <Notice key={`${batch} ${reason}`} tone="bad">
          {became === 'not-booked' ? t.contradiction.twice(who, reason) : t.contradiction.missing(who, reason)}
        </Notice>
      ))}
      {told.state === 'in-doubt' && (
        <p class="story-summary">
          {kind === 'entries' ? t.summary.entries(told.entries, count(told.entries)) : t.summary[kind]}
        </p>
      )}
      <Sent story={told} further={further.value} chosen={chosen} {...(next.value === undefined ? {} : { more })} />
      <Evidence story={told} />
      {told.decisions.length > 0 && (
        <section>
          <h3>{t.decided}</h3>
          <ul class="story-decisions">
            {told.decisions.map(({ at, who, became, reason, entries, takenBack }) => (
              <li key={`${at} ${reason}`}>
                <Time at={at} /> {who === 'probe' ? t.probe : who}: {t.became[became]}
                {entries !== undefined && ` (${t.partOf(count(entries))})`}. <q>{reason}</q>
                {takenBack !== undefined && (
                  <>
                    {' '}
                    {t.takenBack} <Time at={takenBack} />.
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Answer story={told} url={url} chosen={chosen} isOpen={isOpen(told)} onAnswered={onAnswered} />
    </div>
  );
}
