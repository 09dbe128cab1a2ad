import { signal } from '@preact/signals';
import { type ApiFailure, ask } from './api.ts';
import { isLanguageLost } from './language.ts';
import { asFailure } from './load.ts';
import { Header } from './parts/header.tsx';
import { Loading } from './parts/loading.tsx';
import { NotLoaded } from './parts/not-loaded.tsx';
import { Failure } from './parts/notice.tsx';
import { type Standing, Troubles } from './parts/troubles.tsx';
import { usePolled } from './poll.ts';
import { path } from './route.ts';
import { screenOf } from './screens/screens.ts';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { awaited, type SessionUser, user } from './session.ts';
import { common } from './words.ts';

const UNAUTHORISED = 401;
/** Between two looks at what is in trouble, in milliseconds. */
const LOOK_MS = 5_000;

/** The page's title, and the class that the styles of a screen belong to (vite.config.ts). */
export function namePage(): void {
  document.documentElement.className = `on-${user.value ? screenOf(path.value)?.name : 'sign-in'}`;
  document.title = user.value ? `${screenOf(path.value)?.title ?? common.notFound} · bilag` : 'bilag';
}

const failure = signal<ApiFailure>();

/** Asks who is signed in: nobody is an answer too. */
export async function askWho(): Promise<void> {
  try {
    failure.value = undefined;
    user.value = await ask<SessionUser>('/api/session');
  } catch (error) {
    const found = asFailure(error);
    if (found.status === UNAUTHORISED) user.value = null;
    else failure.value = found;
  }
}

export function App() {
  if (failure.value !== undefined) {
    return (
      <main class="sign-in">
        <Failure failure={failure.value} again={() => void askWho()} />
      </main>
    );
  }
  if (user.value === undefined) return <Loading />;
  const whose = user.value ?? awaited.value;
  return (
    <>
      {isLanguageLost.value && <NotLoaded />}
      {user.value === null && <SignIn />}
      {/* Hidden, not gone: who signs in again is where she was, with all that she had begun. */}
      {whose !== undefined && (
        <div class="screens" key={`${whose.name} ${whose.role}`} hidden={user.value === null}>
          <Screens />
        </div>
      )}
    </>
  );
}

function Screens() {
  const screen = screenOf(path.value);
  const standing = usePolled<Standing>('/api/standing', LOOK_MS).loaded.value;
  return (
    <>
      <a class="skip-link" href="#content">
        {common.skipToContent}
      </a>
      <Header companies={standing.value?.companies} />
      <Troubles of={standing.value?.troubles} unreachable={standing.failure?.status === 0} />
      <main id="content" tabIndex={-1}>
        {screen === undefined ? (
          <div class="empty">
            <h1>{common.notFound}</h1>
            <a href="/">{common.toImports}</a>
          </div>
        ) : (
          <screen.Shown key={screen.id} id={screen.id} />
        )}
      </main>
    </>
  );
}
