import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { isWorded, worded } from '../language.ts';
import { Loading } from '../parts/loading.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';

/** A screen that is shown once its words are there: they are loaded when somebody first looks at it. */
export function withWords<Props extends object>(
  of: readonly object[],
  Shown: ComponentType<Props>,
): ComponentType<Props> {
  return function WithWords(props: Props) {
    const standing = useSignal<'loading' | 'there' | 'gone'>(isWorded(of) ? 'there' : 'loading');
    useEffect(() => {
      if (standing.value === 'there') return;
      worded(of).then(
        () => {
          standing.value = 'there';
        },
        () => {
          standing.value = 'gone';
        },
      );
    }, []);
    if (standing.value === 'there') return <Shown {...props} />;
    return standing.value === 'gone' ? <NotLoaded /> : <Loading />;
  };
}
