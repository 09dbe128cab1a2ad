import type { Summary } from '../../../http/api/imports/shapes.ts';
import { Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from './words.ts';

/** Files of the inbox that wait since a process holds them open for writing, each with who it is. */
export function OpenFiles({ of: files = [] }: { readonly of: Summary['openFiles'] }) {
  if (files.length === 0) return null;
  return (
    <Notice tone="warn">
      {files.map(({ job, file, program, process, since }) => (
        <p key={`${job}/${file}`}>
          <strong>{file}</strong> ({job}): {t.heldOpen(program, process)} <Time at={since} />
        </p>
      ))}
    </Notice>
  );
}
