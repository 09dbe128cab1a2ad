import { createHash } from 'node:crypto';

/** An account of a run, as the judge takes it; anything in it may be changed. */
// biome-ignore lint/suspicious/noExplicitAny: rows of tables and records of a proxy, which each test bends as it likes.
export type Account = any;

interface Said {
  readonly text: string;
  readonly amount: number;
  readonly fate?: 'booked' | 'held' | 'rejected';
  readonly times?: number;
}

const DATE = '2026-01-05';
const FIRST_ROW = 2;
/** Two entries in one batch, two equal card purchases apart, one that bilag holds and one that the service refuses. */
const SAID: readonly Said[] = [
  { text: 'Faktura 1', amount: 12.3 },
  { text: 'Faktura 2', amount: 100 },
  { text: 'Kaffe', amount: 45, times: 2 },
  { text: 'Uten konto', amount: 7, fate: 'held' },
  { text: 'Stengt', amount: 9, fate: 'rejected' },
];
const BATCHES = [['Faktura 1', 'Faktura 2'], ['Kaffe'], ['Kaffe'], ['Stengt']];

/** One file, one import, one try of each batch, and nothing wrong with any of it. Every row is an entry of two lines. */
export function soundAccount(): Account {
  const account: Account = {
    files: [],
    booked: { count: 0, totals: {}, entries: [] },
    ledger: {
      imports: [],
      batches: [],
      bodies: [],
      attempts: [],
      events: [],
      decisions: [],
      looks: [],
      entries: [],
    },
    requests: [],
    sent: 0,
    final: true,
  };
  bringIn(account, 'january.csv');
  const rowsOf = new Map<string, string[]>(
    account.files[0].entries.map(({ text, rows }: Account) => [text, [...rows]]),
  );
  BATCHES.forEach((texts, at) => {
    const refused = texts.includes('Stengt');
    const placed = texts.map((text) => ({ text, rows: rowsOf.get(text)!.shift()! }));
    addBatch(account, at + 1, refused ? 'rejected' : 'booked', placed);
    send(account, at + 1, refused ? { status: 400 } : {});
  });
  setAside(account, 1, 'Uten konto', 'held');
  setAside(account, 1, 'Stengt', 'rejected');
  return account;
}

/** Another import, of the same entries in other bytes. */
export function bringIn(account: Account, name: string): void {
  let row = FIRST_ROW;
  const entries = SAID.map(({ text, amount, fate = 'booked', times = 1 }) => ({
    text,
    fate,
    times: fate === 'booked' ? times : 0,
    why: '',
    lines: linesOf(amount).map(({ account, units }) => ({ account, amount: (units / 100).toFixed(2), date: DATE })),
    rows: Array.from({ length: times }, () => String(row++)),
  }));
  const sha256 = createHash('sha256').update(name).digest('hex');
  account.files.push({ name, sha256, job: 'card', entries });
  account.ledger.imports.push({
    num: account.files.length,
    sha256,
    file: name,
    state: 'partly-booked',
    rows_read: row - FIRST_ROW,
    rows_skipped: 0,
    file_totals: totals(SAID.flatMap(({ amount, times = 1 }) => Array(times).fill(amount))),
  });
}

/** An entry that is in no batch. */
export function setAside(account: Account, num: number, text: string, state: string, occurrence = 0): void {
  const { amount } = SAID.find((said) => said.text === text)!;
  const rows = account.files[num - 1].entries.find((entry: Account) => entry.text === text).rows[occurrence];
  const row = { import: num, seq: Number(rows), source: 0, key: '', rows, row_count: 1, state };
  account.ledger.entries.push({ ...row, totals: totals([amount]) });
}

