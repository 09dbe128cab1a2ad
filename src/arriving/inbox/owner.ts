import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, writeAtomically } from '../../core/disk.ts';
import { UsageError } from '../../core/issue.ts';
import { ulid } from '../../core/ulid.ts';
import type { PipelinePorts } from '../../kinds/ports.ts';
import type { HomeIdentity } from '../../ledger/home.ts';

/** The file of an inbox that says whose it is. */
export const OWNER_FILE = '.bilag-home';

/** What stands in it. */
export interface Owner {
  /** Id of the home; empty where the file can't be understood. */
  readonly home: string;
  readonly path: string;
  readonly host: string;
}

type Ports = Pick<PipelinePorts, 'ledger' | 'host' | 'now' | 'random'>;

/** The inbox belongs to another home, or nobody can say to which. */
export class NotOurInbox extends UsageError {}

/** Whose inbox it is; undefined where nobody has it yet. @throws what the system says where that can't be read */
export async function ownerOf(inbox: string): Promise<Owner | undefined> {
  let text: string;
  try {
    text = await readFile(join(inbox, OWNER_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { home, path, host } = JSON.parse(text) as Partial<Owner>;
    return { home: String(home ?? ''), path: String(path ?? '?'), host: String(host ?? '?') };
  } catch {
    return { home: '', path: '?', host: '?' };
  }
}

/**
 * Sees that an inbox is this home's, and makes it so where it is nobody's: sameness of entries ends at the home, so two
 * homes that share an inbox could book a voucher twice.
 * @throws NotOurInbox
 */
export async function ensureOurs(inbox: string, ports: Ports): Promise<void> {
  const home = await identityOf(ports);
  const owner = await ownerOf(inbox);
  if (owner?.home === home.id) return;
  if (owner === undefined && (await createFile(join(inbox, OWNER_FILE), ownerText(home, ports)))) return;
  const winner = owner ?? (await ownerOf(inbox));
  if (winner?.home !== home.id) throw notOurs(inbox, winner, home);
}

/**
 * Makes an inbox this home's, whoever had it: a person says that the other home no longer works on it.
 * @returns whose it was; undefined where it was nobody's
 */
export async function takeOver(
  inbox: string,
  ports: Ports,
): Promise<{ readonly before: Owner | undefined; readonly home: HomeIdentity }> {
  const home = await identityOf(ports);
  const before = await ownerOf(inbox);
  if (before?.home !== home.id) {
    await writeAtomically(join(inbox, OWNER_FILE), async (stream) => {
      stream.end(ownerText(home, ports));
    });
  }
  return { before, home };
}

/** Whose an inbox is, in words. */
export function ownerWords({ home, path, host }: Owner): string {
  return home === ''
    ? `a home that ${OWNER_FILE} does not name in a way that can be read`
    : `the home ${path} on ${host} (${home})`;
}

async function identityOf({ ledger, now, random }: Ports): Promise<HomeIdentity> {
  return await ledger.home.identity(() => ulid(now(), random));
}

function ownerText({ id, path }: HomeIdentity, { host, now }: Ports): string {
  const about =
    'This inbox belongs to the bilag home named here. Another one takes it over with: bilag inbox take-over';
  return `${JSON.stringify({ home: id, path, host, since: new Date(now()).toISOString(), about }, null, 1)}\n`;
}

function notOurs(inbox: string, owner: Owner | undefined, { id, path, was }: HomeIdentity): NotOurInbox {
  const other = owner === undefined ? 'another home' : ownerWords(owner);
  const moved = was !== undefined && was === owner?.home;
  return new NotOurInbox(
    moved
      ? `The inbox ${inbox} belongs to ${other}. This home, ${path} (${id}), was moved, copied or put back from a backup of it since, so nothing is taken from the inbox.`
      : `The inbox ${inbox} belongs to ${other}, and this is the home ${path} (${id}), so nothing is taken from the inbox: two homes on one inbox could book a voucher twice.`,
    moved
      ? 'If the other no longer works on this inbox: bilag inbox take-over'
      : 'Name another inbox with BILAG_INBOX. After a move or a restore, when the other no longer works on this inbox: bilag inbox take-over',
  );
}
