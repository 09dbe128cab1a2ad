import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { count, when } from '../../format.ts';
import type { Loaded } from '../../load.ts';
import { Fold } from '../../parts/fold.tsx';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { usePolled } from '../../poll.ts';
import { sayStall } from '../../why/why.ts';
import { BarChart } from './bar-chart.tsx';
import type { ListedService, ServiceBars, Services, Throughput } from './requests.ts';
import { t } from './words.ts';

/** Days that can be looked at. */
const DAYS = [1, 7, 30] as const;
export type Days = (typeof DAYS)[number];
/** What happened over time changes slowly, in milliseconds. */
const LOOK_MS = 30_000;

const TONES = {
  refused: 'rejected',
  troubled: 'rejected',
  'asked-to-wait': 'hold',
  well: 'booked',
  unknown: 'skipped',
  lost: 'unconfirmed',
} as const;

/** The services: how each is, what was booked in it over time, and what failed. */
export function ServiceList({ services: { value, failure } }: { readonly services: Loaded<Services> }) {
  const days = useSignal<Days>(1);
  const { loaded } = usePolled<Throughput>(`/api/throughput?days=${days.value}`, LOOK_MS);
  const { value: found, failure: notFound } = loaded.value;
  const problem = failure ?? notFound;
  return (
    <>
      <div class="sec">
        <h2>{t.services}</h2>
        <span class="segments">
          {DAYS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={days.value === each}
              onClick={() => {
                days.value = each;
              }}
            >
              {t.period[each]}
            </button>
          ))}
        </span>
      </div>
      <Failure failure={problem} />
      {value?.services.length === 0 && <p class="sheet empty">{t.noServices}</p>}
      <div class="services">
        {value?.services.map((service) => (
          <Service
            key={service.name}
            of={service}
            bars={found?.services.find(({ name }) => name === service.name)}
            time={found}
          />
        ))}
      </div>
    </>
  );
}

interface ServiceProps {
  readonly of: ListedService;
  readonly bars: ServiceBars | undefined;
  readonly time: Throughput | undefined;
}

function Service({ of, bars, time }: ServiceProps) {
  const { name, company = name, blocked, trouble, rate, sent, answers } = of;
  // A lost reply is a doubt, which has a page of its own.
  const condition = of.condition === 'troubled' && trouble === undefined ? 'lost' : of.condition;
  const heading = `service-${name}`;
  const took = [...sent, ...answers].map(({ ms }) => ms).sort((a, b) => a - b);
  const median = took[Math.floor(took.length / 2)];
  return (
    <section class="sheet" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{company}</h3>
        <span class={`badge ${TONES[condition]}`}>{t.condition[condition]}</span>
      </header>
      <div class="in">
        {bars !== undefined && time !== undefined && <BarChart of={bars} time={time} />}
        {blocked.length > 0 && (
          <Notice tone="warn">
            <b>{t.blocked}</b>
            {blocked.map(({ import: id, file, at, told }) => (
              <div key={id}>
                <Link to={`/imports/${id}`}>{file}</Link>, <Time at={at} relative />: {sayStall({ told }).join(' ')}
              </div>
            ))}
          </Notice>
        )}
      </div>
      <dl class="stats">
        <Stat name={t.answersIn}>{median === undefined ? '–' : `${count(Math.round(median))} ms`}</Stat>
        <Stat name={t.atOnce}>{t.of(count(of.sending), count(of.concurrency))}</Stat>
        <Stat name={t.rate}>
          {rate === undefined
            ? t.noRate
            : t.rateWords(count(rate.requests), rate.perMs / 1_000, count(rate.perMs / 1_000))}
        </Stat>
        {trouble?.next !== undefined && of.inDoubt === 0 ? (
          <Stat name={t.nextTry}>
            <Time at={trouble.next} relative />
          </Stat>
        ) : (
          <Stat name={t.inDoubt}>
            {of.inDoubt === 0 ? '–' : <Link to="/doubt">{t.batches(count(of.inDoubt))}</Link>}
          </Stat>
        )}
      </dl>
      <Fold
        title={
          <>
            {t.requests}
            <span class="visually-hidden"> {company}</span>
          </>
        }
      >
        <Requests of={of} />
      </Fold>
    </section>
  );
}

function Stat({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The last requests: those that book, of all processes, and the others of this one. */
function Requests({ of: { company, name, address, sent, answers, cache } }: { readonly of: ListedService }) {
  const became: Readonly<Record<string, string>> = t.requestOutcome;
  const asked = answers.filter(({ operation }) => operation === 'look-up');
  const rows = [...sent.map((each) => ({ ...each, operation: 'book' as const })), ...asked];
  return (
    <>
      <p class="soft">
        <code>{address}</code>
        {cache !== undefined && `, ${t.cacheHeld(count(cache.accounts), count(cache.vatTypes))}`}
      </p>
      {rows.length > 0 && (
        <Table
          label={`${t.requests}: ${company ?? name}`}
          columns={[[t.when], [t.request], [t.became], [t.took, 'num']]}
        >
          {rows
            .sort((a, b) => b.at.localeCompare(a.at))
            .map(({ at, operation, outcome, ms, ...more }, index) => (
              <tr key={`${at} ${index}`}>
                <td>
                  <Time at={at} as={when} />
                </td>
                <td>{t.operation[operation]}</td>
                <td>
                  {became[outcome] ?? outcome} {'status' in more && more.status}
                </td>
                <td class="num">{count(ms)} ms</td>
              </tr>
            ))}
        </Table>
      )}
    </>
  );
}
