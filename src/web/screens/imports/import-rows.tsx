import type { Signal } from '@preact/signals';
import { Fragment } from 'preact';
import type { z } from 'zod';
import type { importsAnswer } from '../../../http/api/shapes.ts';
import { amount, count, dayName, hour } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Link } from '../../parts/link.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Head } from '../../parts/table.tsx';
import { isWaiting } from '../../parts/waits-for.tsx';
import { who } from '../../parts/who.ts';
import { toggled } from '../../toggled.ts';
import { common, OUTCOMES, type Outcome } from '../../words.ts';
import { t } from './words.ts';

export type ListedImport = z.output<typeof importsAnswer>['imports'][number];
type Chosen = Signal<ReadonlySet<string>>;

interface ImportRowsProps {
  readonly imports: readonly ListedImport[];
  /** Ids of those that are selected. */
  readonly chosen: Chosen;
}

/** The list itself: a row for each import, by the day on which it came. */
export function ImportRows({ imports, chosen }: ImportRowsProps) {
  const { selectAll, list, file, state, outcome, amount: debit, received } = t;
  const all = imports.every((each) => chosen.value.has(each.import));
  const choose = ({ currentTarget: { checked } }: { currentTarget: HTMLInputElement }) => {
    chosen.value = new Set(checked ? imports.map((each) => each.import) : []);
  };
  let day = '';
  return (
    <table class="list imports" aria-label={list}>
      <Head
        columns={[
          [<input key="all" type="checkbox" aria-label={selectAll} checked={all} onChange={choose} />, 'check'],
          [file],
          [state, 'state'],
          [outcome, 'outcome'],
          [debit, 'num amount'],
          [received, 'num when'],
        ]}
      />
      <tbody>
        {imports.map((each) => {
          const named = dayName(each.takenIn);
          const isNew = named !== day;
          day = named;
          return (
            <Fragment key={each.import}>
              {isNew && (
                <tr class="group">
                  <th colSpan={6} scope="colgroup">
                    {named}
                  </th>
                </tr>
              )}
              <ImportRow of={each} chosen={chosen} />
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function ImportRow({ of, chosen }: { readonly of: ListedImport; readonly chosen: Chosen }) {
  const { import: id, file, job, state, takenIn } = of;
  const isChosen = chosen.value.has(id);
  return (
    <tr class="pick" aria-selected={isChosen}>
      <td class="check">
        <input
          type="checkbox"
          aria-label={t.select(file)}
          checked={isChosen}
          onChange={() => {
            chosen.value = toggled(chosen.value, id);
          }}
        />
      </td>
      <th scope="row">
        <Link to={`/imports/${id}`} class="file">
          {file}
        </Link>
        <span class="sub">
          {job} · {who(of.who)}
        </span>
      </th>
      <td class="state">
        <StateBadge state={state} waits={isWaiting(of)} booked={of.entries?.booked} cancelled={of.cancelled === true} />
      </td>
      <td class="outcome">
        <Outcomes of={of} />
      </td>
      <td class="num amount">{of.amount === undefined ? <span class="zero">–</span> : amount(of.amount)}</td>
      <td class="num when">
        <time dateTime={takenIn}>{hour(takenIn)}</time>
      </td>
    </tr>
  );
}

/**
 * Where the vouchers of an import are, each counted once. One that an earlier import booked is already booked, also before
 * anybody has decided about it; a record that exists and differs is on hold until then.
 */
export function outcomesOf({
  entries,
  waiting = 0,
  state,
  cancelled,
  kind,
}: ListedImport): Partial<Record<Outcome, number>> {
  if (entries === undefined) return {};
  const { booked, pending, inDoubt, held, rejected, duplicate } = entries;
  const isOver = state === 'cancelled' || cancelled === true;
  const asked = Math.max(0, waiting - held - rejected);
  const differing = hasVouchers(kind) ? 0 : asked;
  const onHold = waiting - asked + differing;
  return {
    booked,
    pending,
    inDoubt,
    held: isOver ? 0 : onHold,
    duplicate: duplicate - differing,
    skipped: isOver ? onHold : 0,
  };
}

function Outcomes({ of }: { readonly of: ListedImport }) {
  const { import: id, state, rows, kind, waitsFor = [] } = of;
  const { created, cancelled, unread, untouched, read, noRows } = t;
  if (state === 'rejected') return <span class="sub">{unread}</span>;
  if (state === 'planning') return <span class="sub num">{read(count(rows?.read ?? 0))}</span>;
  const counts = outcomesOf(of);
  const there = OUTCOMES.filter((each) => (counts[each] ?? 0) > 0);
  if (there.length === 0) return <span class="sub">{state === 'cancelled' ? untouched : noRows}</span>;
  const words = {
    ...common.outcome,
    ...(hasVouchers(kind) ? {} : created),
    ...(state === 'cancelled' || of.cancelled ? { skipped: cancelled } : {}),
  };
  const ways = { held: `/imports/${id}/failed`, inDoubt: `/doubt?import=${id}` };
  return (
    <>
      <OutcomeBar counts={counts} words={words} />
      <span class="sub">
        {there.map((each, at) => {
          const said = `${count(counts[each]!)} ${words[each]}`;
          return (
            <Fragment key={each}>
              {at > 0 && ' · '}
              {each === 'held' || each === 'inDoubt' ? (
                <Link to={ways[each]} aria-label={`${said} (${of.file})`}>
                  {said}
                </Link>
              ) : (
                said
              )}
            </Fragment>
          );
        })}
        {waitsFor.map((other) => (
          <span key={other.import}>
            {' · '}
            <Link to={`/imports/${other.import}`} aria-label={`${t.waitsFor(other.file)} (${of.file})`}>
              {t.waitsFor(other.file)}
            </Link>
          </span>
        ))}
      </span>
    </>
  );
}
