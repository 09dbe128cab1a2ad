import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';

export interface PersonOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** As the browser asks for it. */
  readonly language?: 'en-GB' | 'nb-NO';
  /** How far their clock is ahead, in milliseconds: some answers can be given only a while after a request. */
  readonly aheadMs?: number;
  /** Where the dashboard is for this person; default: where it is. */
  readonly url?: string;
}

/** Somebody at a browser of their own: cookies and settings are theirs. */
export interface Person {
  /** Goes to a page of the dashboard in a new tab, and waits until its screen is there. */
  open(path?: string): Promise<Page>;
  /** What goes wrong and is expected to: matched against what the browser says of it. */
  expects(trouble: RegExp): void;
  readonly context: BrowserContext;
  /** Closes the browser's window. @param pictures where to draw what is in it, for whoever looks for a mistake @returns what went wrong in it */
  leave(pictures?: string): Promise<string[]>;
}

/** What any step may take, in milliseconds. */
const STEP_MS = 90_000;

/** Opens a window. Errors, warnings, what the content security policy forbids, and requests to elsewhere are kept. */
export async function sitDown(browser: Browser, url: string, options: PersonOptions = {}): Promise<Person> {
  const { width = 1280, height = 800, dark = false, language = 'en-GB', aheadMs } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: language,
    timezoneId: 'Europe/Oslo',
    // Colours are looked at when nothing moves any more.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_MS);
  if (aheadMs !== undefined) await context.clock.install({ time: Date.now() + aheadMs });
  const troubles: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type())) return;
    troubles.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => troubles.push(`error: ${error.error().stack}`));
  context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !/^(blob|data):/.test(address)) troubles.push(`asks elsewhere: ${address}`);
  });
  return {
    context,
    async open(path = '/') {
      const page = await context.newPage();
      await page.goto(path);
      await page.locator('main').waitFor();
      return page;
    },
    expects: (trouble) => void expected.push(trouble),
    async leave(pictures) {
      if (pictures !== undefined) {
        for (const [at, page] of context.pages().entries())
          await page.screenshot({ path: `${pictures}-${at}.png`, fullPage: true });
      }
      await context.close();
      return troubles.filter((each) => !expected.some((pattern) => pattern.test(each)));
    },
  };
}
