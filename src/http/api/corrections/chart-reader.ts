import { beginReading, type ChartAge } from '../../../importing/keep-chart.ts';
import type { Api, Served } from '../../ports.ts';

/** Has charts of accounts read anew, where what is kept of them is too old. */
export interface ChartReader {
  /** Begins that, where it is due; nobody waits for its end. */
  renew(service: string, age: ChartAge): Promise<void>;
}

export function openChartReader(server: Api, { ports, leaving }: Served): ChartReader {
  const readings = new Set<Promise<void>>();
  server.addHook('onClose', async () => void (await Promise.all(readings)));
  return {
    async renew(service, age) {
      const reading = await beginReading(service, ports, age, leaving);
      if (reading === undefined) return;
      const ended = reading.ended
        .catch((error: Error) => ports.log('periodic-work-failed', error.message, { work: 'keep-chart', error }))
        .finally(() => readings.delete(ended));
      readings.add(ended);
    },
  };
}
