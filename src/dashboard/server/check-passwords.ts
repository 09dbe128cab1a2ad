import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, nobodysHash, readPasswordHash } from '../../config/password-hash.ts';
import type { User } from '../../config/users-section.ts';
import { takeTurns } from './take-turns.ts';

/** Passwords that are tried at once: each takes 128 MB, and one of the four threads that files are read by too. */
const AT_ONCE = 2;
/** That wait for their turn; each takes half a second. */
const WAITING = 16;

/**
 * Who has this name and this password. A name that nobody has, and one without a password, cost the same work as any other, so
 * that neither the answer nor the time it takes says who there is.
 * @param derive replaced where the work is counted
 */
export function checkPasswords(
  users: readonly User[],
  derive: typeof deriveKey = deriveKey,
): (name: string, password: string) => Promise<User | undefined> {
  const known = users.flatMap((user) => {
    const hash = readPasswordHash(user.password ?? '');
    return hash === undefined ? [] : [{ user, hash, name: user.name.normalize('NFC') }];
  });
  // Hashes of different times may differ in work: the names that nobody has are spread over them as those are.
  const decoys = known.length === 0 ? [nobodysHash()] : known.map(({ hash }) => nobodysHash(hash));
  const secret = randomBytes(32);
  const decoyOf = (name: string) =>
    decoys[createHmac('sha256', secret).update(name).digest().readUInt32BE() % decoys.length]!;
  const turn = takeTurns(AT_ONCE, WAITING, 'sign-ins');
  return async (given, password) => {
    const name = given.normalize('NFC');
    const mine = known.find((each) => each.name === name);
    const hash = mine?.hash ?? decoyOf(name);
    const isRight = timingSafeEqual(await turn(() => derive(password, hash)), hash.key);
    return isRight ? mine?.user : undefined;
  };
}
