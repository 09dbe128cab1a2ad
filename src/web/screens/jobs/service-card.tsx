import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { language } from '../../language.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import type { ListedService } from './requests.ts';
import { t } from './words.ts';

const TONES: Readonly<Record<ListedService['condition'], string>> = {
  refused: 'state-rejected',
  troubled: 'state-partly-booked',
  'asked-to-wait': 'state-partly-booked',
  well: 'state-completed',
  unknown: '',
};

interface ServiceCardProps {
  readonly service: ListedService;
  readonly changed: () => void;
}

/** A service: how it is, why it rests, and what is known of it. */
export function ServiceCard({ service, changed }: ServiceCardProps) {
  const { name, condition, blocked } = service;
  const heading = `service-${name}`;
  return (
    <article class="sheet pad service" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{name}</h3>
        <span class={`badge ${TONES[condition]}`}>{t.value.condition[condition]}</span>
      </header>
      <Trouble service={service} changed={changed} />
      <ServiceFacts service={service} />
      {blocked.length > 0 && (
        <Notice tone="warn">
          <p>
            <strong>{t.value.blocked}</strong>
          </p>
          <ul class="problems">
            {blocked.map(({ import: id, file, at, message, suggestion }) => (
              <li key={id}>
                <Link to={`/imports/${id}`}>{file}</Link>, <Time at={at} relative />: {message} {suggestion}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <details>
        <summary>
          {t.value.requests} <span class="visually-hidden">{name}</span>
        </summary>
        <ServiceRequests service={service} />
      </details>
    </article>
  );
}

/** Why nothing is sent to it, and what to do. */
function Trouble({ service, changed }: ServiceCardProps) {
  const { name, condition, rest, mayTry } = service;
  const { isBusy, failure, act } = useAction();
  const said = useSignal('');
  const tryNow = async () => {
    if (!(await act(() => ask(`/api/services/${encodeURIComponent(name)}/try`, { method: 'POST' })))) return;
    said.value = t.value.tried;
    changed();
  };
  if (condition === 'well' || condition === 'unknown') return null;
  const until = service.restUntil ?? rest?.until;
  const { what, does } = common.value.trouble[condition];
  return (
    <>
      <Notice tone={condition === 'refused' ? 'bad' : 'warn'}>
        <p>
          <strong>{what}.</strong> {does}
        </p>
        {rest !== undefined && (
          <p>
            {t.value.said}: {rest.message} (<Time at={rest.since} relative />)
          </p>
        )}
        {condition === 'refused' && <p>{t.value.refusedHow}</p>}
        <p>
          {t.value.waiting}: {count(service.waiting)}.
          {until !== undefined && (
            <>
              {' '}
              {t.value.nextTry}: <Time at={until} />.
            </>
          )}
        </p>
        {isOperator.value && mayTry && (
          <button type="button" disabled={isBusy.value} onClick={() => void tryNow()}>
            {t.value.tryNow}
          </button>
        )}
        <span role="status" class="said">
          {said.value}
        </span>
      </Notice>
      {failure.value !== undefined && <Failure failure={failure.value} />}
    </>
  );
}

/** 1 s, 0.5 s */
function seconds(ms: number): string {
  return `${new Intl.NumberFormat(language.value === 'nb' ? 'nb-NO' : 'en-GB').format(ms / 1_000)} s`;
}

/** What is known of a service, and from where. */
function ServiceFacts({ service }: { readonly service: ListedService }) {
  const { company, rate, breaker, cache, restUntil } = service;
  return (
    <dl class="job-facts">
      {company !== undefined && <Fact name={t.value.company}>{company}</Fact>}
      <Fact name={t.value.address}>
        <code>{service.address}</code>
      </Fact>
      <Fact name={t.value.waiting}>{count(service.waiting)}</Fact>
      <Fact name={t.value.inDoubt}>
        {service.inDoubt > 0 ? <Link to="/doubt">{count(service.inDoubt)}</Link> : count(0)}
      </Fact>
      <Fact name={t.value.rate}>
        {rate === undefined ? t.value.noRate : t.value.rateWords(count(rate.requests), seconds(rate.perMs))},{' '}
        {t.value.atOnce(count(service.concurrency))}
      </Fact>
      <Fact name={`${t.value.lastMinute} (${t.value.here})`}>{count(service.lastMinute)}</Fact>
      <Fact name={`${t.value.breaker} (${t.value.here})`}>
        {service.postedHere ? (
          <>
            {t.value.breakerState[breaker.state]}
            {breaker.failures > 0 && `, ${t.value.breakerFailures(count(breaker.failures))}`}
            {breaker.until !== undefined && (
              <>
                , {t.value.nextTry} <Time at={breaker.until} />
              </>
            )}
          </>
        ) : (
          <span class="soft">{t.value.notPostedHere}</span>
        )}
      </Fact>
      {restUntil !== undefined && (
        <Fact name={t.value.restUntil}>
          <Time at={restUntil} />
        </Fact>
      )}
      {cache !== undefined && (
        <Fact name={`${t.value.cache} (${t.value.here})`}>
          {t.value.cacheHeld(count(cache.accounts), count(cache.vatTypes))}
          <br />
          <span class="soft">{t.value.cacheUse(count(cache.hits), count(cache.shared), count(cache.loaded))}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The last requests: those that book, of all processes, and all of this one. */
function ServiceRequests({ service }: { readonly service: ListedService }) {
  const { name, sent, answers } = service;
  return (
    <>
      <Requests
        title={t.value.sentBy}
        service={name}
        rows={sent.map(({ status, ...each }) => ({ ...each, what: status }))}
        of="status"
      />
      <Requests
        title={t.value.askedBy}
        service={name}
        rows={answers.map(({ operation, ...each }) => ({ ...each, what: t.value.operation[operation] }))}
        of="detail"
      />
    </>
  );
}

interface RequestsProps {
  readonly title: string;
  readonly service: string;
  readonly rows: readonly {
    readonly at: string;
    readonly outcome: string;
    readonly ms: number;
    readonly what: string | number | undefined;
  }[];
  /** What the second column holds. */
  readonly of: 'status' | 'detail';
}

function Requests({ title, service, rows, of }: RequestsProps) {
  const outcomes: Readonly<Record<string, string>> = t.value.requestOutcome;
  return (
    <>
      <h4>{title}</h4>
      {rows.length === 0 && <p class="soft">{t.value.noRequests}</p>}
      {rows.length > 0 && (
        <Table
          label={`${title}: ${service}`}
          columns={[
            [t.value.when],
            [of === 'status' ? t.value.status : t.value.request],
            [t.value.became],
            [t.value.took, 'num'],
          ]}
        >
          {rows.map(({ at, outcome, ms, what }, index) => (
            <tr key={`${at} ${index}`}>
              <td>
                <Time at={at} relative />
              </td>
              <td>{what}</td>
              <td>{outcomes[outcome] ?? outcome}</td>
              <td class="num">{count(ms)} ms</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
