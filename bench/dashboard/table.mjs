import { count } from '../report.mjs';

/** Milliseconds to the first paint, and of the slowest of twenty requests, at most. */
const PAINT_TARGET_MS = 1_000;
const REQUEST_TARGET_MS = 100;
const SCRIPT_TARGET_BYTES = 60_000;

const ms = (value) => `${Math.round(value)} ms`;
const mark = (reached) => (reached ? '✓' : '✗');

/** What the dashboard takes: `[{title, columns, rows, notes}]`. */
export function dashboardTables({ dashboard }) {
  if (dashboard === undefined) return [];
  return [screenTable(dashboard), requestTable(dashboard)];
}

function screenTable({ failedRows, paint, there, scrolling: { frames, long, longest, scrolled }, scriptBytes }) {
  return {
    title: `The dashboard: ${count(failedRows)} failed rows on the screen`,
    columns: [
      ['what', 'left'],
      ['middle', 'right'],
      ['worst', 'right'],
      ['target', 'right'],
      ['', 'left'],
    ],
    rows: [
      ['first paint', ms(paint.p50), ms(paint.max), `< ${ms(PAINT_TARGET_MS)}`, mark(paint.max < PAINT_TARGET_MS)],
      ['first rows are there', ms(there.p50), ms(there.max), '', ''],
      ['frames over 50 ms while scrolling', `${long} of ${count(frames)}`, ms(longest), '', ''],
      [
        'scripts of all screens in one language, in Brotli',
        `${(scriptBytes / 1000).toFixed(1)} kB`,
        '',
        `< ${SCRIPT_TARGET_BYTES / 1000} kB`,
        mark(scriptBytes < SCRIPT_TARGET_BYTES),
      ],
    ],
    notes: [
      `Chromium without a window, nothing kept by it, on the machine that runs bilag; the wheel was turned through ${count(scrolled)} pixels.`,
    ],
  };
}

function requestTable({ rows, requests }) {
  return {
    title: `The dashboard: requests while ${count(rows)} rows are imported`,
    columns: [
      ['what is asked for', 'left'],
      ['requests', 'right'],
      ['p50', 'right'],
      ['p95', 'right'],
      ['longest', 'right'],
      ['target of p95', 'right'],
      ['', 'left'],
    ],
    rows: requests.map(({ name, count: sent, p50, p95, max }) => [
      name,
      count(sent),
      ms(p50),
      ms(p95),
      ms(max),
      `< ${ms(REQUEST_TARGET_MS)}`,
      mark(p95 < REQUEST_TARGET_MS),
    ]),
    notes: [
      'One `bilag start` plans, posts and serves; the service runs on the same machine. The whole reply is read.',
    ],
  };
}
