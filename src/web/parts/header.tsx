import { useEffect } from 'preact/hooks';
import { ask } from '../api.ts';
import { doubtCount, followDoubtCount } from '../doubt-count.ts';
import { count } from '../format.ts';
import { isLive } from '../live.ts';
import { path } from '../route.ts';
import { isOperator, leave, may, user } from '../session.ts';
import { common } from '../words.ts';
import { Icon } from './icon.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Link } from './link.tsx';
import { VoucherSearch } from './voucher-search.tsx';

const PLACES = [
  ['/', 'imports'],
  ['/new', 'new'],
  ['/doubt', 'doubt'],
  ['/jobs', 'jobs'],
] as const;

async function signOut(): Promise<void> {
  await ask('/api/session', { method: 'DELETE' }).catch(() => undefined);
  leave();
}

/** The top of every page: where to go, and who is here. On a telephone the places are below. */
export function Header({ companies = [] }: { readonly companies?: readonly string[] | undefined }) {
  const { nav, more, signOut: out, live } = common;
  const at = path.value;
  const here = (to: string) => (to === '/' ? at === '/' || at.startsWith('/imports') : at === to);
  const { name = '', signIn = false } = user.value ?? {};
  return (
    <header class="top">
      <Link to="/" class="brand" aria-label="bilag">
        <Icon of="bilag" />
        <span>bilag</span>
      </Link>
      {companies.length > 0 && <span class="company">{companies.join(', ')}</span>}
      <nav class="places">
        {PLACES.filter(([to]) => to !== '/new' || isOperator.value).map(([to, place]) => (
          <Link key={to} to={to} class={place} aria-current={here(to) ? 'page' : undefined}>
            <Icon of={place} />
            {nav[place]}
            {place === 'doubt' && <DoubtCount />}
          </Link>
        ))}
      </nav>
      <div class="top-end">
        <VoucherSearch />
        {isLive.value && (
          <span class="live" title={live}>
            <span class="visually-hidden">{live}</span>
          </span>
        )}
        {isOperator.value && (
          <Link to="/new" class={at === '/' ? 'btn primary' : 'btn'}>
            <Icon of="new" />
            {nav.new}
          </Link>
        )}
        <button type="button" class="avatar" popovertarget="account">
          {name.slice(0, 2).toUpperCase()} <span class="visually-hidden">{more(name)}</span>
        </button>
        <div id="account" popover="auto" class="pop">
          <b>{name}</b>
          <LanguageChoice />
          {may('administrator') && <a href="/queues">{nav.queues}</a>}
          {signIn && (
            <button type="button" onClick={() => void signOut()}>
              {out}
            </button>
          )}
        </div>
      </div>
    </header>
  );
}

/** How many batches wait for an answer, beside the way to them; nothing where none does. */
function DoubtCount() {
  useEffect(followDoubtCount, []);
  return doubtCount.value === 0 ? null : <span class="count">{count(doubtCount.value)}</span>;
}
