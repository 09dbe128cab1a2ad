import { useSignal } from '@preact/signals';
import { ChartField } from '../../parts/picker/chart-field.tsx';
import { Question } from '../../parts/question.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import type { Chosen } from './questions.ts';
import type { Plan } from './shapes.ts';
import { t } from './words.ts';

interface SettleCauseProps {
  readonly cause: Plan['receipt']['issues'][number];
  /** Whose chart there is to choose from. */
  readonly service: string;
  readonly onChoose: (chosen: Chosen) => void;
}

/** A cause that one decision settles: asks for it, with what is most likely meant. */
export function SettleCause({ cause, service, onChoose }: SettleCauseProps) {
  const to = useSignal<Pick<Chosen, 'to' | 'name'>>();
  // Rows without a contra account have no value.
  const { answer, value: of = '' } = cause;
  if (answer === undefined) return null;
  const { key, proposal } = answer;
  const { settle, picker, nothingYet } = t;
  const { choose, label } = settle[key];
  return (
    <>
      <button
        type="button"
        aria-label={`${choose} ${of}`}
        onClick={() => {
          to.value = { to: '', name: '' };
        }}
      >
        {choose}
      </button>
      {to.value && (
        <Question
          title={causeTitle(cause)}
          answer={settle.use(to.value.to)}
          isReady={to.value.to !== ''}
          onAnswer={() => onChoose({ key, of, ...to.value! })}
          onClose={() => {
            to.value = undefined;
          }}
        >
          <ChartField
            chart={`/api/services/${service}/chart`}
            of={key === 'vatCodes' ? 'vat-type' : 'account'}
            label={label}
            words={picker}
            suggestions={proposal ? [proposal] : []}
            proposal={proposal}
            first={proposal?.value}
            not={of}
            mustExist
            help="settle-help"
            onValue={(value, name) => {
              to.value = { to: value, name };
            }}
          />
          <span class="help" id="settle-help">
            {nothingYet}
          </span>
        </Question>
      )}
    </>
  );
}
