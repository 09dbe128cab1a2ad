// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import type { z } from 'zod';
import { checkedText, flag, group, oneOf, oneOrMany, text, whole } from '../domain/schema-parts.ts';
import { explainBaseUrl } from './base-url.ts';

const LARGEST_PORT = 65_535;
/** Less can be guessed. */
const SECRET_MIN_CHARACTERS = 16;

const address = checkedText('an e-mail address', 'accounts@firm.example', (value) =>
  /^[^\s@<>]+@[^\s@<>]+$/.test(value)
    ? undefined
    : 'must be an e-mail address, not {value}. For example: accounts@firm.example',
);

/** `notify` in bilag.yaml: who is told when somebody must look. */
export const notifySection = group(
  {
    webhook: group(
      {
        url: checkedText('an http or https address', 'https://chat.example/hook', explainBaseUrl),
        secret: checkedText('a secret', '"${HOOK_SECRET}"', (value) =>
          value.length < SECRET_MIN_CHARACTERS
            ? `has fewer than ${SECRET_MIN_CHARACTERS} characters, which can be guessed`
            : undefined,
        ),
      },
      'webhook: { url: https://chat.example/hook, secret: "${HOOK_SECRET}" }',
    ).optional(),
    email: group(
      {
        from: address,
        to: oneOrMany(address, 'an e-mail address, or a list of them', '[accounts@firm.example]'),
        smtp: group(
          {
            host: text('a host', 'smtp.firm.example'),
            port: whole(1, LARGEST_PORT, '587').default(587),
            user: text('a user', 'bilag').optional(),
            password: text('a password', '"${SMTP_PASSWORD}"').optional(),
            security: oneOf(['starttls', 'tls', 'none']).default('starttls'),
          },
          'smtp: { host: smtp.firm.example }',
        ),
      },
      'email: { from: bilag@firm.example, to: accounts@firm.example, smtp: { host: smtp.firm.example } }',
    ).optional(),
    success: flag('success: true').default(false),
    link: checkedText('an http or https address', 'https://bilag.firm.example', explainBaseUrl).optional(),
  },
  'notify: { webhook: { url: https://chat.example/hook, secret: "${HOOK_SECRET}" } }',
);

/** Who is told what. */
export interface NotifySettings {
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  readonly email: EmailSettings | undefined;
  /** Tell of imports that went well, too. */
  readonly success: boolean;
  /** Where people reach the dashboard; undefined: messages name commands instead. */
  readonly link: string | undefined;
}

export interface EmailSettings {
  readonly from: string;
  readonly to: readonly string[];
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    readonly user?: string | undefined;
    readonly password?: string | undefined;
    /** `starttls`: refused where the server does not offer it. */
    readonly security: 'starttls' | 'tls' | 'none';
  };
}

export function notifySettings({ webhook, email, success, link }: z.output<typeof notifySection>): NotifySettings {
  return { webhook, email, success, link };
}
