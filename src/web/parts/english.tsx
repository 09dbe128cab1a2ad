import { language } from '../language.ts';
import { common } from '../words.ts';

interface EnglishProps {
  /** What the server says, where it has no code for it. */
  readonly of: { readonly message?: string | undefined; readonly suggestion?: string | undefined };
}

/** What is told in English alone: it waits behind a fold where the page speaks another language. */
export function English({ of: { message, suggestion } }: EnglishProps) {
  const said = (
    <span lang="en">
      {message} {suggestion}
    </span>
  );
  return language.value === 'en' ? (
    said
  ) : (
    <details class="more">
      <summary>{common.inEnglish}</summary>
      {said}
    </details>
  );
}
