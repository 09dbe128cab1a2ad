import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, substitute } from '../core/environment.ts';
import { UsageError } from '../core/issue.ts';
import type { Finding, Path } from '../core/schema-parts.ts';
import { isLoopback, normaliseBaseUrl } from './base-url.ts';
import { type Config, type Service, watchSettings } from './config.ts';
import { type ConfigFile, configSchema, type ServiceEntry } from './config-schema.ts';
import { notifySettings } from './notify-section.ts';
import { ConfigError, ended, type FileKind, findingsOf, type Problem, problemsOf } from './problems.ts';
import { readEnvironment } from './read-environment.ts';

export const CONFIG_FILE = 'bilag.yaml';
const TOO_MANY_REQUESTS = 429;

/** Values under these keys are never shown: they hold secrets, or come with them. */
const SECRET: readonly unknown[] = ['auth', 'headers', 'company', 'baseUrl', undefined];
const configFile: FileKind = {
  name: CONFIG_FILE,
  isSecret: ([section, , key]) =>
    section === 'notify' || (section === 'users' && key !== 'role') || (section === 'services' && SECRET.includes(key)),
};
/** Stands for a file's name where a variable is wrong. */
const ENVIRONMENT = 'environment';

/**
 * Reads bilag.yaml, where there is one, and the environment (design, section 6). Messages never hold a secret: they
 * show `${VAR}` as it is written, not what stands in the variable.
 * @throws ConfigError with everything that is wrong
 * @throws UsageError where bilag.yaml is there and can't be read
 */
export async function readConfig({ cwd, env }: { readonly cwd: string; readonly env: Environment }): Promise<Config> {
  const { config, findings } = readEnvironment(cwd, env);
  const problems: Problem[] = findings.map(({ name, message }) => ({
    file: ENVIRONMENT,
    line: 0,
    key: name,
    message: ended(`${name} ${message}`),
  }));
  const inEnvironment = problems.length;
  const file = (await readFileOf(cwd, env, problems)) ?? configSchema.parse({});
  // Of a file that is wrong it is not known who its users are.
  const usersKnown = problems.length === inEnvironment;
  if (usersKnown && file.users.length === 0 && !isLoopback(config.dashboard.host)) {
    problems.push({ file: ENVIRONMENT, line: 0, key: 'BILAG_DASHBOARD', message: openToOthers(config.dashboard.port) });
  }
  const entries = { ...file.services };
  if (!Object.hasOwn(entries, 'main')) Object.assign(entries, environmentService(env, problems));
  if (problems.length > 0) throw new ConfigError(problems);
  const services = Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, toService(name, entry)]));
  const { watch, notify, users, trustedProxies } = file;
  return { ...config, services, watch: watchSettings(watch), notify: notifySettings(notify), users, trustedProxies };
}

function openToOthers(port: number): string {
  return `BILAG_DASHBOARD would let other machines in, and no users are configured. Add some to users in ${CONFIG_FILE} (bilag password NAME), or use 127.0.0.1:${port}.`;
}

async function readFileOf(cwd: string, env: Environment, problems: Problem[]): Promise<ConfigFile | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(cwd, CONFIG_FILE));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`${CONFIG_FILE} can't be read: ${message}.`);
  }
  // Loaded where there is a file: the environment alone is enough for most.
  const { decodeText, readYaml } = await import('./yaml.ts');
  const decoded = decodeText(bytes);
  if ('problem' in decoded) {
    problems.push({ file: CONFIG_FILE, line: 0, key: '', message: decoded.problem });
    return undefined;
  }
  const document = readYaml(decoded.text, CONFIG_FILE);
  problems.push(...document.problems);
  // A file of nothing but comments configures nothing.
  if (document.value === undefined || document.value === null) return undefined;
  const found: Finding[] = [];
  const value = withVariables(document.value, [], env, found);
  const parsed = configSchema.safeParse(value);
  // A value whose variable is missing is told of once, not again for what its absence looks like.
  const told = new Set(found.map(({ path }) => JSON.stringify(path)));
  if (!parsed.success)
    found.push(...findingsOf(parsed.error.issues, configFile).filter(({ path }) => !told.has(JSON.stringify(path))));
  problems.push(...problemsOf(found, document, configFile));
  problems.sort((one, other) => one.line - other.line);
  return parsed.success ? parsed.data : undefined;
}

function withVariables(value: unknown, path: Path, env: Environment, found: Finding[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withVariables(item, [...path, index], env, found));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, held]) => [key, withVariables(held, [...path, key], env, found)]),
    );
  if (typeof value !== 'string') return value;
  const { text, missing, malformed } = substitute(value, env);
  for (const name of missing)
    found.push({ path, message: `needs the variable ${name}, which is not set in the environment` });
  if (malformed.length > 0)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
    found.push({ path, message: 'holds a $ that names no variable. For example: ${ACCOUNTING_TOKEN}' });
  return text;
}

/** `ACCOUNTING_URL` and `ACCOUNTING_TOKEN` define `main` where bilag.yaml does not. */
function environmentService(env: Environment, problems: Problem[]): Record<string, ServiceEntry> {
  const { ACCOUNTING_URL: baseUrl, ACCOUNTING_TOKEN: token, ACCOUNTING_COMPANY: company } = env;
  if (baseUrl === undefined || baseUrl === '') return {};
  const parsed = configSchema.safeParse({
    services: {
      main: {
        baseUrl,
        ...(token === undefined || token === '' ? {} : { auth: { type: 'bearer', token } }),
        ...(company === undefined || company === '' ? {} : { headers: { CompanyKey: company } }),
      },
    },
  });
  if (parsed.success) return { ...parsed.data.services };
  const names: Readonly<Record<string, string>> = {
    baseUrl: 'ACCOUNTING_URL',
    auth: 'ACCOUNTING_TOKEN',
    headers: 'ACCOUNTING_COMPANY',
  };
  for (const { path, message } of parsed.error.issues) {
    const name = names[String(path[2])] ?? 'ACCOUNTING_URL';
    problems.push({ file: ENVIRONMENT, line: 0, key: name, message: ended(`${name} ${message}`) });
  }
  return {};
}

function toService(name: string, entry: ServiceEntry): Service {
  const { auth, timeout, rate, cache, probe, absence } = entry;
  const headers = { ...(auth?.type === 'headers' ? auth.headers : {}), ...entry.headers };
  const companyKey = Object.entries(headers).find(([header]) => header.toLowerCase() === 'companykey')?.[1];
  return {
    name,
    baseUrl: normaliseBaseUrl(entry.baseUrl),
    auth: auth?.type === 'bearer' ? { type: 'bearer', token: auth.token } : { type: 'none' },
    headers,
    company: (entry.company ?? companyKey ?? '').trim(),
    connectTimeoutMs: timeout.connect,
    replyTimeoutMs: timeout.reply,
    rate: rate === undefined ? undefined : { requests: rate.requests, perMs: rate.per },
    currency: entry.currency,
    concurrency: entry.concurrency,
    rejection: entry.rejection,
    product: entry.product,
    descriptionMax: entry.descriptionMax,
    absence: { quietMs: absence.quiet, looks: absence.looks, everyMs: absence.every },
    notApplied: [...new Set([...entry.notApplied, TOO_MANY_REQUESTS])].sort((one, other) => one - other),
    cache: { accountsMs: cache.accounts, vatTypesMs: cache.vatTypes, missingMs: cache.missing },
    probe:
      probe === undefined
        ? undefined
        : {
            marker: probe.marker,
            path: probe.path,
            quietMs: probe.quiet,
            looks: probe.looks,
            everyMs: probe.every,
          },
  };
}
