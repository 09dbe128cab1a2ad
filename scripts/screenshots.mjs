// Pictures of every screen, light and dark, out of a real `bilag start` beside a sandbox:   npm run screenshots [-- NAME... --whole]
// They are written to docs/screens/; --whole: with all that is further down. So that the same screen gives the same picture, the
// browser's clock stands still, times that bilag tells are moved to it, and what is particular to this machine has other names.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withBrowser } from '../bench/dashboard/screen.mjs';
import { startBilag } from '../bench/dashboard/start-bilag.mjs';
import { startService } from '../bench/service.mjs';
import { tidyAtExit, workFolder } from '../bench/tidy.mjs';
import { DEMO_SAMPLES } from '../build/cli/demo/demo-samples.js';
import { SCREENS } from './screens/screens.mjs';
import { april, may, rents } from './screens/shop-files.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FOLDER = join(ROOT, 'docs', 'screens');
/** What the browser takes the time to be. */
const NOW = Date.parse('2026-05-04T07:30:00Z');
/** Between two files that were brought in, on that clock, in milliseconds. */
const APART_MS = 47 * 60_000;
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 380, height: 800 };
/** A picture that is larger is told of, in bytes: it would be committed. */
const LARGE_BYTES = 120_000;

/** What the shop has brought in. @returns ids by name */
async function bringIn(bilag, service) {
  const ids = {};
  const bring = async (name, job, file, body, more = '') => {
    const query = `job=${job}&name=${encodeURIComponent(file)}${more}`;
    const { import: id } = await bilag.ask(`/api/imports?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    });
    await bilag.rested(id);
    ids[name] = id;
  };
  for (const { file, job } of DEMO_SAMPLES) await bring(file, job, file, readFileSync(join(ROOT, 'samples', file)));
  await bring(
    'again',
    'bookings',
    'bookings (kopi).csv',
    readFileSync(join(ROOT, 'samples', 'bookings.csv')),
    '&force=true',
  );
  await bring('april', 'bookings', 'april-2026.csv', april());
  await bring('planned', 'bookings', 'mai-2026.csv', may(), '&dryRun=true');
  await fetch(`${service.url}/sandbox/next`, {
    method: 'POST',
    body: JSON.stringify({ faults: ['reset-after'], path: 'POST /api/biz/journalentries' }),
  });
  await bring('doubt', 'bookings', 'husleie-mai.csv', rents());
  return ids;
}

/**
 * What stands in the answers in place of what is different every time.
 * @param imports as the interface lists them, newest first
 */
function settled(imports, { folder }, service) {
  const begun = imports.map(({ takenIn }) => Date.parse(takenIn)).reverse();
  const moved = (time) => {
    const at = Date.parse(time);
    const place = begun.findLastIndex((each) => each <= at);
    const since = place < 0 ? 0 : Math.min(at - begun[place], APART_MS);
    const to = NOW - (begun.length - Math.max(0, place)) * APART_MS + since;
    return new Date(Math.floor(to / 60_000) * 60_000).toISOString();
  };
  const names = [
    [folder, '/srv/bilag'],
    [service.url, 'https://accounting.example'],
    [`"${userInfo().username}"`, '"kari"'],
    [`"${hostname()}"`, '"office"'],
  ];
  return (text) =>
    names
      .reduce((named, [from, to]) => named.replaceAll(from, to), text)
      .replaceAll(/"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g, (_, time) => `"${moved(time)}"`);
}

async function stopClock(page, settle) {
  await page.clock.setFixedTime(NOW);
  await page.route(/\/api\//, async (route) => {
    // A stream has no end that could be waited for.
    if (route.request().headers().accept === 'text/event-stream') return route.continue();
    const response = await route.fetch();
    if (!(response.headers()['content-type'] ?? '').includes('json')) return route.fulfill({ response });
    return route.fulfill({ response, body: settle(await response.text()) });
  });
}

async function take(browser, bilag, screen, ids, settle, { dark, narrow, whole }) {
  const context = await browser.newContext({
    baseURL: bilag.url,
    viewport: narrow ? NARROW : WIDE,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await stopClock(page, settle);
  await page.goto(screen.path(ids));
  await page.getByText(screen.there).first().waitFor();
  await screen.show?.(page);
  // What is asked for is there, and what moved has come to rest.
  await page.waitForFunction(() => document.querySelector('.loading') === null);
  await sleep(400);
  const name = `${screen.name}${narrow ? '-380' : ''}-${dark ? 'dark' : 'light'}.png`;
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: whole });
  writeFileSync(join(FOLDER, name), picture);
  await context.close();
  console.log(
    `docs/screens/${name}  ${Math.round(picture.length / 1000)} kB${picture.length > LARGE_BYTES ? '  (large)' : ''}`,
  );
}

async function main() {
  tidyAtExit();
  mkdirSync(FOLDER, { recursive: true });
  const wanted = process.argv.slice(2).filter((each) => each !== '--whole');
  const whole = process.argv.includes('--whole');
  const main = join(ROOT, 'dist', 'main.js');
  const service = await startService();
  const jobs = join(workFolder(), 'office', 'jobs');
  cpSync(join(ROOT, 'jobs'), jobs, { recursive: true });
  const bank = readFileSync(join(jobs, 'bank.yaml'), 'utf8');
  const schedule = 'schedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }\nfetch: { path: exports/bank*.csv }\n';
  const bilag = await startBilag(main, service, { files: { 'jobs/bank.yaml': `${bank}\n${schedule}` } });
  try {
    const ids = await bringIn(bilag, service);
    const settle = settled((await bilag.ask('/api/imports')).imports, bilag, service);
    await withBrowser(
      async (browser) => {
        for (const screen of SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
          for (const dark of [false, true]) {
            await take(browser, bilag, screen, ids, settle, { dark, whole, narrow: false });
            if (screen.narrow) await take(browser, bilag, screen, ids, settle, { dark, whole, narrow: true });
          }
        }
      },
      { FONTCONFIG_FILE: join(ROOT, 'scripts', 'screens', 'fonts.conf') },
    );
  } finally {
    await bilag.stop();
    await service.stop();
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(`\nThe pictures failed: ${error.stack}`);
    process.exit(1);
  },
);
