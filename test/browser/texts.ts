import type { Page } from 'playwright-core';

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
