import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { closeAfterTest } from '../closing.ts';

export const BOOK = '/api/biz/journalentries?action=book-journal-entries';

/** A sandbox and short ways to ask it; closed after the test. */
export async function sandboxClient(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  closeAfterTest(sandbox.close);
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(sandbox.url + path, {
      method,
      redirect: 'manual',
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: type.includes('json') ? JSON.parse(text) : undefined,
    };
  };
  const get = (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers);
  const post = (path: string, body?: unknown, headers?: Record<string, string>) => call('POST', path, body, headers);
  const put = (path: string, body: unknown) => call('PUT', path, body);
  const accountId = async (number: number): Promise<number> => {
    const { json } = await get(`/api/biz/accounts?filter=AccountNumber eq ${number}&select=ID,AccountNumber`);
    return json[0].ID;
  };
  const vatTypeId = async (code: string): Promise<number> => {
    const { json } = await get('/api/biz/vattypes?select=ID,VatCode');
    return json.find((row: { VatCode: string }) => row.VatCode === code).ID;
  };
  const bank = await (options.faults || options.token ? Promise.resolve(0) : accountId(1920));
  const sales = await (options.faults || options.token ? Promise.resolve(0) : accountId(3000));
  /** A sound entry of two lines. */
  const entry = (amount = 100, description = 'Salg', date = '2024-03-01') => ({
    DraftLines: [
      { AccountID: bank, Amount: amount, Description: description, FinancialDate: date },
      { AccountID: sales, Amount: -amount, Description: description, FinancialDate: date },
    ],
  });
  const booked = async () => (await get('/sandbox/booked')).json;
  return { sandbox, call, get, post, put, accountId, vatTypeId, bank, sales, entry, booked };
}

export type SandboxClient = Awaited<ReturnType<typeof sandboxClient>>;
