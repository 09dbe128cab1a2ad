import { ago, bytes, count, when } from '../../format.ts';
import { Facts } from '../../parts/facts.tsx';
import { Figure } from '../../parts/figure.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Head } from '../../parts/table.tsx';
import { now } from '../../parts/time.tsx';
import { may } from '../../session.ts';
import { common } from '../../words.ts';
import type { Operation } from './requests.ts';
import { t } from './words.ts';

/** What waits in the queues; those who may see more find the way to it. */
export function Queues({ operation: { queues } }: { readonly operation: Operation }) {
  const { queue, waiting, running, later, failed24, oldest, queueOf, noQueues } = t;
  return (
    <section class="sheet" aria-label={common.nav.queues}>
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
                <Figure name={waiting}>{count(each.waiting)}</Figure>
                <Figure name={running}>{count(each.running)}</Figure>
                <Figure name={later}>{count(each.later)}</Figure>
                <Figure name={failed24}>{count(each.failed)}</Figure>
                <Figure name={oldest}>{each.oldest === undefined ? '' : `${t.since} ${when(each.oldest)}`}</Figure>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {may('administrator') && (
        <footer>
          <a href="/queues">{t.toQueues}</a>
        </footer>
      )}
    </section>
  );
}

/** Redis, the ledger, the disk and the processes, in a line each. */
export function Machine({ operation }: { readonly operation: Operation }) {
  const { ok, checks, backup, senders, version, began, roles, process } = operation;
  const of = t.machineOf;
  const figures = (name: string) => checks.find((check) => check.name === name)?.figures ?? {};
  const { ms, bytes: memory } = figures('redis');
  const { free, total } = figures('disk');
  const told: Readonly<Record<string, string | undefined>> = {
    redis: ms === undefined ? undefined : of.redis(count(ms), memory === undefined ? '' : bytes(memory)),
    ledger: of.ledger(backup === undefined ? '' : when(backup)),
    disk: free === undefined ? undefined : of.disk(bytes(free), bytes(total!)),
  };
  return (
    <Sheet
      title={t.machine}
      acts={<span class={`badge ${ok ? 'booked' : 'rejected'}`}>{ok ? t.allWell : t.notWell}</span>}
    >
      <div class="in">
        <Facts
          of={[
            ...checks.map(({ name, ok: well }) => {
              const fact = well ? (told[name] ?? t.fine) : common.trouble[name as 'disk'].what;
              return [t.check[name as 'disk'] ?? name, <span class={well ? '' : 'err'}>{fact}</span>] as const;
            }),
            [
              t.processes,
              <>
                {senders.length === 0 ? <span class="err">{t.noSenders}</span> : t.sending(count(senders.length))}
                <span class="sub">{senders.map(({ host, pid }) => `${host} ${pid}`).join(', ')}</span>
              </>,
            ],
            [t.here, `${process}: ${roles.map((role) => t.role[role as 'post'] ?? role).join(', ')}`],
            [t.version, `${version}, ${t.began} ${ago(began, now.value)}`],
          ]}
        />
      </div>
    </Sheet>
  );
}
