import type { Config } from '../../config/config.ts';
import { counted } from '../figures.ts';
import type { Check } from './check.ts';

/** Asks each service for its VAT types: reachable, and are we let in? Books nothing. */
export async function checkServices({ services }: Config): Promise<Check[]> {
  const all = Object.values(services);
  if (all.length === 0) {
    return [
      {
        ok: false,
        what: 'service: none is configured',
        remedy:
          'Set ACCOUNTING_URL and ACCOUNTING_TOKEN, or write services into bilag.yaml. To try bilag: bilag sandbox',
      },
    ];
  }
  const { createClient } = await import('../../accounting/client.ts');
  const { listVatTypes } = await import('../../accounting/vat-types.ts');
  return Promise.all(
    all.map(async (service): Promise<Check> => {
      const what = `service ${service.name}: ${service.baseUrl}`;
      try {
        const client = createClient(service);
        try {
          const types = await listVatTypes(client);
          return { ok: true, what: `${what} answers, ${counted(types.length, 'VAT type')}` };
        } finally {
          await client.close();
        }
      } catch (error) {
        return { ok: false, what: `${what}: ${(error as Error).message}`, remedy: REMEDIES[(error as Error).name] };
      }
    }),
  );
}

/** Beyond what the message itself says. */
const REMEDIES: Readonly<Record<string, string>> = {
  ServiceUnavailable: 'Check that the address is right and that the service is up. bilag waits for it by itself.',
  ServiceUnexpected: 'Check that the address is that of the accounting service itself, and of no proxy or login page.',
};
