import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { language, worded } from '../language.ts';
import { Loading } from '../parts/loading.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';

/** The words of screens: a folder's are one script in each language (vite.config.ts). */
const WORDS = import.meta.glob(['./*/words.*.ts', '!./sign-in/*']);

/**
 * A screen whose script is loaded when it is first shown: who looks at the imports does not wait for the others.
 * @param name of its folder
 */
export function later<Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const found = useSignal<{ readonly Shown?: ComponentType<Props>; readonly isGone?: true }>(
      loaded === undefined ? {} : { Shown: loaded },
    );
    useEffect(() => {
      if (loaded !== undefined) return;
      // Its words on the way already: only the script itself says which it needs, and waits for them.
      WORDS[`./${name}/words.${language.peek()}.ts`]?.().catch(() => undefined);
      load()
        .then(async (Shown) => {
          await worded();
          loaded = Shown;
          found.value = { Shown };
        })
        .catch(() => {
          found.value = { isGone: true };
        });
    }, []);
    const { Shown, isGone } = found.value;
    if (Shown !== undefined) return <Shown {...props} />;
    return isGone ? <NotLoaded /> : <Loading />;
  };
}
