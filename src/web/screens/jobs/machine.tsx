import { count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { Operation } from './requests.ts';
import { t } from './words.ts';

/** The checks of bilag's health, who works, and what waits. */
export function Machine({ operation }: { readonly operation: Operation }) {
  const checks: Readonly<Record<string, string>> = t.value.check;
  const roles: Readonly<Record<string, string>> = t.value.role;
  return (
    <div class="sheet pad machine">
      <p>
        <strong>{operation.ok ? t.value.ready : t.value.notReady}.</strong>
      </p>
      <ul class="checks">
        {operation.checks.map(({ name, ok, what, remedy }) => (
          <li key={name} class={ok ? 'fine' : 'wrong'}>
            <span class={`badge ${ok ? 'state-completed' : 'state-rejected'}`}>
              {ok ? t.value.fine : t.value.wrong}
            </span>
            <span>
              <strong>{checks[name] ?? name}</strong>: {what}
              {remedy !== undefined && <span class="refusal">{remedy}</span>}
            </span>
          </li>
        ))}
      </ul>
      <dl class="job-facts">
        <div>
          <dt>{t.value.version}</dt>
          <dd>
            bilag {operation.version}, Node.js {operation.node}
          </dd>
        </div>
        <div>
          <dt>{t.value.process}</dt>
          <dd>
            {operation.process}, {t.value.since} <Time at={operation.began} />
          </dd>
        </div>
        <div>
          <dt>{t.value.roles}</dt>
          <dd>{operation.roles.map((role) => roles[role] ?? role).join(', ')}</dd>
        </div>
      </dl>
      <div class="columns">
        <Senders operation={operation} />
        <Queues operation={operation} />
      </div>
    </div>
  );
}

function Senders({ operation: { senders } }: { readonly operation: Operation }) {
  return (
    <div>
      <h3>{t.value.senders}</h3>
      {senders.length === 0 && <p class="soft">{t.value.noSenders}</p>}
      {senders.length > 0 && (
        <Table label={t.value.senders} columns={[[t.value.host], [t.value.pid], [t.value.alive]]}>
          {senders.map(({ host, pid, since, here }) => (
            <tr key={`${host} ${pid}`}>
              <td>{host}</td>
              <td>
                {pid} {here && <span class="soft">({t.value.here})</span>}
              </td>
              <td>{since !== undefined && <Time at={since} />}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}

function Queues({ operation: { queues } }: { readonly operation: Operation }) {
  return (
    <div>
      <h3>{t.value.queues}</h3>
      {queues === undefined && <p class="soft">{t.value.noQueues}</p>}
      {queues !== undefined && (
        <Table label={t.value.queues} columns={[[t.value.queue], [t.value.queueWaiting, 'num']]}>
          {queues.map(({ name, waiting }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td class="num">{count(waiting)}</td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  );
}
