import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useAction } from '../../use-action.ts';
import { bookWords, heldWords, readyOf } from './book-words.ts';
import { JobText } from './job-text.tsx';
import { p } from './plan-words.ts';
import type { Plan, Saved } from './shapes.ts';
import { t } from './words.ts';

interface SaveJobProps {
  readonly plan: Plan | undefined;
  readonly definition: Readonly<Record<string, unknown>> | undefined;
  /** The plan was made with the form as it stands. */
  readonly isPlanOf: boolean;
  readonly isBusy: boolean;
  readonly onBack: () => void;
  readonly onSaved: (name: string) => Promise<void>;
}

/** A new job gets a name and becomes a file; then the draft can be booked under it. */
export function SaveJob({ plan, definition, isPlanOf, isBusy, onBack, onSaved }: SaveJobProps) {
  const name = useSignal('');
  const saved = useSignal<Saved & { readonly said: string }>();
  const said = JSON.stringify(definition);
  const isSaved = saved.value?.name === name.value.trim() && saved.value.said === said;
  const { isBusy: saving, failure, act } = useAction();
  const text = (failure.value?.body as { yaml?: string } | undefined)?.yaml;

  async function save(): Promise<boolean> {
    if (isSaved) return true;
    return act(async () => {
      const json = { name: name.value.trim(), definition };
      saved.value = { ...(await ask<Saved>('/api/jobs', { json })), said };
    });
  }

  const isPlanned = isPlanOf && plan?.receipt.state === 'planned';
  const off = definition === undefined || name.value.trim() === '' || saving.value || isBusy;
  return (
    <>
      {saved.value !== undefined && <Notice tone="good">{t.saved(saved.value.name, saved.value.path)}</Notice>}
      <Failure failure={failure.value} />
      {text !== undefined && <JobText yaml={text} open />}
      <form
        class="foot save-job"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPlanned) void save().then((done) => (done ? onSaved(name.value.trim()) : undefined));
        }}
      >
        <label>
          {t.jobName}{' '}
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            maxLength={100}
            value={name.value}
            aria-invalid={failure.value?.code === 'job-exists' || failure.value?.code === 'job-name'}
            aria-describedby="before-booking"
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <span id="before-booking" class="soft" role="status">
          {isBusy || saving.value ? '' : hint(plan, isPlanOf, name.value.trim())}
        </span>
        <span class="acts">
          <button type="button" onClick={onBack}>
            {t.backToColumns}
          </button>
          <button type="button" disabled={off || isSaved} onClick={() => void save()}>
            {t.saveOnly}
          </button>
          <button type="submit" class="primary" disabled={off || !isPlanned}>
            {isBusy ? t.booking : plan === undefined || !isPlanned ? t.book : words(plan, isSaved)}
          </button>
        </span>
      </form>
    </>
  );
}

function words(plan: Plan, isSaved: boolean): string {
  const ready = readyOf(plan);
  return ready === 0 || isSaved ? bookWords(plan) : t.saveAndBook(bookWords(plan));
}

/** Why it can't be booked yet; else what waits for a person afterwards. */
function hint(plan: Plan | undefined, isPlanOf: boolean, name: string): string {
  if (plan === undefined) return t.planFirst;
  if (!isPlanOf) return t.planAgain;
  if (plan.receipt.state !== 'planned') return p.rejected;
  return name === '' ? t.nameFirst : heldWords(plan);
}
