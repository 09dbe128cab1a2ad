import { Icon } from '../../parts/icon.tsx';
import { t } from './words.ts';

export type Step = 'file' | 'columns' | 'check' | 'book';
const STEPS: readonly Step[] = ['file', 'columns', 'check', 'book'];

/** How far a new import is: what is done has a check mark, what comes a number. */
export function Steps({ now }: { readonly now: Step }) {
  const at = STEPS.indexOf(now);
  return (
    <ol class="stepper" aria-label={t.steps}>
      {STEPS.map((step, place) => (
        <li
          key={step}
          class={place < at ? 'done' : place === at ? 'now' : undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          <i>{place < at ? <Icon of="check" /> : place + 1}</i>
          <span>{t.step[step]}</span>
        </li>
      ))}
    </ol>
  );
}
