import type { Config } from '../config/config.ts';
import type { Environment } from '../core/environment.ts';
import { serviceSecrets } from '../service/errors.ts';

/** What is shorter stands in other words too: to take it out would spoil the log, in characters. */
const LEAST_CHARACTERS = 8;
/** Variables that hold what jobs and bilag.yaml take from the environment and nobody else should read. */
const SECRET_VARIABLE = /TOKEN|SECRET|PASSWORD|PASSPHRASE|API_?KEY/i;

/** Every secret that is configured: no line of the log may show one. */
export function logSecrets({ services, notify, redisUrl }: Config, env: Environment): string[] {
  const found = [
    ...Object.values(services).flatMap(serviceSecrets),
    notify.webhook?.secret,
    ...addressSecrets(notify.webhook?.url),
    notify.email?.smtp.password,
    ...addressSecrets(redisUrl),
    ...Object.entries(env).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) ? [value] : [])),
  ];
  return found.filter((secret) => secret !== undefined && secret.length >= LEAST_CHARACTERS) as string[];
}

/** Its password; of a web hook the whole path, which is what keeps others from calling it. */
function addressSecrets(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { protocol, password, pathname, search } = new URL(address);
  const path = protocol.startsWith('http') ? [pathname + search] : [];
  return [...new Set([password, decoded(password), ...path])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
