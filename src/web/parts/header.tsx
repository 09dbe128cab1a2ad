import { useEffect, useRef } from 'preact/hooks';
import { ask } from '../api.ts';
import { doubtCount, followDoubtCount } from '../doubt-count.ts';
import { count } from '../format.ts';
import { isLive } from '../live.ts';
import { path } from '../route.ts';
import { leave, may, user } from '../session.ts';
import { common } from '../words.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Link } from './link.tsx';

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

/** The top of every page: where to go, and who is here. */
export function Header() {
  const names = common.value.nav;
  const nav = useRef<HTMLElement>(null);
  const here = (to: string) =>
    to === '/' ? path.value === '/' || path.value.startsWith('/imports') : path.value === to;
  // On a narrow screen the places scroll sideways: the one that is shown is seen whole.
  useEffect(() => {
    const shown = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (!nav.current || !shown) return;
    const { left, right } = nav.current.getBoundingClientRect();
    const at = shown.getBoundingClientRect();
    nav.current.scrollLeft += Math.max(0, at.right - right) + Math.min(0, at.left - left);
  }, [path.value, doubtCount.value]);
  return (
    <header class="top">
      <Link to="/" class="brand">
        bilag
      </Link>
      <nav ref={nav}>
        {PLACES.map(([to, name]) => (
          <Link key={to} to={to} aria-current={here(to) ? 'page' : undefined}>
            {names[name]}
            {name === 'doubt' && <DoubtCount />}
          </Link>
        ))}
        {may('administrator') && <a href="/queues">{names.queues}</a>}
      </nav>
      <div class="top-end">
        {isLive.value && (
          <span class="live" title={common.value.live}>
            <span class="visually-hidden">{common.value.live}</span>
          </span>
        )}
        <LanguageChoice />
        {user.value?.signIn && (
          <>
            <span class="who">{user.value.name}</span>
            <button type="button" class="plain" onClick={() => void signOut()}>
              {common.value.signOut}
            </button>
          </>
        )}
      </div>
    </header>
  );
}

/** How many batches wait for an answer, beside the way to them; nothing where none does. */
function DoubtCount() {
  useEffect(followDoubtCount, []);
  return doubtCount.value === 0 ? null : <span class="nav-count">{count(doubtCount.value)}</span>;
}
