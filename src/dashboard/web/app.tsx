import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from './api.ts';
import { Header } from './parts/header.tsx';
import { Loading } from './parts/loading.tsx';
import { path } from './route.ts';
import { screenOf } from './screens/screens.ts';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { type SessionUser, user } from './session.ts';
import { common } from './words.ts';

/** Asks who is signed in: nobody is an answer too. */
async function askWho(): Promise<void> {
  try {
    user.value = await ask<SessionUser>('/api/session');
  } catch {
    user.value = null;
  }
}

effect(() => {
  document.title = user.value ? `${screenOf(path.value)?.title() ?? common.value.notFound} · bilag` : 'bilag';
});

export function App() {
  useEffect(() => void askWho(), []);
  if (user.value === undefined) return <Loading />;
  if (user.value === null) return <SignIn />;
  const screen = screenOf(path.value);
  return (
    <>
      <a class="skip-link" href="#content">
        {common.value.skipToContent}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        {screen === undefined ? (
          <p class="empty">
            {common.value.notFound} <a href="/">{common.value.toImports}</a>
          </p>
        ) : (
          <screen.Shown key={screen.id} id={screen.id} />
        )}
      </main>
    </>
  );
}