export function addBatch(
  account: Account,
  no: number,
  state: string,
  placed: readonly { text: string; rows: string }[],
  parent: number | null = null,
): void {
  const amounts = placed.map(({ text }) => SAID.find((said) => said.text === text)!.amount);
  const body = JSON.stringify(placed.map(({ text }, at) => ({ DraftLines: [draft(text, amounts[at]!)] })));
  const rows = placed.length;
  const sha256 = createHash('sha256').update(body).digest('hex');
  const batch = { import: 1, no, parent, source: 0, state, entries: rows, rows, lines: 2 * rows, attempt: null };
  account.ledger.batches.push({ ...batch, totals: totals(amounts), sha256 });
  const packed = placed.map((each) => [Number(each.rows), '', each.rows, 1, DATE, 1, `claim-${each.rows}`, 2, 0]);
  account.ledger.bodies.push({ import: 1, no, entries: JSON.stringify(packed), body: Buffer.from(body) });
}

export interface Reply {
  readonly status?: number;
  /** Given on to its last byte. */
  readonly whole?: boolean;
  readonly applied?: boolean;
}

const OUTCOMES: Readonly<Record<number, string>> = { 200: 'booked', 400: 'rejected' };

/** A try to send a batch: what the proxy saw, what the ledger wrote, and, unless it was refused, what the service booked. */
export function send(account: Account, no: number, how: Reply = {}): string {
  const { status = 200, whole = true, applied = status === 200 } = how;
  const { ledger, requests, booked } = account;
  const batch = ledger.batches.find((each: Account) => each.no === no);
  const n = ++account.sent;
  const id = `attempt-${n}`;
  batch.attempt = id;
  const said = whole ? (OUTCOMES[status] ?? 'not-applied') : 'in-doubt';
  const times = { began_at: n * 1000, ended_at: n * 1000 + 500 };
  const listed = JSON.parse(ledger.bodies.find((each: Account) => each.no === no).body).map(
    (_: unknown, at: number) => ({
      ID: at + 1,
    }),
  );
  const evidence = JSON.stringify({ status, body: JSON.stringify(listed) });
  ledger.attempts.push({ id, import: 1, batch: no, ...times, outcome: said, evidence });
  const path = '/api/biz/journalentries?action=book-journal-entries';
  const reply = { replyStatus: status, replyWhole: whole, ended: whole ? 'reply' : 'reset' };
  const request = { requestBytes: 100, requestWhole: true, bodySha256: batch.sha256 };
  requests.push({ n, id, method: 'POST', path, ...request, ...reply, connectedAt: n * 1000, at: {} });
  if (!applied) return id;
  const sent = JSON.parse(ledger.bodies.find((each: Account) => each.no === no).body);
  sent.forEach(({ DraftLines: [{ Description }] }: Account, index: number) => {
    const { amount } = SAID.find(({ text }) => Description.startsWith(text))!;
    const lines = linesOf(amount).map(({ account: number, units }) => ({
      AccountNumber: Number(number),
      Amount: (units / 100).toFixed(2),
      Description,
      FinancialDate: DATE,
      VatTypeID: null,
    }));
    booked.entries.push({ requestId: id, index, lines });
  });
  sumUp(booked);
  return id;
}

/** The service's own sums, after its entries were changed. */
export function sumUp(booked: Account): void {
  const sums = new Map<number, number>();
  for (const { AccountNumber, Amount } of booked.entries.flatMap(({ lines }: Account) => lines))
    sums.set(AccountNumber, (sums.get(AccountNumber) ?? 0) + Math.round(Number(Amount) * 100));
  booked.totals = Object.fromEntries([...sums].map(([number, units]) => [number, (units / 100).toFixed(2)]));
  booked.count = booked.entries.length;
}

const linesOf = (amount: number) => [
  { account: '1920', units: Math.round(amount * 100) },
  { account: '4300', units: -Math.round(amount * 100) },
];

/** As it is sent, with the marker that the service was asked to keep. */
const draft = (text: string, amount: number) => ({ Description: `${text} #1-1`, Amount: amount, FinancialDate: DATE });

function totals(amounts: readonly number[]): string {
  const units = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  return JSON.stringify({ '1920': String(units), '4300': String(-units) });
}
