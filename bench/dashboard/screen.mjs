import { chromium } from 'playwright-core';
import { provideChromium } from '../../scripts/provide-chromium.mjs';

const VIEWPORT = { width: 1280, height: 800 };
/** Times that the page is opened anew. */
const OPENED = 5;
/** What is turned at once, how often a second, and for how long: a person who looks through a long list. */
const WHEEL_PX = 240;
const WHEEL_MS = 33;
const SCROLLED_MS = 6_000;
/** A frame that takes longer is seen to stutter, in milliseconds. */
const LONG_FRAME_MS = 50;
const STEP_MS = 120_000;

/** Runs work with a browser. @param env further variables of its environment */
export async function withBrowser(work, env = {}) {
  const { path, missing } = provideChromium();
  if (path === undefined) throw new Error(missing);
  const browser = await chromium.launch({
    executablePath: path,
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...process.env, ...env },
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Opens a page several times with nothing kept by the browser.
 * @param there a selector: what the page is opened for
 * @returns `[{paint, there}]`, milliseconds from the start of the navigation to the first text that is painted, and to what it is opened for
 */
export async function openings(browser, address, there) {
  const found = [];
  for (let i = 0; i < OPENED; i++) {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
    const page = await context.newPage();
    await page.addInitScript(watchFor, there);
    await page.goto(address);
    await page.waitForFunction(() => window.thereAt !== undefined, undefined, { timeout: STEP_MS });
    found.push(
      await page.evaluate(() => ({
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        there: window.thereAt,
      })),
    );
    await context.close();
  }
  return found;
}

/** In the page: the moment in which the frame is drawn that first has it. */
function watchFor(selector) {
  const look = () => {
    if (document.querySelector(selector) === null) requestAnimationFrame(look);
    else window.thereAt = performance.now();
  };
  requestAnimationFrame(look);
}

/**
 * Scrolls through a page by the wheel.
 * @returns `{frames, long, longest, scrolled}`: frames drawn, how many took over 50 ms, the longest in milliseconds, and how far it got in pixels
 */
export async function scrolling(browser, address, there) {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(there).first().waitFor({ timeout: STEP_MS });
  const box = await page.locator(there).first().boundingBox();
  await page.mouse.move(
    Math.min(box.x + box.width / 2, VIEWPORT.width / 2),
    Math.min(box.y + box.height / 2, VIEWPORT.height - 50),
  );
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      window.frames_.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (const until = performance.now() + SCROLLED_MS; performance.now() < until; ) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(WHEEL_MS);
  }
  const { times, scrolled } = await page.evaluate(() => ({
    times: window.frames_,
    scrolled: Math.max(scrollY, ...[...document.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)),
  }));
  await context.close();
  return {
    frames: times.length,
    long: times.filter((each) => each > LONG_FRAME_MS).length,
    longest: Math.max(...times),
    scrolled,
  };
}
