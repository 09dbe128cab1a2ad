import type { Summary } from '../../../http/api/imports/shapes.ts';
import { Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { sayRun } from '../../why/why.ts';
import { t } from './words.ts';

/** Files of the inbox that became no import: a process holds them open for writing, or bilag refused them; each with why. */
export function InboxFiles({ of: { openFiles = [], refusedFiles = [] } }: { readonly of: Partial<Summary> }) {
  if (openFiles.length + refusedFiles.length === 0) return null;
  return (
    <Notice tone="warn">
      {refusedFiles.map(({ job, file, place, at, told }) => (
        <p key={`${job}/${file}`}>
          <strong>{file}</strong> {job && `(${job})`}: {t.refused} {sayRun(told)} {place && t.again(place)}{' '}
          <Time at={at} relative />
        </p>
      ))}
      {openFiles.map(({ job, file, program, process, since }) => (
        <p key={`${job}/${file}`}>
          <strong>{file}</strong> ({job}): {t.heldOpen(program, process)} <Time at={since} />
        </p>
      ))}
    </Notice>
  );
}
