import { provideChromium } from '../../scripts/provide-chromium.mjs';

/**
 * Vitest's global setup of the browser tests: they are given a Chromium, on a machine that had none before too. A developer
 * who has none and can't be given one is told so, and the tests are skipped; where CI is set that is a failure.
 */
export default function setup({ provide }) {
  const { path, missing } = provideChromium();
  if (path === undefined && process.env.CI) throw new Error(missing);
  if (path === undefined) console.error(`The tests in a browser are skipped. ${missing}`);
  provide('chromium', path ?? '');
}
