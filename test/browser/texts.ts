import type { BrowserContext, Page, Response } from 'playwright-core';

/** Texts that a person sees on a page, or has read out: of elements, labels, titles, placeholders. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (!node.parentElement?.closest('script, style, noscript')) found.add(node.data);
        continue;
      }
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        found.add((node as Element).getAttribute(name) ?? '');
    }
    return [...found].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /\p{L}{3}/u.test(text));
  });
}

/** Keeps the texts that the server answers: what a page shows of them is told, not worded, by the page. */
export function keepAnswers(context: BrowserContext): { has(text: string): Promise<boolean> } {
  const bodies: Promise<string[]>[] = [];
  context.on('response', (response: Response) => {
    if ((response.headers()['content-type'] ?? '').includes('json')) bodies.push(valuesOf(response));
  });
  return {
    async has(text) {
      const values = (await Promise.all(bodies)).flat();
      // A message and what to do stand in one text.
      return text.split(/(?<=\.) /).every((sentence) => values.some((value) => value.includes(sentence)));
    },
  };
}

/** Texts in an answer, codes of states and the like left out: these are worded by the page. */
async function valuesOf(response: Response): Promise<string[]> {
  const found: string[] = [];
  const take = (value: unknown): void => {
    if (typeof value === 'string' && !/^[a-z][a-zA-Z-]*$/.test(value)) found.push(value.replaceAll(/\s+/g, ' '));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take);
  };
  take(await response.json().catch(() => undefined));
  return found;
}
