import { common } from '../../words.ts';
import type { FailedModel } from './failed-model.ts';
import { t } from './words.ts';

/** Whether what was written in an entry is with the server; where it is not, why. */
export function SaveState({ model, seq }: { readonly model: FailedModel; readonly seq: number }) {
  const state = model.edits.stateOf(seq);
  if (state === undefined) return null;
  if (state.kind !== 'failed') return <span class={`saving ${state.kind}`}>{t.value.edit[state.kind]}</span>;
  return (
    <>
      <span class="saving failed" role="alert" title={state.why.message}>
        {t.value.notSaved(state.why.message)}
      </span>
      <button type="button" class="plain small" tabIndex={-1} onClick={() => model.edits.flush(seq)}>
        {common.value.again}
      </button>
    </>
  );
}
