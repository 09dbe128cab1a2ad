import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile, closeAfterTest } from '../closing.ts';
import { journal, type Office, type OfficeOptions, openOffice, voucher } from './office.ts';

/** Looked up only when the planner reads the voucher in the middle, after it has written many batches. */
const LATE_ACCOUNT = '4300';

/** As many vouchers, of which the one in the middle names an account that no voucher before it does. */
export function lateAccount(count: number, middle = LATE_ACCOUNT, from = 1): string {
  const vouchers = Array.from({ length: count }, (_, at) => voucher(from + at, from + at));
  const at = count >> 1;
  vouchers[at] = vouchers[at]!.replace(';3000;', `;${middle};`);
  return journal(...vouchers);
}

/**
 * An office whose service does not say what the late account is until the test lets it: a plan that names it stands still
 * in the middle, in whatever process, for as long as the test needs.
 */
export async function openHeldPlan(options: OfficeOptions = {}): Promise<{ office: Office; letGo(): void }> {
  const direct = await openOffice(options);
  let held: (() => void)[] | undefined = [];
  const pass = (asked: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url } = asked;
    const passed = request(direct.sandbox.url + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    // Whoever asked is gone, or the sandbox is.
    passed.on('error', () => response.destroy());
    asked.pipe(passed);
  };
  const gate = createServer((asked, response) => {
    if (held !== undefined && decodeURIComponent(asked.url!).includes(`AccountNumber eq ${LATE_ACCOUNT}`))
      held.push(() => pass(asked, response));
    else pass(asked, response);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  (options.keep ? closeAfterFile : closeAfterTest)(() => {
    gate.close();
    gate.closeAllConnections();
  });
  direct.useService(options.service ?? '', `http://127.0.0.1:${(gate.address() as AddressInfo).port}`);
  const office = await openOffice({ beside: direct, keep: options.keep ?? false });
  const letGo = () => {
    for (const go of held ?? []) go();
    held = undefined;
  };
  return { office, letGo };
}
