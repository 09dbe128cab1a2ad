import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { importsAnswer } from '../../../server/api-schemas.ts';
import { count } from '../../format.ts';
import type { ImportEvent } from '../../live.ts';
import { useLoaded } from '../../load.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { query, setQuery } from '../../route.ts';
import { isOperator } from '../../session.ts';
import { common } from '../../words.ts';
import { clear, FILTERS, Filters } from './filters.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ImportRows } from './import-rows.tsx';
import './imports.css';
import { useLiveList } from './live-list.ts';
import { OpenFiles } from './open-files.tsx';
import { Summary } from './summary.tsx';
import { t } from './words.ts';

type Answer = z.output<typeof importsAnswer>;

/** Imports on a page. */
const PAGE = 50;

/** All imports, newest first, as they stand now. */
export function Imports() {
  const given = query.value;
  const { loaded, again } = useLoaded<Answer>(
    `/api/imports?${new URLSearchParams([['limit', String(PAGE)], ...given])}`,
  );
  const { value: answer, failure, isLoading } = loaded.value;
  const isNewest = !given.has('before') && !given.has('after');
  const { told, newcomers, isStale, forget } = useLiveList(answer?.imports, isNewest ? fits : undefined);
  useEffect(forget, [answer]);
  // The way back to newer ones ends at the first page, and not at a part of one.
  useEffect(() => {
    if (given.has('after') && answer !== undefined && !isLoading && answer.previous === undefined)
      setQuery({ after: undefined });
  }, [answer]);
  const imports =
    answer?.imports.map((each) => {
      const now = told.value.get(each.import);
      return now === undefined ? each : { ...each, ...now, waitsFor: now.waitsFor };
    }) ?? [];
  const isFiltered = FILTERS.some((name) => given.has(name));
  const isFirst = answer !== undefined && answer.imports.length === 0 && !isFiltered && isNewest;
  useEffect(() => {
    // Where there is nothing, nothing can move away.
    if (imports.length === 0 && newcomers.value.size > 0) again();
  }, [newcomers.value]);
  const actions = isOperator.value ? (
    <Link to="/new" class="button primary">
      {t.value.new}
    </Link>
  ) : undefined;
  if (isFirst)
    return (
      <Page title={common.value.nav.imports} actions={actions}>
        <OpenFiles />
        <FirstSteps />
      </Page>
    );
  return (
    <Page title={common.value.nav.imports} actions={actions}>
      <Summary />
      <OpenFiles />
      <Filters />
      {failure !== undefined && <Failure failure={failure} again={again} />}
      <div aria-live="polite" class="newcomers">
        {imports.length > 0 && (newcomers.value.size > 0 || isStale.value) && (
          <button type="button" onClick={again}>
            {newcomers.value.size > 0
              ? t.value.newcomers(newcomers.value.size, count(newcomers.value.size))
              : t.value.changed}{' '}
            – {t.value.show}
          </button>
        )}
      </div>
      {answer === undefined && failure === undefined && <Loading />}
      {answer !== undefined && imports.length === 0 && <Nothing isFiltered={isFiltered} />}
      {imports.length > 0 && <ImportRows imports={imports} />}
      {answer !== undefined && <Paging answer={answer} />}
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="empty sheet">
      <p>{isFiltered ? t.value.none : t.value.noneOlder}</p>
      {isFiltered && (
        <button type="button" onClick={clear}>
          {t.value.clear}
        </button>
      )}
    </div>
  );
}

function Paging({ answer: { next, previous } }: { readonly answer: Answer }) {
  const given = query.value;
  const address = (way: 'before' | 'after', answered: string) => {
    const params = new URLSearchParams(given);
    params.delete('before');
    params.delete('after');
    params.set(way, new URLSearchParams(answered.split('?')[1]).get(way) ?? '');
    return `/?${params}`;
  };
  if (next === undefined && previous === undefined && !given.has('before')) return null;
  return (
    <nav class="paging" aria-label={t.value.pages}>
      {previous !== undefined && <Link to={address('after', previous)}>← {common.value.newer}</Link>}
      {given.has('before') && <Link to={newestOf(given)}>{t.value.toNewest}</Link>}
      {next !== undefined && (
        <Link to={address('before', next)} class="end">
          {common.value.older} →
        </Link>
      )}
    </nav>
  );
}

function newestOf(given: URLSearchParams): string {
  const params = new URLSearchParams(given);
  params.delete('before');
  params.delete('after');
  return params.size === 0 ? '/' : `/?${params}`;
}

/** Whether an import that is new would stand in the list as it is filtered. */
function fits({ job, kind, state, file, import: id }: ImportEvent): boolean {
  const given = query.peek();
  const { job: wantedJob, kind: wantedKind, state: wantedState, waiting, q = '' } = Object.fromEntries(given);
  const search = q.toLowerCase();
  return (
    (wantedJob ?? job) === job &&
    (wantedKind ?? kind) === kind &&
    (wantedState ?? state) === state &&
    (waiting !== 'true' || state === 'partly-booked' || state === 'in-doubt') &&
    (file.toLowerCase().includes(search) || id.toLowerCase().startsWith(search))
  );
}
