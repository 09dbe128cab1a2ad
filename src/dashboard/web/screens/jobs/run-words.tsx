import { count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import type { Run } from './requests.ts';
import { t } from './words.ts';

/** What the ledger calls files that a run took in. */
const NEWS = ['new', 'again', 'correction'];
const TONES = { ok: 'state-completed', 'nothing-new': '', failed: 'state-rejected' };

/** What came of a run: in words, with what it brought and why it failed. */
export function RunWords({ run, links = false }: { readonly run: Run; readonly links?: boolean }) {
  const { outcome, files, imports, message, suggestion } = run;
  if (outcome === undefined) return <span class="badge state-posting">{t.value.underWay}</span>;
  const brought = NEWS.reduce((sum, how) => sum + (files[how] ?? 0), 0);
  return (
    <>
      <span class={`badge ${TONES[outcome]}`}>{t.value.outcome[outcome]}</span>{' '}
      {brought > 0 && t.value.brought(brought, count(brought))}
      {links &&
        imports.map((id) => (
          <>
            {' '}
            <Link to={`/imports/${id}`}>{id}</Link>
          </>
        ))}
      {message !== undefined && (
        <span class="refusal">
          {message} {suggestion}
        </span>
      )}
    </>
  );
}
