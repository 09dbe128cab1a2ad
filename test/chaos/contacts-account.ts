import { createHash } from 'node:crypto';

/** An account of a run, as the judge of contacts takes it; anything in it may be changed. */
// biome-ignore lint/suspicious/noExplicitAny: rows of tables and records of a proxy, which each test bends as it likes.
export type Account = any;

const MODELS = new Map([
  ['Contact', 133],
  ['Product', 104],
]);
const PATHS: Readonly<Record<string, string>> = {
  'create-contact': '/api/biz/contacts',
  'create-field': '/api/biz/custom-fields',
  'activate-field': '/api/biz/custom-fields/801?action=activate',
};
const CUSTOM = { CustomMedlemsnr: 7 };
/** Of the fields that the job asks for, and of one that a file does. */
export const FIELDS = ['Medlemsnr', 'Kvote', 'Nivaa', 'Vekt'] as const;
const TYPES = ['Number', 'Money', 'Small text field', 'Number'];

const sha = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const contact = (name: string) => ({
  name,
  address: ['Storgata 1', '', '', '0150', 'Oslo', 'Norge', 'NO'],
  phone: ['+47', '90000000', ''],
  email: `${name.toLowerCase()}@firma.example`,
  comment: '',
  custom: CUSTOM,
});

/** A file of contacts with their custom fields, and one of a custom field; each sent once, and nothing wrong with any of it. */
export function soundAccount(): Account {
  const row = (text: string, fate: string, rows: string) => ({
    text,
    fate,
    why: '',
    times: fate === 'booked' ? 1 : 0,
    rows: [rows],
    contact: contact(text),
  });
  const entries = [row('Kari', 'booked', '2'), row('Ola', 'booked', '3'), row('Per', 'held', '4')];
  entries.push(row('Anne', 'duplicate', '5'));
  const field = { name: 'Vekt', model: 'Product', type: 'Number', nullable: true };
  const account: Account = {
    inputs: [
      { name: 'members.csv', job: 'members', sha256: sha('members'), entries },
      {
        ...{ name: 'fields.csv', job: 'fields', sha256: sha('fields') },
        entries: [{ text: 'Product/Vekt', fate: 'booked', why: '', times: 1, rows: ['2'], field }],
      },
    ],
    said: { contacts: [], fields: [], models: MODELS, shown: [] },
    ledger: { imports: [], batches: [], bodies: [], attempts: [], events: [], decisions: [], looks: [], entries: [] },
    requests: [],
    sent: 0,
    rejection: 'whole',
  };
  const { ledger } = account;
  account.inputs.forEach(({ sha256, job, entries: all }: Account, at: number) => {
    const rest = { file: '', reason: null, rows_skipped: 0, recovered: 0, file_totals: '{}' };
    const state = job === 'members' ? 'partly-booked' : 'completed';
    ledger.imports.push({ ...rest, num: at + 1, sha256, job, state, rows_read: all.length });
  });
  ledger.entries.push(setAside(3, '4', 'held'), setAside(4, '5', 'duplicate'));
  for (const [at, name] of FIELDS.entries()) {
    const num = name === 'Vekt' ? 2 : 1;
    const body = { Name: name, ModelID: name === 'Vekt' ? 104 : 133 };
    const no = at + 1;
    addBatch(account, {
      num,
      no,
      step: 'create-field',
      state: 'continued',
      seq: 10 + at,
      rows: num === 2 ? '2' : '',
      body,
    });
    send(account, num, no);
    addBatch(account, {
      ...{ num, no: no + 10, step: 'activate-field', state: 'booked', seq: 10 + at, rows: num === 2 ? '2' : '', body },
      parent: no,
    });
    send(account, num, no + 10);
  }
  addBatch(account, {
    num: 1,
    no: 21,
    step: 'create-contact',
    state: 'continued',
    seq: 1,
    rows: '2',
    body: bodyOf('Kari'),
  });
  send(account, 1, 21);
  addBatch(account, {
    ...{ num: 1, no: 31, step: 'read-back', state: 'booked', seq: 1, rows: '2', body: bodyOf('Kari') },
    parent: 21,
  });
  addBatch(account, {
    num: 1,
    no: 22,
    step: 'create-contact',
    state: 'booked',
    seq: 2,
    rows: '3',
    body: bodyOf('Ola'),
  });
  send(account, 1, 22);
  const trail = ['2', '3', '4', '5'].map((line) => ({ row: line, 'service ID': '' }));
  for (const [at, each] of account.said.contacts.entries()) trail[at]!['service ID'] = String(each.id);
  const rows = { read: 4, booked: 2, held: 1, rejected: 0, duplicate: 1, skipped: 0, inDoubt: 0, pending: 0 };
  const contacts = { created: 2, existing: 1, held: 1, rejected: 0, inDoubt: 0 };
  account.said.shown = [
    { num: 1, receipt: { rows, contacts }, trail },
    { num: 2, receipt: { rows: { read: 1, booked: 1, pending: 0 } }, trail: [] },
  ];
  return account;
}

