import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const GRAVE: readonly unknown[] = ['serious', 'critical'];

/**
 * What axe-core finds on a page that keeps people from using it: rule, what it says, and where.
 * @param only these rules; default: all that stand for the guidelines
 */
export async function barriers(page: Page, only?: readonly string[]): Promise<string[]> {
  // Told to the browser, not put into the page: its content security policy forbids that.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([type, values]) => (window as unknown as { axe: typeof axe }).axe.run({ runOnly: { type, values: [...values] } }),
    only === undefined ? (['tag', RULES] as const) : (['rule', only] as const),
  );
  return violations
    .filter(({ impact }) => GRAVE.includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}. ${failureSummary}`),
    );
}

/** What makes a page scroll sideways, or lies beyond its edge where nobody gets to it. Empty where all is well. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
    const scrolls = (element: Element | null): boolean => {
      if (element === null || element === document.body || element === document.documentElement) return false;
      const { overflowX } = getComputedStyle(element);
      return overflowX === 'auto' || overflowX === 'scroll' || scrolls(element.parentElement);
    };
    const found: string[] = [];
    const beyond = document.documentElement.scrollWidth - width;
    if (beyond > 0) found.push(`the page scrolls sideways by ${beyond} px`);
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { left, right, width: wide } = element.getBoundingClientRect();
      if (wide <= 1 || (left >= -1 && right <= width + 1) || scrolls(element.parentElement)) continue;
      // A link that comes into view when it is reached by keyboard.
      if (element.matches('.skip-link, .visually-hidden')) continue;
      found.push(`${name(element)} reaches from ${Math.round(left)} to ${Math.round(right)} of ${width} px`);
    }
    return found;
  });
}
