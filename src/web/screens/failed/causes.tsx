import { useSignal } from '@preact/signals';
import type { WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { reasonText } from '../../parts/picker/picker.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Why } from '../../parts/why.tsx';
import { setQuery } from '../../route.ts';
import { causeTitle } from '../../text/issue-words.ts';
import type { Correction } from './correct-ask.ts';
import { Question } from './question.tsx';
import { type Kind, scaleText } from './scale.ts';
import { setKindOf } from './set-kind.ts';
import { verbsOf } from './verbs.ts';
import { t } from './words.ts';

interface CausesProps {
  readonly causes: readonly WaitingCause[];
  /** The file's own. */
  readonly columns: readonly string[];
  readonly kind: Kind;
  readonly shown: number | undefined;
  /** All that waits, in words. */
  readonly waiting: string;
  readonly isFixed: boolean;
  readonly onShow: (no: number) => void;
  readonly onCorrect: (cause: WaitingCause, way: Correction, to?: string) => void;
  readonly onAnswer: (cause: WaitingCause, answer: string) => void;
}

/** Causes that are listed at once: a file may have thousands. */
const AT_ONCE = 8;

/** Why entries wait, one line for four hundred rows. */
export function Causes({ causes, columns, kind, shown, waiting, isFixed, onShow, onCorrect, onAnswer }: CausesProps) {
  const listed = useSignal(AT_ONCE);
  const rest = causes.length - listed.value;
  return (
    <Sheet class="causes" title={t.causes}>
      <ul>
        <li class={shown === undefined ? 'cause shown' : 'cause'}>
          <button
            type="button"
            class="quiet all"
            aria-pressed={shown === undefined}
            onClick={() => setQuery({ cause: undefined })}
          >
            <b>{t.causesAll}</b> {waiting}
          </button>
        </li>
        {causes.slice(0, listed.value).map((cause) => (
          <CauseCard
            key={cause.no}
            cause={cause}
            columns={columns}
            kind={kind}
            isShown={shown === cause.no}
            isFixed={isFixed}
            onShow={() => onShow(cause.no)}
            onCorrect={(way, to) => onCorrect(cause, way, to)}
            onAnswer={(answer) => onAnswer(cause, answer)}
          />
        ))}
      </ul>
      {causes.length > 1 && <p class="small soft">{t.causesEach}</p>}
      {rest > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            listed.value += AT_ONCE * 4;
          }}
        >
          {t.causesMore(count(Math.min(rest, AT_ONCE * 4)))}
        </button>
      )}
    </Sheet>
  );
}

interface CauseCardProps {
  readonly cause: WaitingCause;
  /** The file's own. */
  readonly columns: readonly string[];
  readonly kind: Kind;
  /** The rows below are those of this cause. */
  readonly isShown: boolean;
  /** Nothing can be changed now, or not by this person. */
  readonly isFixed: boolean;
  readonly onShow: () => void;
  readonly onCorrect: (way: Correction, to?: string) => void;
  readonly onAnswer: (answer: string) => void;
}

/** One cause, however many rows it holds up: what is wrong, and what can be done about all of them at once. */
function CauseCard({ cause, columns, kind, isShown, isFixed, onShow, onCorrect, onAnswer }: CauseCardProps) {
  const ways = isFixed || cause.ready === cause.entries ? [] : cause.mends;
  const proposal = ways.includes('set') ? cause.proposal : undefined;
  const likely = (at: number) =>
    at === 0 && cause.question === undefined && proposal === undefined ? 'likely' : undefined;
  const correctionText = (way: Correction) =>
    way === 'set'
      ? t.correct.set[setKindOf(cause.code)]
      : way === 'book'
        ? t.correct.book(verbsOf(kind))
        : t.correct[way];
  const name = `cause-${cause.no}`;
  return (
    <li class={isShown ? 'cause shown' : 'cause'}>
      <div>
        <h3 id={name}>{causeTitle(cause)}</h3>
        <p class="n">{cause.counted ? scaleText(kind, cause.counted) : t.causeAbove(scaleText(kind, cause))}</p>
        {proposal === undefined && (
          <p>
            <Why of={cause} />
          </p>
        )}
        {cause.ready > 0 && (
          <p class="cause-mended">{t.causeCorrected(verbsOf(kind), count(cause.ready), count(cause.entries))}</p>
        )}
      </div>
      {cause.question !== undefined && (
        <Question of={cause.question} code={cause.code} columns={columns} isFixed={isFixed} onAnswer={onAnswer} />
      )}
      <fieldset class="acts" aria-labelledby={name}>
        {proposal !== undefined && (
          <>
            <p class="reason">
              <Icon of="spark" />
              {proposal.why && reasonText(proposal.why, t.picker)}
            </p>
            <button type="button" class="tonal" onClick={() => onCorrect('set', proposal.value)}>
              {t.use[setKindOf(cause.code)](proposal.value, proposal.name)}
            </button>
          </>
        )}
        {ways.map((way, at) =>
          way === 'edit' ? (
            <button key={way} type="button" class={likely(at)} aria-pressed={isShown} onClick={onShow}>
              {t.correct.edit}
            </button>
          ) : (
            <button key={way} type="button" class={likely(at)} onClick={() => onCorrect(way)}>
              {correctionText(way)}
            </button>
          ),
        )}
        {!ways.includes('edit') && (
          <button type="button" class="quiet" aria-pressed={isShown} onClick={onShow}>
            {t.show}
          </button>
        )}
      </fieldset>
    </li>
  );
}
