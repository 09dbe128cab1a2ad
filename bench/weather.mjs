// How fast bilag is with a service in bad weather. Run by hand: node bench/weather.mjs [scenario…] [--program dist/main.js]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanEnvironment } from './measure.mjs';
import { createRandom } from './random.mjs';

/** How long the service takes over each request, in milliseconds. */
const SERVICE_MS = 5;
/** An import that takes longer is given up, in milliseconds. */
const GIVEN_UP_MS = 290_000;
const SECOND_MS = 1_000;
const ENTRIES = 400;
const LINES = 3;
const FIRST_ACCOUNT = 10_000;
/** Look-ups in a second that the limited service allows. */
const ALLOWED = 5;
const LIMITED_ACCOUNTS = 150;

const tooMany = (after) => ({ status: 429, headers: after === undefined ? {} : { 'retry-after': String(after) } });
const RESET = { reset: true };
const GARBAGE = { status: 200, body: '<html>' };

/** One look-up in five fails (429, 503, reset), one booking in ten is answered 429. */
const weather = (retryAfter) => ({
  accounts: 1_000,
  lookUp: (random) => {
    const draw = random() * 15;
    return draw < 1 ? tooMany(retryAfter) : draw < 2 ? { status: 503 } : draw < 3 ? RESET : undefined;
  },
  booking: (random) => (random() < 0.1 ? tooMany(retryAfter) : undefined),
});

/** No more than ALLOWED look-ups within a second; what is refused does not count. */
const limited = (retryAfter, more = {}) => {
  const taken = [];
  return {
    accounts: LIMITED_ACCOUNTS,
    allowed: ALLOWED,
    lookUp: () => {
      const now = performance.now();
      while (taken.length > 0 && now - taken[0] >= SECOND_MS) taken.shift();
      if (taken.length >= ALLOWED) return tooMany(retryAfter);
      taken.push(now);
      return undefined;
    },
    ...more,
  };
};

const SCENARIOS = {
  calm: () => ({ accounts: 1_000 }),
  weather: () => weather(undefined),
  'weather-retry-after': () => weather(1),
  'limited-429': () => limited(undefined),
  'limited-retry-after': () => limited(1),
  'limited-rate': () => limited(1, { service: { rate: { requests: ALLOWED, per: '1s' } } }),
  garbage: () => ({ accounts: 1_000, lookUp: (random) => (random() < 0.01 ? GARBAGE : undefined) }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { program: { type: 'string', default: 'dist/main.js' }, seed: { type: 'string', default: '1' } },
});
for (const name of positionals.length > 0 ? positionals : Object.keys(SCENARIOS)) {
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`No scenario ${name}; known: ${Object.keys(SCENARIOS).join(', ')}.`);
  console.log(JSON.stringify({ scenario: name, ...(await run(scenario())) }));
}

async function run({ accounts, allowed, lookUp = () => undefined, booking = () => undefined, service = {} }) {
  const random = createRandom(Number(values.seed));
  const counts = { lookUps: 0, answered: 0, bookings: 0, booked: 0 };
  const lookedUpAt = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await new Promise((go) => setTimeout(go, SERVICE_MS));
    const isBooking = request.method === 'POST';
    counts[isBooking ? 'bookings' : 'lookUps']++;
    const fault = isBooking ? booking(random) : lookUp(random);
    if (fault?.reset) return void request.socket.resetAndDestroy();
    if (fault !== undefined) return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    let body = [];
    if (isBooking) {
      const entries = JSON.parse(Buffer.concat(chunks).toString());
      counts.booked += entries.length;
      body = entries.map(() => ({ ID: counts.booked }));
    } else {
      counts.answered++;
      lookedUpAt.push(performance.now());
      const asked = /AccountNumber eq (\d+)/.exec(decodeURIComponent(request.url))?.[1];
      if (asked) body = [{ ID: Number(asked), AccountNumber: Number(asked), AccountName: 'Konto', VatTypeID: null }];
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'bilag-weather-'));
  try {
    mkdirSync(join(folder, 'jobs'));
    const main = { baseUrl: `http://127.0.0.1:${server.address().port}`, ...service };
    writeFileSync(join(folder, 'bilag.yaml'), JSON.stringify({ services: { main } }));
    writeFileSync(
      join(folder, 'jobs', 'journal.yaml'),
      'kind: bookings\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n',
    );
    writeFileSync(join(folder, 'vouchers.csv'), vouchers(accounts));
    const began = performance.now();
    const child = spawn(process.execPath, [resolve(values.program), 'import', 'vouchers.csv', '--job', 'journal'], {
      cwd: folder,
      env: cleanEnvironment({ BILAG_HOME: join(folder, 'home'), BILAG_DASHBOARD: '127.0.0.1:0' }),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const giveUp = setTimeout(() => child.kill('SIGTERM'), GIVEN_UP_MS);
    const [code] = await once(child, 'exit');
    clearTimeout(giveUp);
    const seconds = round((performance.now() - began) / SECOND_MS);
    const span = (lookedUpAt.at(-1) - lookedUpAt[0]) / SECOND_MS;
    // Between the first and the last of n look-ups lie n - 1 of them; the first ALLOWED come at once.
    const used = allowed && round((lookedUpAt.length - allowed) / span / allowed);
    return { code, seconds, ...counts, ...(allowed === undefined ? {} : { used }) };
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function vouchers(accounts) {
  const rows = ['Bilag;Dato;Konto;Beløp;Tekst'];
  for (let entry = 0; entry < ENTRIES; entry++) {
    for (let line = 0; line < LINES; line++) {
      const account = FIRST_ACCOUNT + ((entry * LINES + line) % accounts);
      rows.push(`${entry + 1};05.01.2026;${account};${line === 0 ? LINES - 1 : -1},00;Bilag ${entry + 1}`);
    }
  }
  return `${rows.join('\n')}\n`;
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
