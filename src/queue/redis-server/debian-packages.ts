import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../core/issue.ts';
import {
  findOnPath,
  identifyServer,
  isNewEnough,
  MINIMUM_REDIS_VERSION,
  providedServerPath,
  type RedisServerBinary,
} from './find-server.ts';
import { type CommandResult, runCommand } from './launch-server.ts';

export interface DebianOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly log: (line: string) => void;
}

/**
 * The package that holds the server's program: Debian's `redis-server` is only a link to it and a system service, which
 * would listen on port 6379 for nobody.
 */
const PACKAGE = 'redis-tools';

/** The program in that package. Called by the name `redis-server`, it is the server. */
const PROGRAM = 'redis-check-rdb';
/** Where the package puts it, for a PATH that does not lead there. */
const INSTALLED_PROGRAM = '/usr/bin/redis-check-rdb';

/** Milliseconds that one apt command may take on a slow line. */
const APT_LIMIT = 5 * 60_000;

/** Milliseconds to wait while another program holds apt's locks, and between two tries. */
const APT_LOCK_LIMIT = 120_000;
const APT_LOCK_RETRY = 2_000;

/** Whether this is Debian, Ubuntu or one of their kin. */
export async function hasApt(env: NodeJS.ProcessEnv): Promise<boolean> {
  return (await findOnPath('apt-get', env)) !== undefined && (await findOnPath('dpkg-deb', env)) !== undefined;
}

/** Debian's program, where its package is installed; bilag links it as `redis-server` when it first needs one. */
export function debianProgram(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return findOnPath(PROGRAM, env);
}

/** Uses Debian's program where its package is installed without `redis-server`. */
export async function linkDebianServer(options: DebianOptions): Promise<RedisServerBinary | undefined> {
  const program = await debianProgram(options.env);
  return program === undefined ? undefined : linkServer(program, options);
}

async function linkServer(program: string, options: DebianOptions): Promise<RedisServerBinary | undefined> {
  const link = providedServerPath(options.home);
  await rm(link, { force: true });
  await symlink(program, link);
  const binary = await identifyServer(link, options.env);
  if (binary && isNewEnough(binary.version)) return binary;
  await rm(link);
  if (binary) throw tooOld(binary.version);
  return undefined;
}

/** Installs Debian's program for the whole machine, without any service. Needs root. */
export async function installWithApt(options: DebianOptions): Promise<RedisServerBinary> {
  options.log(`Redis is not installed; installing it with apt (package ${PACKAGE}, about 2 MB, no service)…`);
  const install = () => apt(options, ['install', '-y', '--no-install-recommends', PACKAGE]);
  let result = await install();
  if (result.code !== 0) {
    options.log("apt doesn't have it at hand; updating apt's package lists (apt-get update)…");
    const update = await apt(options, ['update']);
    must(update, 'apt-get update');
    result = await install();
    must(result, `apt-get install ${PACKAGE}`, update);
  }
  const binary = (await linkDebianServer(options)) ?? (await linkServer(INSTALLED_PROGRAM, options));
  if (!binary) throw failed(`apt-get installed ${PACKAGE}, but its ${PROGRAM} is not a Redis server here.`);
  options.log(`Redis ${binary.version} is installed.`);
  return binary;
}

/**
 * Unpacks Debian's packages into `BILAG_HOME/redis`, without root: nothing is installed and nothing is run but the
 * server. Only what this machine lacks is fetched. The package lists are the machine's, or, where those are empty or
 * old, a copy that is fetched for the purpose and thrown away.
 */
