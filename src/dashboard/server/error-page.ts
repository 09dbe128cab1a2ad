import { createHash } from 'node:crypto';
import type { ApiError } from './api-error.ts';

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:36rem;margin:15vh auto;padding:0 1.25rem}
h1{font-size:1.25rem}`;

/** Nothing but its own few lines of style. */
export const ERROR_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What went wrong, as a page for a person who came by an address that is no screen of ours. */
export function errorPage({ status, message, suggestion = '' }: ApiError): string {
  const signIn = status === 401;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>bilag</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(signIn ? 'This needs somebody who is signed in.' : message)}</h1>
<p>${escaped(signIn ? 'Sign in, and come back.' : suggestion)}</p>
<p><a href="/">${signIn ? 'Sign in' : 'To the imports'}</a></p></main></body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
