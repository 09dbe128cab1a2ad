import { useSignal } from '@preact/signals';
import { count } from '../../format.ts';
import { Question } from '../../parts/question.tsx';
import { common } from '../../words.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** What a person confirmed of a retry. */
export interface ConfirmedRetry {
  readonly entries: number;
  readonly rows: number;
  readonly leaveCancelled: boolean;
}

interface RetryDialogProps {
  readonly of: NonNullable<WholeImport['retry']>;
  readonly onClose: () => void;
  readonly onRetry: (confirmed: ConfirmedRetry) => void;
}

/** Asks with counts: what somebody cancelled is booked only where that is ticked. */
export function RetryDialog({ of, onClose, onRetry }: RetryDialogProps) {
  const withCancelled = useSignal(false);
  const { cancelled } = of;
  let { entries, rows } = of;
  if (withCancelled.value) {
    entries += cancelled!.entries;
    rows += cancelled!.rows;
  }
  return (
    <Question
      title={t.retryTitle}
      answer={t.retryAnswer(entries, count(entries))}
      keep={common.close}
      isReady={entries > 0}
      onAnswer={() => onRetry({ entries, rows, leaveCancelled: !withCancelled.value })}
      onClose={onClose}
    >
      <p>{t.retryAbout(entries, count(entries), count(rows))}</p>
      {cancelled !== undefined && (
        <label class="tick">
          <input
            type="checkbox"
            checked={withCancelled.value}
            onChange={({ currentTarget }) => {
              withCancelled.value = currentTarget.checked;
            }}
          />
          {t.retryCancelled(cancelled.entries, count(cancelled.entries), count(cancelled.rows))}
        </label>
      )}
    </Question>
  );
}
