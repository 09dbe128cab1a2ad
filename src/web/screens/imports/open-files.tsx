import type { Summary as SummaryAnswer } from '../../../http/api/imports/shapes.ts';
import { Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { usePolled } from '../../poll.ts';
import { t } from './words.ts';

/** Between two looks for files that wait in the inbox, in milliseconds. */
const LOOK_MS = 15_000;

/** Files of the inbox that wait since a process holds them open for writing, each with who it is. */
export function OpenFiles() {
  const { loaded } = usePolled<SummaryAnswer>('/api/summary', LOOK_MS);
  const files = loaded.value.value?.openFiles ?? [];
  if (files.length === 0) return null;
  return (
    <Notice tone="warn">
      {files.map(({ job, file, program, process, since }) => (
        <p key={`${job}/${file}`}>
          <strong>{file}</strong> ({job}): {t.value.heldOpen(program, process)} <Time at={since} />
        </p>
      ))}
    </Notice>
  );
}
