import type { ComponentChildren } from 'preact';
import { count } from '../../format.ts';
import { language } from '../../language.ts';
import { Link } from '../../parts/link.tsx';
import { Time } from '../../parts/time.tsx';
import type { ListedService } from './requests.ts';
import { t } from './words.ts';

/** 1 s, 0.5 s */
function seconds(ms: number): string {
  return `${new Intl.NumberFormat(language.value === 'nb' ? 'nb-NO' : 'en-GB').format(ms / 1_000)} s`;
}

/** What is known of a service, and from where. */
export function ServiceFacts({ service }: { readonly service: ListedService }) {
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
