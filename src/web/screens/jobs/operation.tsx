import { ago, bytes, count, when } from '../../format.ts';
import { Head } from '../../parts/table.tsx';
import { now, Time } from '../../parts/time.tsx';
import { may } from '../../session.ts';
import { common } from '../../words.ts';
import type { Operation } from './requests.ts';
import { t } from './words.ts';

/** What waits in the queues; those who may see more find the way to it. */
export function Queues({ operation: { queues } }: { readonly operation: Operation }) {
  const { queue, waiting, running, later, failed24, oldest, queueOf, noQueues } = t.value;
  return (
    <section class="sheet" aria-label={common.value.nav.queues}>
      {queues === undefined ? (
        <p class="empty">{noQueues}</p>
      ) : (
        <table class="list cards">
          <Head
            columns={[[queue], [waiting, 'num'], [running, 'num'], [later, 'num'], [failed24, 'num'], [oldest, 'num']]}
          />
          <tbody>
            {queues.map((each) => (
              <tr key={each.name}>
                <th scope="row">{queueOf[each.of](each.service ?? '')}</th>
                <Figure name={waiting}>{each.waiting}</Figure>
                <Figure name={running}>{each.running}</Figure>
                <Figure name={later}>{each.later}</Figure>
                <Figure name={failed24}>{each.failed}</Figure>
                {each.oldest === undefined ? (
                  <td class="num zero">–</td>
                ) : (
                  <td class="num" data-th={oldest}>
                    {t.value.since} <Time at={each.oldest} as={when} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {may('administrator') && (
        <footer>
          <a href="/queues">{t.value.toQueues}</a>
        </footer>
      )}
    </section>
  );
}

function Figure({ name, children: n }: { readonly name: string; readonly children: number }) {
  return (
    <td class={n === 0 ? 'num zero' : 'num'} data-th={name}>
      {count(n)}
    </td>
  );
}

/** Redis, the ledger, the disk and the processes, in a line each. */
export function Machine({ operation }: { readonly operation: Operation }) {
  const { ok, checks, backup, senders, version, began, roles, process } = operation;
  const of = t.value.machineOf;
  const figures = (name: string) => checks.find((check) => check.name === name)?.figures ?? {};
  const { ms, bytes: memory } = figures('redis');
  const { free, total } = figures('disk');
  const told: Readonly<Record<string, string | undefined>> = {
    redis: ms === undefined ? undefined : of.redis(count(ms), memory === undefined ? '' : bytes(memory)),
    ledger: of.ledger(backup === undefined ? '' : when(backup)),
    disk: free === undefined ? undefined : of.disk(bytes(free), bytes(total!)),
  };
  return (
    <section class="sheet" aria-label={t.value.machine}>
      <header>
        <h3>{t.value.machine}</h3>
        <span class={`badge ${ok ? 'booked' : 'rejected'}`}>{ok ? t.value.allWell : t.value.notWell}</span>
      </header>
      <div class="in">
        <dl class="facts">
          {checks.map(({ name, ok: well }) => (
            <>
              <dt>{t.value.check[name as 'disk'] ?? name}</dt>
              <dd class={well ? '' : 'err'}>
                {well ? (told[name] ?? t.value.fine) : common.value.trouble[name as 'disk'].what}
              </dd>
            </>
          ))}
          <dt>{t.value.processes}</dt>
          <dd class={senders.length === 0 ? 'err' : ''}>
            {senders.length === 0 ? t.value.noSenders : t.value.sending(count(senders.length))}
            <span class="sub">{senders.map(({ host, pid }) => `${host} ${pid}`).join(', ')}</span>
          </dd>
          <dt>{t.value.here}</dt>
          <dd>
            {process}: {roles.map((role) => t.value.role[role as 'post'] ?? role).join(', ')}
          </dd>
          <dt>{t.value.version}</dt>
          <dd>
            {version}, {t.value.began} {ago(began, now.value)}
          </dd>
        </dl>
      </div>
    </section>
  );
}
