import { language } from '../language.ts';
import { common } from '../words.ts';

interface WhyProps {
  /** The server's words, which are English whatever the page speaks. */
  readonly of: { readonly message: string; readonly suggestion?: string | undefined };
  /** What to do about it, in the person's language; it takes the place of the server's suggestion. */
  readonly advice?: string | undefined;
}

/**
 * Why something is wrong, and what to do. Who reads no English is told in her language what to do, as far as the pages know;
 * what the server says waits behind a fold, marked as English, so that it is read out and translated as such.
 */
export function Why({ of: { message, suggestion = '' }, advice }: WhyProps) {
  const isEnglish = language.value === 'en';
  const said = (
    <span lang="en">
      {message} {advice === undefined && <span class="soft">{suggestion}</span>}
    </span>
  );
  return isEnglish ? (
    <>
      {said} <span class="soft">{advice}</span>
    </>
  ) : (
    <>
      {advice}
      <details class="more">
        <summary>{common.value.inEnglish}</summary>
        {said}
      </details>
    </>
  );
}
