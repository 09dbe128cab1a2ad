import { count, when } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { language } from '../../language.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Head } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { isOperator } from '../../session.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import type { JobActions } from './jobs.tsx';
import type { ListedJob, ListedService } from './requests.ts';
import { t } from './words.ts';

/** How a job is, the most urgent first, in its colour. */
const HEALTH = { failing: 'rejected', 'needs-you': 'hold', paused: 'skipped', ok: 'booked' } as const;
const URGENCY = Object.keys(HEALTH);

interface JobTableProps {
  readonly jobs: readonly ListedJob[];
  readonly services: readonly ListedService[];
  readonly actions: JobActions;
}

/** The jobs, those in trouble first: when each runs, what came of it, and what can be done. */
export function JobTable({ jobs, services, actions }: JobTableProps) {
  const { health, job, schedule, lastRun, nextRun, lastTurns, actions: acts } = t;
  const sorted = [...jobs].sort((a, b) => URGENCY.indexOf(a.health) - URGENCY.indexOf(b.health));
  return (
    <section class="sheet" aria-label={common.nav.jobs}>
      <table class="list jobs">
        <Head
          columns={[
            [health],
            [job],
            [schedule],
            [lastRun],
            [nextRun],
            [lastTurns, 'hist'],
            [<span class="visually-hidden">{acts}</span>],
          ]}
        />
        <tbody>
          {sorted.map((each) => (
            <tr key={each.name}>
              <td class="health">
                <span class={`badge ${HEALTH[each.health]}`}>{t.healthOf[each.health]}</span>
              </td>
              <th scope="row" class="name">
                <Link to={`/?job=${encodeURIComponent(each.name)}`} class="file">
                  {each.name}
                </Link>
                <span class="sub">
                  {each.company}
                  {!hasVouchers(each.kind) && `, ${common.kinds[each.kind]}`}
                </span>
              </th>
              <td class="span">
                <Schedule of={each} />
              </td>
              <td class="span" data-th={`${lastRun}:`}>
                <LastTurn of={each} services={services} />
              </td>
              <td class="span" data-th={`${nextRun}:`}>
                <NextRun of={each} services={services} />
              </td>
              <td class="hist">
                <Turns of={each.turns} />
              </td>
              <td>
                <Acts of={each} actions={actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Schedule({ of: { schedule, fetch } }: { readonly of: ListedJob }) {
  const { byHand, whenArrives, ways, fetchWay } = t;
  const words = schedule?.words?.[language.value];
  return (
    <>
      {schedule === undefined ? (
        fetch === undefined ? (
          whenArrives
        ) : (
          byHand
        )
      ) : (
        <span title={`${schedule.cron}, ${schedule.tz}`}>
          {words === undefined ? <code>{schedule.cron}</code> : words}
        </span>
      )}
      <span class="sub"> {fetch === undefined ? ways : fetchWay[fetch.way]}</span>
    </>
  );
}

interface OfJob {
  readonly of: ListedJob;
  readonly services: readonly ListedService[];
}

function LastTurn({ of, services }: OfJob) {
  const { last, failing, waiting, name } = of;
  if (last === undefined) return <span class="soft">{t.noRun}</span>;
  const { at, came, import: id } = last;
  const service = failing === 'service' ? services.find((each) => each.name === of.service) : undefined;
  const isBad = service !== undefined || came === 'failed' || came === 'rejected';
  const isAll = waiting === 1 && ['rejected', 'unconfirmed', 'hold'].includes(came);
  const words = service === undefined ? whatCame(of) : `${t.waits}: ${t.condition[service.condition].toLowerCase()}`;
  return (
    <>
      <Time at={at} as={when} />
      <span class={isBad ? 'sub err' : 'sub'}>
        {' '}
        {id === undefined ? words : <Link to={`/imports/${id}`}>{words}</Link>}
      </span>
      {waiting > 0 && !isAll && (
        <span class="sub">
          {' '}
          <Link to={`/?job=${encodeURIComponent(name)}`}>{t.importsWait(count(waiting))}</Link>
        </span>
      )}
    </>
  );
}

/** “1,148 booked · 88 on hold”; “rejected: no column Beløp” */
function whatCame({ last, kind }: ListedJob): string {
  const { came, reason, counts } = last!;
  const word = t.came[came];
  if (reason !== undefined) return `${word}: ${causeTitle(reason)}`;
  if (counts === undefined || came === 'cancelled') return word;
  const { planned, pending, booked, held, rejected, inDoubt, duplicate, skipped } = counts;
  if (came === 'posting')
    return planned === 0 ? common.state.planning : t.posting(count(planned - pending), count(planned));
  const { outcome } = common;
  const parts: readonly (readonly [number, string])[] = [
    [booked, hasVouchers(kind) ? outcome.booked : t.created],
    [inDoubt, outcome.inDoubt],
    [held + rejected, outcome.held],
    [pending, outcome.pending],
    [duplicate, outcome.duplicate],
    [skipped, outcome.skipped],
  ];
  const said = parts.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`);
  return said.length === 0 ? word : said.join(' · ');
}

function NextRun({ of, services }: OfJob) {
  const { paused, nextRun, schedule, fetch, failing } = of;
  if (paused !== undefined)
    return (
      <>
        {t.notPaused}
        <span class="sub">
          {' '}
          {paused.who}: “{paused.reason}”
        </span>
      </>
    );
  const next = failing === 'service' && services.find(({ name }) => name === of.service)?.trouble?.next;
  if (next)
    return (
      <>
        {t.retry} <Time at={next} relative />
      </>
    );
  if (nextRun !== undefined) return <Time at={nextRun} as={(iso) => when(iso, schedule?.tz)} />;
  return <>{fetch === undefined ? t.whenArrives : t.byHand}</>;
}

/** Bars that are drawn, and the room of each. */
const BARS = 14;
const STEP = 8;
/** Turns that brought nothing have a low bar; what is not there a lower one. */
const LOW = { 'nothing-new': 6, cancelled: 6 } as const;
const TONES = { failed: 'rejected', 'nothing-new': 'skipped', cancelled: 'skipped' } as const;

/** The last turns as bars, the newest at the right, and the same in words. */
function Turns({ of }: { readonly of: ListedJob['turns'] }) {
  const tally = new Map<string, number>();
  for (const { came } of of) tally.set(t.came[came], (tally.get(t.came[came]) ?? 0) + 1);
  const said = [...tally].map(([word, n]) => `${count(n)} ${word}`).join(', ');
  const newest = of[0] === undefined ? '' : ` ${t.newest(t.came[of[0].came])}`;
  return (
    <svg class="runs" viewBox="0 0 112 20" role="img" aria-label={of.length === 0 ? t.noRun : `${said}.${newest}`}>
      {Array.from({ length: BARS }, (_, i) => {
        const turn = of[BARS - 1 - i];
        const { [turn?.came as 'cancelled']: height = turn === undefined ? 3 : 16 } = LOW;
        const { [turn?.came as 'cancelled']: tone = turn?.came ?? 'skipped' } = TONES;
        return (
          <rect key={i} class={tone} x={i * STEP} y={20 - height} width="5.5" height={height} rx="1.2">
            {turn !== undefined && <title>{`${when(turn.at)}: ${t.came[turn.came]}`}</title>}
          </rect>
        );
      })}
    </svg>
  );
}

function Acts({ of: { name, fetch, paused }, actions }: { readonly of: ListedJob; readonly actions: JobActions }) {
  const { isBusy, run, pause, resume, more } = actions;
  const named = <span class="visually-hidden"> {name}</span>;
  return (
    <div class="acts">
      {isOperator.value && paused !== undefined && (
        <button type="button" disabled={isBusy} onClick={() => resume(name)}>
          {t.resume}
          {named}
        </button>
      )}
      {isOperator.value && fetch !== undefined && paused === undefined && (
        <button type="button" disabled={isBusy} onClick={() => run(name)}>
          <Icon of="play" />
          {t.runNow}
          {named}
        </button>
      )}
      {isOperator.value && paused === undefined && (
        <button type="button" class="icon quiet" aria-label={t.pauseOf(name)} onClick={() => pause(name)}>
          <Icon of="pause" />
        </button>
      )}
      <button
        type="button"
        class="icon quiet"
        aria-haspopup="dialog"
        aria-label={t.moreOf(name)}
        onClick={() => more(name)}
      >
        <Icon of="dots" />
      </button>
    </div>
  );
}
