import type { TargetedSubmitEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type ApiFailure, ask } from '../../api.ts';
import { duration } from '../../format.ts';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { awaited, type SessionUser, signedIn } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import './sign-in.css';

/** Who is there says so; somebody whose session ended goes on where she was. */
export function SignIn() {
  const t = common.signIn;
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { isBusy, failure, act } = useAction();
  const before = awaited.value?.name ?? '';

  useLayoutEffect(() => {
    const focused = document.activeElement;
    (before === '' ? name : password).current?.focus();
    return () =>
      requestAnimationFrame(() => {
        const back = focused instanceof HTMLElement && focused !== document.body && focused.isConnected;
        (back ? focused : document.getElementById('content'))?.focus();
      });
  }, []);

  const signIn = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy.value) return;
    const json = { name: name.current?.value, password: password.current?.value };
    if (await act(async () => signedIn(await ask<SessionUser>('/api/session', { json })))) return;
    if (password.current !== null) password.current.value = '';
    password.current?.focus();
  };

  return (
    <main class="sign-in">
      <p class="mark">bilag</p>
      <div class="sheet pad">
        <h1>{t.title}</h1>
        <p class="about">{before === '' ? t.about : t.over}</p>
        <form onSubmit={(event) => void signIn(event)}>
          {failure.value !== undefined && <Refusal failure={failure.value} />}
          <label>
            {t.name}
            <input
              ref={name}
              name="username"
              defaultValue={before}
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              required
            />
          </label>
          <label>
            {t.password}
            <input ref={password} name="password" type="password" autocomplete="current-password" required />
          </label>
          <button type="submit" class="primary" aria-disabled={isBusy.value}>
            {isBusy.value ? t.busy : t.submit}
          </button>
        </form>
      </div>
      <div class="end">
        <LanguageChoice />
      </div>
    </main>
  );
}

/** Why it did not go, in the language of the page. */
function Refusal({ failure }: { readonly failure: ApiFailure }) {
  const t = common.signIn;
  const { retryAfter = 1 } = (failure.body as { error?: { retryAfter?: number } } | undefined)?.error ?? {};
  const said: Readonly<Record<string, readonly [string, string]>> = {
    'sign-in-refused': [t.refused, t.forgotten],
    'too-many-attempts': [t.tooMany, t.wait(duration(retryAfter))],
    'too-many': [t.tooBusy, ''],
  };
  const [what, more] = said[failure.code] ?? [];
  if (what === undefined) return <Failure failure={failure} />;
  return (
    <Notice tone="bad">
      <p>
        <strong>{what}</strong> {more}
      </p>
    </Notice>
  );
}
