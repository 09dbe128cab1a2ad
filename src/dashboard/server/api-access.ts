import { z } from 'zod';
import { PASSWORD_MAX_CHARACTERS } from '../../config/password-hash.ts';
import { USER_ROLES } from '../../config/users-section.ts';
import { group } from '../../domain/schema-parts.ts';

/** Longer names nobody has, in characters. */
const NAME_MAX_CHARACTERS = 200;

/** Its messages never show what was sent: a person may have typed the password into the wrong field. */
export const signInBody = group(
  {
    name: secretText(NAME_MAX_CHARACTERS),
    password: secretText(PASSWORD_MAX_CHARACTERS).meta({ format: 'password' }),
  },
  '{"name": "kari", "password": "…"}',
);

export const sessionAnswer = z.strictObject({
  name: z.string(),
  role: z.enum(USER_ROLES),
  signIn: z.boolean().meta({ description: 'users are configured, so that one signs in and out' }),
  csrf: z.string().optional().meta({
    description:
      'of a session: every request that changes something sends it as the header x-bilag-csrf. Requests with a token need none',
  }),
});

export const signedOutAnswer = z.strictObject({ ok: z.literal(true) });

function secretText(characters: number) {
  const error = `must be text of 1 to ${characters} characters`;
  return z.string({ error }).min(1, { error }).max(characters, { error });
}
