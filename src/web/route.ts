import { computed, signal } from '@preact/signals';

/** Path and query of the page, as the address bar has them. */
const place = signal(location.pathname + location.search);
addEventListener('popstate', () => {
  place.value = location.pathname + location.search;
});

/** `/imports/01M7…` */
export const path = computed(() => place.value.split('?')[0]!);
/** `?state=in-doubt` */
export const query = computed(() => new URLSearchParams(place.value.split('?')[1] ?? ''));

/** Goes to another page of the dashboard. */
export function go(to: string): void {
  if (to === place.value) return;
  history.pushState(null, '', to);
  place.value = to;
  scrollTo(0, 0);
}

/** Changes the query of the page without a step in the browser's history: filters, sorting. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const next = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  const to = path.value + (text === '' ? '' : `?${text}`);
  history.replaceState(null, '', to);
  place.value = to;
}

/** The parts of a path that stand for `:name` in a pattern; undefined where it does not fit. */
export function match(pattern: string, given: string): Readonly<Record<string, string>> | undefined {
  const parts = given.split('/');
  const wanted = pattern.split('/');
  if (parts.length !== wanted.length) return undefined;
  const found: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(':')) found[part.slice(1)] = decodeURIComponent(parts[at]!);
    else if (part !== parts[at]) return undefined;
  }
  return found;
}