export async function unpackWithApt(options: DebianOptions): Promise<RedisServerBinary> {
  const { env, home, log } = options;
  const folder = dirname(providedServerPath(home));
  log(
    `Redis is not installed; unpacking the distribution's packages into ${folder} (about 2 MB, nothing is installed)…`,
  );
  const work = await mkdtemp(join(folder, 'unpack-'));
  try {
    if ((await download(options, work, [])).code !== 0) {
      log('apt has no current package lists; fetching them for this once (about 15 MB)…');
      const lists = ['-o', `Dir::State::Lists=${work}/lists/`, '-o', `Dir::Cache=${work}/cache/`];
      await mkdir(join(work, 'lists', 'partial'), { recursive: true });
      await mkdir(join(work, 'cache', 'archives', 'partial'), { recursive: true });
      const update = await apt(options, [...lists, 'update']);
      must(update, 'apt-get update');
      must(await download(options, work, lists), `apt-get download ${PACKAGE}`, update);
    }
    const root = join(work, 'root');
    for (const file of await packagesIn(work)) {
      const unpacked = await runCommand('dpkg-deb', ['-x', join(work, file), root], { env, limit: APT_LIMIT });
      must(unpacked, `dpkg-deb -x ${file}`);
    }
    return await placeUnpacked(options, root);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Downloads the package and those of its dependencies that this machine lacks into `work`. */
async function download(options: DebianOptions, work: string, lists: readonly string[]): Promise<CommandResult> {
  const plan = await apt(options, [...lists, '-s', 'install', '-y', '--no-install-recommends', PACKAGE]);
  if (plan.code !== 0) return plan;
  // A line with a version in brackets would upgrade what is installed already: the server does with what there is.
  const missing = [...plan.stdout.matchAll(/^Inst (\S+) \((?!\[)/gm)].map((match) => match[1]!);
  const downloaded = await apt(options, [...lists, 'download', ...new Set([PACKAGE, ...missing])], work);
  // apt has been seen to end well without a file, beside another apt.
  const isThere = downloaded.code !== 0 || (await packagesIn(work)).length > 0;
  return isThere ? downloaded : { ...downloaded, code: 1, stderr: `apt-get download left no package in ${work}.` };
}

async function packagesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.deb'));
}

/** Puts unpacked packages in their place, with a small script that runs the server with the libraries beside it. */
async function placeUnpacked(options: DebianOptions, root: string): Promise<RedisServerBinary> {
  const script = providedServerPath(options.home);
  const program = await findInside(root, (name) => name === PROGRAM);
  if (!program) throw failed(`The package ${PACKAGE} holds no ${PROGRAM}.`);
  const server = join(dirname(program), 'redis-server');
  await rm(server, { force: true });
  await symlink(PROGRAM, server);
  const library = await findInside(root, (name) => /\.so\.\d/.test(name));
  const place = join(dirname(script), 'debian');
  await rm(place, { recursive: true, force: true });
  await rename(root, place);
  const folders = library ? `"$here/debian/${relative(root, dirname(library))}"` : '""';
  const lines = [
    '#!/bin/sh',
    '# Runs the Redis that bilag unpacked from packages of the distribution.',
    `here=\${0%/*}`,
    `LD_LIBRARY_PATH=${folders}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`,
    'export LD_LIBRARY_PATH',
    `exec "$here/debian/${relative(root, server)}" "$@"`,
    '',
  ];
  await rm(script, { force: true });
  await writeFile(`${script}.new`, lines.join('\n'), { mode: 0o755 });
  await rename(`${script}.new`, script);
  const binary = await identifyServer(script, options.env);
  if (binary && isNewEnough(binary.version)) {
    options.log(`Redis ${binary.version} is ready.`);
    return binary;
  }
  if (binary) throw tooOld(binary.version);
  const { code, stderr } = await runCommand(script, ['--version'], { env: options.env, limit: APT_LIMIT });
  throw failed(`The unpacked Redis does not run here: ${lastLine(stderr) ?? `exit code ${code}`}.`);
}

/** The first file below a folder whose name fits. */
async function findInside(folder: string, fits: (name: string) => boolean): Promise<string | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const entry = entries.find((candidate) => !candidate.isDirectory() && fits(candidate.name));
  return entry && join(entry.parentPath, entry.name);
}

/** Runs apt-get, waiting while another program holds one of its locks. */
async function apt(options: DebianOptions, args: readonly string[], cwd?: string): Promise<CommandResult> {
  const env = {
    ...options.env,
    // dpkg refuses to work without the programs of the system folders, which a user's PATH may lack.
    PATH: `${options.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`,
    LC_ALL: 'C',
    DEBIAN_FRONTEND: 'noninteractive',
    NEEDRESTART_SUSPEND: '1',
  };
  const deadline = performance.now() + APT_LOCK_LIMIT;
  for (;;) {
    const result = await runCommand('apt-get', ['-q', ...args], { env, cwd, limit: APT_LIMIT });
    const locked = result.code !== 0 && /Could not get lock|Unable to acquire/.test(result.stderr);
    if (!locked || performance.now() > deadline) return result;
    await sleep(APT_LOCK_RETRY);
  }
}

/** `update` is the update before it: apt calls an update that reached no server a success with warnings. */
function must(result: CommandResult, what: string, update?: CommandResult): void {
  if (result.code === 0) return;
  const said = saidBy(result, 'E: ') ?? lastLine(result.stderr) ?? 'it said nothing';
  const warning = update && saidBy(update, 'W: ');
  throw failed(
    [`"${what}" failed: ${said}`, ...(warning ? [`apt-get update: ${warning}`] : [])].map(sentence).join(' '),
  );
}

function saidBy(result: CommandResult, mark: string): string | undefined {
  const line = result.stderr.split('\n').find((candidate) => candidate.startsWith(mark));
  return line?.slice(mark.length).trim().replaceAll(/\s+/g, ' ');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1) || undefined;
}

function tooOld(version: string): UsageError {
  return failed(`The distribution's Redis is ${version}; bilag needs ${MINIMUM_REDIS_VERSION} or later.`);
}

function failed(what: string): UsageError {
  return new UsageError(
    `bilag needs a Redis or Valkey server, and could not provide one. ${what}`,
    `Install redis-server or valkey-server ${MINIMUM_REDIS_VERSION} or later (apt-get install redis-server), or name a server program in BILAG_REDIS_SERVER, or a running Redis in REDIS_URL.`,
  );
}
