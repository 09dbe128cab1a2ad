import type { Page } from 'playwright-core';
import { CHART_OF_ACCOUNTS } from '../../src/sandbox/reference/chart-of-accounts.ts';
import { VAT_TYPES } from '../../src/sandbox/reference/vat-types.ts';

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

/** Words in a row, which no name, code or detail for programs is: those are the same in every language. */
const isWorded = (text: string) => /\p{L}{2,} \p{L}{2,}/u.test(text);
/** Words that no Norwegian sentence has. */
const ENGLISH = /\b(the|and|was|were|which|this|with|without|from|has|have|been|not|does|its|nothing|another)\b/i;
/** As the service calls its accounts and VAT types, in one language for all. */
const NAMES: readonly string[] = [...CHART_OF_ACCOUNTS.map(([, name]) => name), ...VAT_TYPES.map(({ name }) => name)];
/** What else people may read in another language than theirs: it comes from files or from the service. */
const ALLOWED: readonly RegExp[] = [
  /^Salg (nr\. )?\d+/, // texts of the vouchers
  /^\{/, // answers of the service, as they came
  /^kind: /, // the file of a job
  /^\w+ E[A-Z]{4,}$/, // errors of the network, by the names that systems give them
];
/** Whether it reads as English: it stands on the English page too, or has words of that language. */
export const readsEnglish = (text: string, onEnglishPage: ReadonlySet<string>) =>
  isWorded(text) &&
  (onEnglishPage.has(text) || ENGLISH.test(text)) &&
  !ALLOWED.some((each) => each.test(text)) &&
  !NAMES.some((name) => text.endsWith(name));
