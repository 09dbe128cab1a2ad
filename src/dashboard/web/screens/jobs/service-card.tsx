import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Time } from '../../parts/time.tsx';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import type { ListedService } from './requests.ts';
import { ServiceFacts } from './service-facts.tsx';
import { ServiceRequests } from './service-requests.tsx';
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
    <article class="sheet service" aria-labelledby={heading}>
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
  const words = {
    refused: t.value.refused(name),
    troubled: t.value.troubled(name),
    'asked-to-wait': t.value.askedToWait(name),
  };
  return (
    <>
      <Notice tone={condition === 'refused' ? 'bad' : 'warn'}>
        <p>
          <strong>{words[condition]}</strong>
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
