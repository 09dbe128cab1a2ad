import { ask } from '../../api.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { go } from '../../route.ts';
import { useAction } from '../../use-action.ts';
import type { Look, Taken } from './shapes.ts';
import { t } from './words.ts';

interface CorrectionProps {
  readonly draft: string;
  readonly corrects: NonNullable<Look['corrects']>;
  readonly onOther: () => void;
}

/** The file holds failed rows of an import: it mends that one. */
export function Correction({ draft, corrects, onOther }: CorrectionProps) {
  const { isBusy, failure, act } = useAction();
  const take = () =>
    act(async () => {
      const taken = await ask<Taken>(`/api/drafts/${draft}/book`, { method: 'POST', json: { job: corrects.job } });
      go(`/imports/${taken.import}`);
    });
  return (
    <>
      <Notice tone="plain">
        <p>
          <strong>{t.value.corrects(corrects.file)}</strong> {t.value.correctsHelp}
        </p>
        <div class="actions">
          <button type="button" class="primary" disabled={isBusy.value} onClick={() => void take()}>
            {t.value.takeIn}
          </button>
          <Link to={`/imports/${corrects.import}`} class="button">
            {t.value.toImport}
          </Link>
          <button type="button" class="plain" onClick={onOther}>
            {t.value.newJob}
          </button>
        </div>
      </Notice>
      {failure.value !== undefined && <Failure failure={failure.value} />}
    </>
  );
}
