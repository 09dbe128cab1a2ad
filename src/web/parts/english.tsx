import { language } from '../language.ts';
import { common } from '../words.ts';

/** What another program said, or an error without a code: in English, which waits behind a fold where the page speaks another language. */
export function English({ of }: { readonly of: string }) {
  const said = <span lang="en">{of}</span>;
  if (language.value === 'en') return said;
  return (
    <details class="more">
      <summary>{common.value.inEnglish}</summary>
      {said}
    </details>
  );
}