const bodyOf = (Name: string) => ({ Info: { Name }, CustomValues: CUSTOM });
const setAside = (seq: number, rows: string, state: string) => ({
  ...{ import: 1, seq, source: 0, key: '', rows, row_count: 1, state, totals: '{}' },
});

function addBatch(account: Account, { num, no, step, state, seq, rows, body, parent = null }: Account): void {
  const text = JSON.stringify(body);
  const count = rows === '' ? 0 : 1;
  const batch = {
    import: num,
    no,
    parent,
    source: 0,
    state,
    step,
    entries: 1,
    rows: count,
    totals: '{}',
    attempt: null,
  };
  account.ledger.batches.push({ ...batch, sha256: sha(text) });
  const entries = JSON.stringify([[seq, '', rows, count, '', 1, `claim-${seq}`, 0, text.length]]);
  account.ledger.bodies.push({ import: num, no, entries, body: Buffer.from(text) });
}

/** A try to send a batch: what the proxy saw, what the ledger wrote, and what the service did. */
export function send(account: Account, num: number, no: number, { whole = true, applied = true } = {}): string {
  const { ledger, requests, said } = account;
  const batch = ledger.batches.find((each: Account) => each.import === num && each.no === no);
  const body = JSON.parse(ledger.bodies.find((each: Account) => each.import === num && each.no === no).body);
  const n = ++account.sent;
  const id = `attempt-${n}`;
  batch.attempt = id;
  const times = { began_at: n * 1000, ended_at: n * 1000 + 500 };
  const evidence = JSON.stringify({ status: 200, body: `{"ID":${100 + n}}` });
  ledger.attempts.push({ id, import: num, batch: no, ...times, outcome: whole ? 'booked' : 'in-doubt', evidence });
  const reply = { replyStatus: 200, replyWhole: whole, ended: whole ? 'reply' : 'reset' };
  const bodySha256 = batch.step === 'activate-field' ? sha('') : batch.sha256;
  const request = { requestBytes: 100, requestWhole: true, bodySha256, connectedAt: n * 1000, at: {} };
  requests.push({ n, id, method: 'POST', path: PATHS[batch.step], ...request, ...reply });
  if (!applied) return id;
  if (batch.step === 'create-contact')
    said.contacts.push({ id: 100 + n, requestId: id, body, is: contact(body.Info.Name) });
  else if (batch.step === 'create-field') {
    const model = body.ModelID === 133 ? 'Contact' : 'Product';
    const type = TYPES[FIELDS.indexOf(body.Name)];
    said.fields.push({ id: 100 + n, name: body.Name, model, type, nullable: true, status: 20, requestId: id });
  } else said.fields.find(({ name }: Account) => name === body.Name).status = 30;
  return id;
}
