// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import type { z } from 'zod';
import { checkedText, flag, group, oneOf, oneOrMany, text, whole } from '../core/schema-parts.ts';
import { explainBaseUrl } from './base-url.ts';

const LARGEST_PORT = 65_535;
/** Less can be guessed. */
const SECRET_MIN_CHARACTERS = 16;
/** A secret that begins so goes on in base64 (Standard Webhooks). */
const ENCODED_SECRET = 'whsec_';

const address = checkedText('an e-mail address', 'accounts@firm.example', (value) =>
  /^[^\s@<>]+@[^\s@<>]+$/.test(value)
    ? undefined
    : 'must be an e-mail address, not {value}. For example: accounts@firm.example',
);

const smtp = group(
  {
    host: text('a host', 'smtp.firm.example'),
    port: whole(1, LARGEST_PORT, '587').default(587),
    user: text('a user', 'bilag').optional(),
    password: text('a password', '"${SMTP_PASSWORD}"').optional(),
    security: oneOf(['starttls', 'tls', 'none']).default('starttls'),
  },
  'smtp: { host: smtp.firm.example }',
).superRefine(({ user, password }, context) => {
  if ((user === undefined) === (password === undefined)) return;
  const [there, missing] = user === undefined ? ['password', 'user'] : ['user', 'password'];
  context.addIssue({
    code: 'custom',
    message: `has a ${there} and no ${missing}. Give both, or neither where the server asks for no login`,
  });
});

/** `notify` in bilag.yaml: who is told when somebody must look. */
export const notifySection = group(
  {
    webhook: group(
      {
        url: checkedText('an http or https address', 'https://chat.example/hook', explainHook),
        secret: checkedText('a secret', '"${HOOK_SECRET}"', explainSecret),
      },
      'webhook: { url: https://chat.example/hook, secret: "${HOOK_SECRET}" }',
    ).optional(),
    email: group(
      {
        from: address,
        to: oneOrMany(address, 'an e-mail address, or a list of them', '[accounts@firm.example]'),
        smtp,
      },
      'email: { from: bilag@firm.example, to: accounts@firm.example, smtp: { host: smtp.firm.example } }',
    ).optional(),
    success: flag('success: true').default(false),
    link: checkedText('an http or https address', 'https://bilag.firm.example', explainBaseUrl).optional(),
  },
  'notify: { webhook: { url: https://chat.example/hook, secret: "${HOOK_SECRET}" } }',
);

/** Unlike a service's address this one may have a query: with many services it holds the key. */
function explainHook(value: string): string | undefined {
  const address = URL.canParse(value) ? new URL(value) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return 'must be an http or https address. For example: https://chat.example/hook';
  if (address.username !== '' || address.password !== '')
    return 'must not hold a user or a password: whoever receives a message goes by its signature';
  return undefined;
}

function explainSecret(value: string): string | undefined {
  if (value.length < SECRET_MIN_CHARACTERS)
    return `has fewer than ${SECRET_MIN_CHARACTERS} characters, which can be guessed`;
  const encoded = value.startsWith(ENCODED_SECRET) ? value.slice(ENCODED_SECRET.length) : '';
  return /^[A-Za-z0-9+/]*={0,2}$/.test(encoded)
    ? undefined
    : `begins with ${ENCODED_SECRET}, and what follows is not base64. Copy it whole, from where the webhook is received`;
}

/** Who is told what. */
export interface NotifySettings {
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  readonly email: z.output<typeof notifySection>['email'];
  /** Tell of imports that went well, too. */
  readonly success: boolean;
  /** Where people reach the dashboard; undefined: messages name commands instead. */
  readonly link: string | undefined;
}

export function notifySettings({ webhook, email, success, link }: z.output<typeof notifySection>): NotifySettings {
  return { webhook, email, success, link };
}
