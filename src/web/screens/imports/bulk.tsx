import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Question } from '../../parts/question.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { type ListedImport, outcomesOf } from './import-rows.tsx';
import { t } from './words.ts';

interface BulkProps {
  /** Those that are selected. */
  readonly of: readonly ListedImport[];
  onDone(): void;
}

const CANCELLABLE: readonly string[] = ['planning', 'planned', 'posting'];

/** What can be done with several imports at once; each button says to how many. */
export function Bulk({ of, onDone }: BulkProps) {
  const isAsking = useSignal(false);
  const { imports, booked, trails, cancel, unselect } = t.bulk;
  const sum = of.reduce((all, each) => all + (outcomesOf(each).booked ?? 0), 0);
  const cancellable = of.filter(({ state }) => CANCELLABLE.includes(state));
  const trailed = of.filter(({ rows }) => rows !== undefined);
  const download = () => {
    for (const { import: id } of trailed) {
      const link = document.createElement('a');
      link.href = `/api/imports/${id}/trail.xlsx`;
      link.download = '';
      link.click();
    }
  };
  return (
    <section class="bulk" aria-label={t.bulk.title}>
      <span>
        <b>{imports(of.length, count(of.length))}</b> <span class="soft">· {booked(count(sum))}</span>
      </span>
      <span class="acts">
        {trailed.length > 0 && (
          <button type="button" onClick={download}>
            <Icon of="get" />
            {trails(trailed.length, count(trailed.length))}
          </button>
        )}
        {isOperator.value && cancellable.length > 0 && (
          <button
            type="button"
            onClick={() => {
              isAsking.value = true;
            }}
          >
            {cancel(cancellable.length, count(cancellable.length))}…
          </button>
        )}
        <button type="button" class="quiet icon" aria-label={unselect} onClick={onDone}>
          <Icon of="x" />
        </button>
      </span>
      {isAsking.value && (
        <CancelQuestion
          of={cancellable}
          onDone={onDone}
          onClose={() => {
            isAsking.value = false;
          }}
        />
      )}
    </section>
  );
}

function CancelQuestion({ of, onDone, onClose }: BulkProps & { onClose(): void }) {
  const reason = useSignal('');
  const { isBusy, failure, act } = useAction();
  const { cancel, keep, cancelAbout } = t.bulk;
  const title = cancel(of.length, count(of.length));
  const left = of.reduce((sum, each) => sum + (outcomesOf(each).pending ?? 0), 0);
  const answer = async () => {
    const send = async () => {
      for (const { import: id } of of) await ask(`/api/imports/${id}/cancel`, { json: { reason: reason.value } });
    };
    if (await act(send)) onDone();
  };
  return (
    <Question
      title={title}
      answer={title}
      tone="danger"
      keep={keep}
      isReady={reason.value.trim() !== '' && !isBusy.value}
      failure={failure.value}
      onAnswer={() => void answer()}
      onClose={onClose}
    >
      <p>{cancelAbout(left, count(left))}</p>
      <ul class="plain-list">
        {of.map(({ import: id, file }) => (
          <li key={id}>{file}</li>
        ))}
      </ul>
      <ReasonField reason={reason} />
    </Question>
  );
}
