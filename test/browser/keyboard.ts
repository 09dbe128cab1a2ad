import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses of Tab after which a place is taken to be out of reach. */
const TABS_MAX = 80;

/** Tab passes by a button for as long as it is disabled. */
export const canBePressed = (wanted: Locator) => expect.poll(() => wanted.isEnabled()).toBe(true);

/** Presses Tab until something has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const isFocused = () => wanted.evaluate((element) => element === document.activeElement);
  await wanted.waitFor();
  await canBePressed(wanted);
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}.`);
}
