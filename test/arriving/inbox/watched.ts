import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as WatchModule from '../../../src/arriving/inbox/watch.ts';
import type { InboxWatch, WatchOptions } from '../../../src/arriving/inbox/watch.ts';
import { closeAfterTest } from '../../closing.ts';
import { JOURNAL_HEADER, load, type Office, type OfficeOptions, openOffice, voucher } from '../../importing/office.ts';

const { watchInbox } = await load<typeof WatchModule>('arriving/inbox/watch.js');

/** How long a test waits for what it expects, in milliseconds: a machine under load is slow. */
const PATIENCE_MS = 90_000;

export const wrongAccount = (key: number, amount: number): string => voucher(key, amount).replaceAll('3000', '9');
export const sheet = (...vouchers: string[]): string => `${[JOURNAL_HEADER, ...vouchers].join('\n')}\n`;

export type Settings = Partial<WatchOptions['settings']>;
export type Watched = Awaited<ReturnType<typeof openWatched>>;

/** Waits until a condition holds. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false | null>,
  patience = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited for ${what} in vain.`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** An office with an inbox. What is received is planned and booked at once. */
export async function openWatched(options: OfficeOptions & { readonly inbox?: string } = {}) {
  const office: Office = await openOffice(options);
  const inbox = options.inbox ?? join(office.folder, 'inbox');
  const outside = join(office.folder, 'outside');
  mkdirSync(outside, { recursive: true });
  const jobs = [
    { name: 'journal', match: ['*.{csv,xlsx}'], bytes: 1_000_000 },
    { name: 'card', match: ['card*.csv'], bytes: 200 },
  ];
  const watches: InboxWatch[] = [];
  let work: Promise<unknown> = Promise.resolve();
  const book = async (num: number) => {
    const { service } = await office.ledger.imports.byNum(num);
    work = work.then(async () => {
      await office.plan({ num });
      await office.post({ num, service });
    });
    return work;
  };
  const ports = {
    ...office.ports,
    log: (_event: string, message: string) => void office.said.push(message),
    wake: async (num: number) => void book(num),
  };
  const watched = {
    office,
    inbox,
    outside,
    jobs,
    ports,
    book,
    /** Watches; the real thing is quicker than a person, so a test waits for no minimum age. */
    watch(settings: Settings = {}, others: Partial<typeof ports> = {}, monotonic = () => performance.now()) {
      const watch = watchInbox(
        {
          folder: inbox,
          jobs: async () => jobs,
          monotonic,
          settings: { minimumAgeMs: 30, unfinishedMs: 60, scanMs: 100, marker: false, ...settings },
        },
        { ...ports, ...others },
      );
      watches.push(watch);
      return watch;
    },
    path: (...names: string[]) => join(inbox, ...names),
    /** Writes a file in place. */
    write(content: string | Buffer, ...names: string[]) {
      mkdirSync(join(inbox, ...names.slice(0, -1)), { recursive: true });
      writeFileSync(join(inbox, ...names), content);
    },
    /** Writes a file elsewhere and renames it in. */
    moveIn(content: string | Buffer, ...names: string[]) {
      mkdirSync(join(inbox, ...names.slice(0, -1)), { recursive: true });
      writeFileSync(join(outside, 'moving'), content);
      renameSync(join(outside, 'moving'), join(inbox, ...names));
    },
    read: (...names: string[]) => readFileSync(join(inbox, ...names), 'utf8'),
    json: (...names: string[]) => JSON.parse(readFileSync(join(inbox, ...names), 'utf8')) as Record<string, unknown>,
    /** All files of a folder of the inbox; its own folders not, nor whose it is, nor what is just being written. */
    files: (...names: string[]) => {
      try {
        return readdirSync(join(inbox, ...names), { withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map(({ name }) => name)
          .filter((name) => name !== '.bilag-home' && !/^\..*\.[0-9a-f]{12}\.part$/s.test(name))
          .sort();
      } catch {
        return [];
      }
    },
    /** Waits until exactly these lie in a folder. */
    holds: (folder: readonly string[], ...names: string[]) =>
      until(
        `${folder.join('/')} to hold ${names.join(', ')}; it has ${watched.files(...folder).join(', ')}`,
        async () => JSON.stringify(watched.files(...folder)) === JSON.stringify([...names].sort()),
      ).catch(() => {
        throw new Error(
          `${folder.join('/')}: ${JSON.stringify(watched.files(...folder))}, not ${JSON.stringify(names)}\n${office.said.join('\n')}`,
        );
      }),
    imports: () => office.ledger.imports.list(1_000),
    async close() {
      for (const watch of watches.splice(0)) await watch.close();
      await work;
    },
  };
  // Watchers end before the office that they work in is closed: that was opened first.
  closeAfterTest(() => watched.close());
  return watched;
}
