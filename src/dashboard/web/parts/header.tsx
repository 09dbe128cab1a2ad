import { ask } from '../api.ts';
import { isLive } from '../live.ts';
import { path } from '../route.ts';
import { leave, may, user } from '../session.ts';
import { common } from '../words.ts';
import { DoubtCount } from './doubt-count.tsx';
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
  const { nav } = common.value;
  const here = (to: string) =>
    to === '/' ? path.value === '/' || path.value.startsWith('/imports') : path.value === to;
  return (
    <header class="top">
      <Link to="/" class="brand">
        bilag
      </Link>
      <nav>
        {PLACES.map(([to, name]) => (
          <Link key={to} to={to} aria-current={here(to) ? 'page' : undefined}>
            {nav[name]}
            {name === 'doubt' && <DoubtCount />}
          </Link>
        ))}
        {may('administrator') && <a href="/queues">{nav.queues}</a>}
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
