import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import type { takenAnswer } from '../../../http/api/shapes.ts';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { useAction } from '../../use-action.ts';
import { t } from './words.ts';

type Taken = z.output<typeof takenAnswer>;

interface WorkbookProps {
  readonly id: string;
  readonly isFixed: boolean;
  /** What was brought is worked on. */
  readonly isBusy: boolean;
  readonly onTaken: (taken: Taken) => void;
}

/** The way round by Excel: the failed rows go out as a workbook, and come back corrected. */
export function Workbook({ id, isFixed, isBusy, onTaken }: WorkbookProps) {
  const sending = useSignal('');
  const brought = useSignal<{ readonly file: string; readonly mends: Taken['mends'] }>();
  const { isBusy: isSending, failure, act } = useAction();

  async function bring(file: File | undefined): Promise<void> {
    if (file === undefined || isSending.value) return;
    brought.value = undefined;
    sending.value = file.name;
    await act(async () => {
      const address = `/api/imports/${id}/retry?${new URLSearchParams({ name: file.name })}`;
      const headers = { 'content-type': 'application/octet-stream' };
      const taken = await ask<Taken>(address, { file, headers });
      brought.value = { file: file.name, mends: taken.mends };
      onTaken(taken);
    });
  }

  return (
    <Sheet class="pad workbook" title={t.workbook}>
      {!isFixed && <p class="soft">{t.workbookHelp}</p>}
      <div class="acts">
        <a class="btn" href={`/api/imports/${id}/failed.xlsx`} download>
          {t.download}
        </a>
        {!isFixed && (
          <label class="btn file">
            {t.bring}
            <input
              type="file"
              class="visually-hidden"
              accept=".xlsx"
              onChange={(event) => {
                void bring(event.currentTarget.files?.[0]);
                // The same file again is a new try.
                event.currentTarget.value = '';
              }}
            />
          </label>
        )}
      </div>
      {isSending.value && <Notice tone="plain">{t.sending(sending.value)}</Notice>}
      {brought.value !== undefined && isBusy && (
        <Notice tone="good">
          {t.brought(brought.value.file)}
          {brought.value.mends !== undefined &&
            ` ${t.setAside(count(brought.value.mends.cells), brought.value.mends.by.join(', '))}`}
        </Notice>
      )}
      <Failure failure={failure.value} />
    </Sheet>
  );
}
