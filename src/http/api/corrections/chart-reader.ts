import { setTimeout as sleep } from 'node:timers/promises';
import { LOOK_AWAITED_MS } from '../../../correcting/dry-runs.ts';
import { beginReading, type ChartAge } from '../../../importing/keep-chart.ts';
import type { ImportRow } from '../../../ledger/rows.ts';
import type { Api, Served } from '../../ports.ts';

/** Has charts of accounts read anew, where what is kept of them is too old. */
export interface ChartReader {
  /** Begins that, where it is due; nobody waits for its end. */
  renew(service: string, age: ChartAge): Promise<void>;
  /** The same before something is proposed out of it: one that was never read is waited for, as long as somebody looks. */
  beforeProposing(row: Pick<ImportRow, 'company' | 'service'>): Promise<void>;
}

export function openChartReader(server: Api, { ports, leaving }: Served): ChartReader {
  /** Those under way, by their services. */
  const readings = new Map<string, Promise<void>>();
  server.addHook('onClose', async () => void (await Promise.all(readings.values())));
  async function renew(service: string, age: ChartAge): Promise<void> {
    const reading = await beginReading(service, ports, age, leaving);
    if (reading === undefined) return;
    const ended = reading.ended
      .catch((error: Error) => ports.log('periodic-work-failed', error.message, { work: 'keep-chart', error }))
      .finally(() => readings.delete(service));
    readings.set(service, ended);
  }
  return {
    renew,
    async beforeProposing({ company, service }) {
      await renew(service, 'found');
      const known = await ports.ledger.chart.reading(company, service);
      const reading = readings.get(service);
      if (known?.read_at || reading === undefined) return;
      const late = new AbortController();
      await Promise.race([reading, sleep(LOOK_AWAITED_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
      late.abort();
    },
  };
}
