import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PipelinePorts } from '../kinds/ports.ts';

/** Files that are on their way in or out. Their folders are named for the processes that made them. */
export interface TemporaryFiles {
  /** Gives a path to write to, and removes the file, or folder, behind `work`, whatever happens. @param ending `.part`, `.xlsx` */
  use<T>(ending: string, work: (path: string) => Promise<T>): Promise<T>;
  /** A path of its own, which whoever asks for it removes; it goes with the folder at the latest. */
  path(ending: string): Promise<string>;
  /** A folder that is there as long as this process; whoever wants it makes it. */
  folder(name: string): string;
  /** Removes all of them. */
  close(): Promise<void>;
}

/** Opens this process's folder in BILAG_HOME, and removes those of processes that died over their files. */
export async function openTemporaryFiles({
  home,
  processes,
}: Pick<PipelinePorts, 'home' | 'processes'>): Promise<TemporaryFiles> {
  const all = join(home, 'temporary');
  const own = join(all, `${folderOf(process.pid, processes.self)}@${randomUUID()}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const folder of await readdir(all)) {
    const [pid, started] = processOf(folder);
    if (processes.lives(pid, started) === false) await rm(join(all, folder), { recursive: true, force: true });
  }
  async function pathFor(ending: string): Promise<string> {
    // Whoever tidied up meanwhile meant no harm.
    await mkdir(own, { recursive: true, mode: 0o700 });
    return join(own, `${randomUUID()}${ending}`);
  }
  return {
    path: pathFor,
    async use(ending, work) {
      const path = await pathFor(ending);
      try {
        return await work(path);
      } finally {
        await rm(path, { recursive: true, force: true });
      }
    },
    folder: (name) => join(own, name),
    close: () => rm(own, { recursive: true, force: true }),
  };
}

function folderOf(pid: number, started: string): string {
  return `${pid}@${Buffer.from(started).toString('base64url')}`;
}

function processOf(folder: string): [pid: number, started: string] {
  const [pid = '', started = ''] = folder.split('@');
  return [Number(pid), Buffer.from(started, 'base64url').toString()];
}

/** Bytes of a file's name, in UTF-8: more fits into no folder. */
export const FILE_NAME_MAX_BYTES = 255;
/** An ending that is longer than this is none, and may be cut. */
const ENDING_MAX_CHARACTERS = 16;
/** Control characters, and those that turn the direction of writing: `\u202Evsc.exe` reads `exe.csv`. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/**
 * The name that a client gave a file, made harmless: its last path segment, without control characters, at most 255
 * bytes; its ending is kept. Undefined where nothing is left of it.
 */
export function clientFileName(given: string): string | undefined {
  const seen = given.normalize('NFC').replace(UNSEEN, '');
  const last = seen
    .slice(Math.max(seen.lastIndexOf('/'), seen.lastIndexOf('\\')) + 1)
    .replace(/^[A-Za-z]:/, '')
    .trim();
  if (/^\.*$/.test(last)) return undefined;
  return shortened(last);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= FILE_NAME_MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_MAX_CHARACTERS ? name.slice(dot) : '';
  let room = FILE_NAME_MAX_BYTES - Buffer.byteLength(ending);
  let stem = '';
  for (const letter of name) {
    room -= Buffer.byteLength(letter);
    if (room < 0) break;
    stem += letter;
  }
  return stem + ending;
}

/** Characters that stand for themselves in `filename*` (RFC 5987, attr-char). */
const NOT_ATTR_CHAR = /[^A-Za-z0-9!#$&+.^_`|~-]/g;

/**
 * `Content-Disposition` of a file that is given away (RFC 6266): the name as every program reads it, and the true one
 * for those that know `filename*`. Nothing of the name can end the header or begin another.
 */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncoded(name)}`;
}

function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const letter = String.fromCharCode(byte);
    return byte < 0x80 && letter.search(NOT_ATTR_CHAR) < 0
      ? letter
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** The file's name in a `Content-Disposition` of a request; `filename*` before `filename`. */
export function dispositionName(header: string): string | undefined {
  const [, charset, encoded] = /;\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header) ?? [];
  if (encoded !== undefined && /^utf-?8$/i.test(charset ?? '')) {
    const decoded = percentDecoded(encoded);
    if (decoded !== undefined) return decoded;
  }
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  // A backslash before a letter is part of a path of Windows, not of the quoting.
  return quoted === undefined ? decodedHeader(token) : decodedHeader(quoted.replace(/\\(["\\])/g, '$1'));
}

/** A name in a header of its own: percent-encoded, or as it is. */
export function headerName(header: string): string | undefined {
  return /%[0-9a-f]{2}/i.test(header) ? (percentDecoded(header) ?? decodedHeader(header)) : decodedHeader(header);
}

/** Header values come as Latin-1, one character a byte; clients mostly mean UTF-8. */
function decodedHeader(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const bytes = Buffer.from(value, 'latin1');
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? value : text;
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
