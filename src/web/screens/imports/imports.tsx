import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { Summary } from '../../../http/api/imports/shapes.ts';
import type { importsAnswer } from '../../../http/api/shapes.ts';
import { count } from '../../format.ts';
import { follow, type ImportEvent } from '../../live.ts';
import { useLoaded } from '../../load.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { usePolled } from '../../poll.ts';
import { query, setQuery } from '../../route.ts';
import { isOperator } from '../../session.ts';
import { common } from '../../words.ts';
import { Bulk } from './bulk.tsx';
import { addressWith, clear, FILTERS, Filters } from './filters.tsx';
import { FoundVouchers } from './found-vouchers.tsx';
import { ImportRows, type ListedImport } from './import-rows.tsx';
import { InboxFiles } from './inbox-files.tsx';
import { Needs } from './needs.tsx';
import { t } from './words.ts';
import './imports.css';

type Answer = z.output<typeof importsAnswer>;

/** Imports on a page. */
const PAGE = 50;
/** Between two counts of what is in each state, and of files that wait in the inbox, in milliseconds. */
const COUNT_MS = 15_000;

/** All imports, newest first, as they stand now. */
export function Imports() {
  const given = query.value;
  const sought = given.get('q') ?? '';
  const { loaded, again } = useLoaded<Answer>(
    `/api/imports?${new URLSearchParams([['limit', String(PAGE)], ...given])}`,
  );
  const summary = usePolled<Summary>('/api/summary', COUNT_MS).loaded.value.value ?? {};
  const inbox = <InboxFiles of={summary} />;
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
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const selected = imports.filter((each) => chosen.value.has(each.import));
  const isFiltered = FILTERS.some((name) => given.has(name));
  const isFirst = answer !== undefined && answer.imports.length === 0 && !isFiltered && isNewest;
  useEffect(() => {
    // Where there is nothing, nothing can move away.
    if (imports.length === 0 && newcomers.value.size > 0) again();
  }, [newcomers.value]);
  if (isFirst)
    return (
      <Page title={common.nav.imports}>
        {inbox}
        <FirstSteps />
      </Page>
    );
  return (
    <Page title={common.nav.imports}>
      {inbox}
      {/* What is searched for stands first. Hidden, not gone: the field below keeps the focus. */}
      <div hidden={sought !== ''}>
        <Needs turn={answer} />
      </div>
      <Filters of={summary} />
      <Failure failure={failure} again={again} />
      <div aria-live="polite" class="newcomers">
        {imports.length > 0 && (newcomers.value.size > 0 || isStale.value) && (
          <button type="button" onClick={again}>
            {newcomers.value.size > 0 ? t.newcomers(newcomers.value.size, count(newcomers.value.size)) : t.changed} –{' '}
            {t.show}
          </button>
        )}
      </div>
      {answer === undefined && failure === undefined && <Loading />}
      {sought.length > 1 && <FoundVouchers key={sought} q={sought} />}
      {answer !== undefined && imports.length === 0 && sought.length < 2 && <Nothing isFiltered={isFiltered} />}
      {imports.length > 0 && (
        <section class="sheet" aria-label={t.list}>
          <ImportRows imports={imports} chosen={chosen} />
          {answer !== undefined && <Paging answer={answer} />}
        </section>
      )}
      {imports.length === 0 && answer !== undefined && <Paging answer={answer} />}
      {selected.length > 0 && (
        <Bulk
          of={selected}
          onDone={() => {
            chosen.value = new Set();
            again();
          }}
        />
      )}
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="sheet empty">
      <p>{isFiltered ? t.none : t.noneOlder}</p>
      {isFiltered && (
        <button type="button" onClick={clear}>
          {t.clear}
        </button>
      )}
    </div>
  );
}

function Paging({ answer: { next, previous } }: { readonly answer: Answer }) {
  const isOlder = query.value.has('before');
  const address = (way: 'before' | 'after', answered: string) =>
    addressWith({ [way]: new URLSearchParams(answered.split('?')[1]).get(way) ?? '' });
  if (next === undefined && previous === undefined && !isOlder) return null;
  return (
    <nav class="pager" aria-label={t.pages}>
      {previous !== undefined && <Link to={address('after', previous)}>← {common.newer}</Link>}
      {isOlder && <Link to={addressWith()}>{t.toNewest}</Link>}
      {next !== undefined && <Link to={address('before', next)}>{common.older} →</Link>}
    </nav>
  );
}

/** Whether an import that is new would stand in the list as it is filtered. */
function fits({ job, state, file, import: id }: ImportEvent): boolean {
  const given = query.value;
  const { job: wantedJob, state: wantedState, waiting, until, q = '' } = Object.fromEntries(given);
  const search = q.toLowerCase();
  return (
    (wantedJob ?? job) === job &&
    (until === undefined || Date.parse(until) > Date.now()) &&
    (wantedState ?? state) === state &&
    (waiting !== 'true' || state === 'partly-booked' || state === 'in-doubt') &&
    (file.toLowerCase().includes(search) || id.toLowerCase().startsWith(search))
  );
}

/** What stands where there is nothing yet: how to begin. */
function FirstSteps() {
  return (
    <section class="sheet first-steps">
      <h2>{t.begin}</h2>
      <p class="soft">{t.beginAbout}</p>
      <ul>
        {(['put', 'folder', 'jobs'] as const).map((way) => (
          <li key={way}>
            <Icon of={way} />
            <span>
              <b>{t.ways[way][0]}</b> <span class="soft">{t.ways[way][1]}</span>
            </span>
          </li>
        ))}
      </ul>
      {isOperator.value && (
        <div class="begin">
          <Link to="/new" class="btn primary">
            {t.choose}
          </Link>
        </div>
      )}
    </section>
  );
}

interface LiveList {
  /** How imports of the list stand by now, where that was told. */
  readonly told: Signal<ReadonlyMap<string, ImportEvent>>;
  /** Imports that came since the list was asked for. */
  readonly newcomers: Signal<ReadonlySet<string>>;
  /** More has changed than was told. */
  readonly isStale: Signal<boolean>;
  /** The list was asked for again. */
  forget(): void;
}

/**
 * Keeps a list as it stands now. Rows change where they are; what is new is only announced, so that nothing moves away
 * under the cursor.
 * @param imports as they were answered; undefined until they are
 * @param fits whether an import would stand in this list, as its newest
 */
function useLiveList(
  imports: readonly ListedImport[] | undefined,
  fits: ((event: ImportEvent) => boolean) | undefined,
): LiveList {
  const told = useSignal<ReadonlyMap<string, ImportEvent>>(new Map());
  const newcomers = useSignal<ReadonlySet<string>>(new Set());
  const isStale = useSignal(false);
  useEffect(() => {
    if (imports === undefined) return undefined;
    const listed = new Set(imports.map((each) => each.import));
    const newest = imports[0]?.import ?? '';
    return follow((event) => {
      if (event === 'reload') {
        isStale.value = true;
      } else if (listed.has(event.import)) {
        told.value = new Map(told.value).set(event.import, event);
      } else if (event.import > newest && fits?.(event) && !newcomers.value.has(event.import)) {
        newcomers.value = new Set(newcomers.value).add(event.import);
      }
    });
  }, [imports]);
  return {
    told,
    newcomers,
    isStale,
    forget() {
      told.value = new Map();
      newcomers.value = new Set();
      isStale.value = false;
    },
  };
}
