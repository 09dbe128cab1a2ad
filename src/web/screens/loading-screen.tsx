import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Words, worded } from '../language.ts';
import { Loading } from '../parts/loading.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';

/** A screen whose script and words are loaded when it is first shown: who looks at the imports does not wait for the others. */
export function later<Props extends object>(
  of: readonly Words<object>[],
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const found = useSignal<{ readonly Shown?: ComponentType<Props>; readonly isGone?: true }>(
      loaded === undefined ? {} : { Shown: loaded },
    );
    useEffect(() => {
      if (loaded !== undefined) return;
      Promise.all([load(), worded(of)]).then(
        ([Shown]) => {
          loaded = Shown;
          found.value = { Shown };
        },
        () => {
          found.value = { isGone: true };
        },
      );
    }, []);
    const { Shown, isGone } = found.value;
    if (Shown !== undefined) return <Shown {...props} />;
    return isGone ? <NotLoaded /> : <Loading />;
  };
}
