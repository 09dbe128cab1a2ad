import { count, hour, shortDay, when } from '../../format.ts';
import type { ServiceBars, Throughput } from './requests.ts';
import { t } from './words.ts';

/** The room of a chart: SVG stretches it. */
const WIDTH = 480;
const HIGH = 72;
const LOW = 20;
/** Times that are written below. */
const TIMES = 4;
const HALF_HOUR_MS = 30 * 60_000;

interface BarChartProps {
  readonly of: ServiceBars;
  readonly time: Throughput;
}

const add = (bars: readonly number[]) => bars.reduce((sum, bar) => sum + bar, 0);

/** What was booked over time, what failed on a strip below it, and what that was. */
export function BarChart({ of: { booked, failed, errors }, time: { from, to, barMs } }: BarChartProps) {
  const total = count(add(booked));
  const wrong = add(failed);
  const start = Date.parse(from);
  const name = barMs === HALF_HOUR_MS ? hour : shortDay;
  const quarter = (Date.parse(to) - start) / TIMES;
  const per = t.per[(barMs / HALF_HOUR_MS) as 1 | 6 | 24];
  return (
    <>
      <p class="chead">
        <span>
          <b>{total}</b> {t.bookedPer} {per}
        </span>
        <span class="tab">{t.most(count(Math.max(...booked)))}</span>
      </p>
      <Bars of={booked} high={HIGH} tone="booked" label={t.chart(total, count(wrong))} start={start} barMs={barMs} />
      <Bars of={failed} high={LOW} tone="rejected" start={start} barMs={barMs} />
      <div class="axis" aria-hidden="true">
        {Array.from({ length: TIMES }, (_, i) => (
          <span key={i}>
            {name(new Date(start + i * quarter).toISOString())}
            {i === TIMES - 1 && <span>{t.now}</span>}
          </span>
        ))}
      </div>
      {wrong > 0 && (
        <p class="chead">
          <span>
            <span class="dot rejected" /> <b>{count(wrong)}</b> {t.errors(wrong)}:{' '}
            {errors
              .map(({ what, status, times, last }) => t.error(count(times), t.errorOf[what], status, when(last)))
              .join(', ')}
          </span>
        </p>
      )}
    </>
  );
}

interface BarsProps {
  readonly of: readonly number[];
  readonly high: number;
  readonly tone: string;
  /** What it says, in words; absent: what stands beside it says it. */
  readonly label?: string;
  readonly start: number;
  readonly barMs: number;
}

function Bars({ of, high, tone, label, start, barMs }: BarsProps) {
  const most = Math.max(...of, 1);
  const step = WIDTH / of.length;
  const line = (y: number) => <line x1="0" x2={WIDTH} y1={y} y2={y} />;
  return (
    <svg
      class={high === LOW ? 'chart low' : 'chart'}
      viewBox={`0 0 ${WIDTH} ${high}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
    >
      {high === HIGH && line(0.5)}
      {high === HIGH && line(high / 2)}
      {line(high - 0.5)}
      {of.map((n, i) => {
        const height = (high * n) / most;
        return (
          n > 0 && (
            <rect key={i} class={tone} x={i * step} y={high - height} width={step * 0.75} height={height}>
              <title>{`${when(new Date(start + i * barMs).toISOString())}: ${count(n)}`}</title>
            </rect>
          )
        );
      })}
    </svg>
  );
}
