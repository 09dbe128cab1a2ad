import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from '../../api.ts';
import { clock, count } from '../../format.ts';
import { listed } from '../../listed.ts';
import { useLoaded } from '../../load.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { reasonOf, who } from '../../parts/who.ts';
import { useAction } from '../../use-action.ts';
import { Answer } from './answer.tsx';
import { Facts } from './facts.tsx';
import { kindOfDoubt } from './kind-of-doubt.ts';
import { LookFor } from './look-for.tsx';
import { datesWords, questionWords } from './question-words.ts';
import { settledSentence } from './settled-words.ts';
import { type DoubtStory, isOpen } from './use-doubts.ts';
import { t } from './words.ts';

type Entry = DoubtStory['content']['entries'][number];

interface OneDoubtProps {
  readonly url: string;
  /** Counts the looks at the list: with each, this is asked for again. */
  readonly turn: Signal<number>;
  /** Batches beside it that wait too. */
  readonly others: number;
  readonly onAnswered: () => Promise<void>;
}

/** A batch: the question, what is known, what to look for, and the answer. */
export function OneDoubt({ url, turn, others, onAnswered }: OneDoubtProps) {
  const { loaded } = useLoaded<DoubtStory>(url, turn.value);
  const { value: told, failure } = loaded.value;
  const { act, failure: notMore } = useAction();
  /** Entries behind the first page. */
  const further = useSignal<readonly Entry[]>([]);
  const next = useSignal<string>();
  /** Entries that an answer is about; undefined: all of them. */
  const chosen = useSignal<ReadonlySet<number>>();
  // Pages that were opened stay open; only of another request everything may be different.
  useEffect(() => {
    further.value = [];
    chosen.value = undefined;
  }, [told?.attempt]);
  useEffect(() => {
    if (further.value.length === 0) next.value = told?.next;
  }, [told]);

  const more = async () => {
    const { value: address } = next;
    if (address === undefined) return;
    await act(async () => {
      const page = await ask<DoubtStory>(address);
      further.value = [...further.value, ...page.content.entries];
      next.value = page.next;
    });
  };

  if (told === undefined) return failure === undefined ? <Loading /> : <Failure failure={failure} />;
  const { content, entries, state, contradictions, decisions, secondPerson, sent } = told;
  const { contact, field, debit } = content;
  const tone = !isOpen(told) ? 'booked' : contradictions.length > 0 ? 'rejected' : 'unconfirmed';
  const asked = { ...told, debit, about: contact?.name ?? field?.name ?? content.entries[0]?.entry };
  const about = [
    t.batchOf(String(told.batch)),
    content.dates && t.dated(datesWords(content.dates)),
    told.job,
    told.service,
  ];
  return (
    <Page
      crumb={[`/imports/${told.import}`, told.file]}
      title={questionWords(asked)}
      badge={
        <span class={`badge ${tone}`}>
          {{ booked: t.settled, rejected: t.contradicted, unconfirmed: t.inDoubt }[tone]}
        </span>
      }
      about={listed(about, ' · ')}
      actions={
        others === 0 ? undefined : (
          <Link to="/doubt" class="btn">
            {t.others(count(others))}
          </Link>
        )
      }
    >
      <Failure failure={failure ?? notMore.value} />
      {contradictions.map(({ became, who: name, reason, batch }) => (
        <Notice key={`${batch} ${reason}`} tone="bad">
          {became === 'not-booked' ? t.contradiction.twice(name, reason) : t.contradiction.missing(name, reason)}
        </Notice>
      ))}
      {contradictions.length === 0 && (
        <div class={`say ${tone}`}>
          <div>
            <p class="one">
              {state === 'in-doubt'
                ? t.say(kindOfDoubt(told.step) === 'entries' ? entries : 1, sent === undefined ? '' : clock(sent))
                : settledSentence(told)}
            </p>
            {state === 'in-doubt' && <p class="soft">{secondPerson ? t.untilTwo : t.untilKnown}</p>}
          </div>
        </div>
      )}
      <Facts story={told} />
      <div class="two even">
        <LookFor story={told} further={further.value} chosen={chosen} {...(next.value === undefined ? {} : { more })} />
        <Answer story={told} url={url} chosen={chosen} isOpen={isOpen(told)} onAnswered={onAnswered} />
      </div>
      {decisions.length > 0 && (
        <section class="sheet pad">
          <h2>{t.decided}</h2>
          <ul class="plain-list">
            {decisions.map(({ at, who: name, became, reason, entries: part, takenBack }) => (
              <li key={`${at} ${reason}`}>
                <time dateTime={at}>{clock(at)}</time> <b>{who(name)}</b>: {t.became[became]}
                {part !== undefined && ` (${t.partOf(count(part))})`}. <q>{reasonOf(name, reason)}</q>
                {takenBack !== undefined && ` ${t.takenBack} ${clock(takenBack)}.`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}
