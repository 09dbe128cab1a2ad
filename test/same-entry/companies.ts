import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { startSandbox } from '../../src/sandbox/server.ts';
import { openOffice as openFolder, type Ran } from '../cli/bilag.ts';
import { closeAfterFile } from '../closing.ts';
import { type Booked, type Office, openOffice } from '../importing/office.ts';
import { entryTexts } from './books.ts';
import type { Exported } from './write-export.ts';

/** Examples that are tried beside each other: half of a plan's time its thread starts. */
const BESIDE = 2;
/** Examples that share a ledger and a sandbox: as many companies as a sandbox has. */
const TOGETHER = 90;
/** Failures that are named, and those that are told in full. */
const LISTED = 100;
const TOLD = 3;
/** Characters of a file that are told. */
const SHOWN_CHARACTERS = 4_000;

/** Books of one company, apart from all others of the same ledger. */
export interface Company {
  /** Its service in bilag.yaml. */
  readonly service: string;
  /** A job of its own, or the same one edited. */
  defineJob(name: string, yaml: string): void;
  /** @param how `plan`: nothing is booked */
  bring(exported: Exported, job: string, how?: 'book' | 'plan'): ReturnType<typeof bringing>;
  /** Entries that stand in its books, sorted. */
  entries(): Promise<string[]>;
  run(...args: string[]): Promise<Ran>;
  /** The verbs of the pipeline; all companies share them. */
  readonly office: Office;
}

/** Of the environment: `SAME_ENTRY_SEED`, and `SAME_ENTRY_ONLY` for one example alone. */
const number = (name: string) => (process.env[name] === undefined ? undefined : Number(process.env[name]));

/**
 * Tries so many examples, each in the books of a company of its own. All are drawn from one seed, which stands in the
 * failure with the files.
 */
export async function expectOfEach<Example>(
  arbitrary: fc.Arbitrary<Example>,
  { count, seed: usual }: { count: number; seed: number },
  expectOf: (example: Example, company: Company, at: number) => Promise<void>,
): Promise<void> {
  const seed = number('SAME_ENTRY_SEED') ?? usual;
  const only = number('SAME_ENTRY_ONLY');
  const examples = fc.sample(arbitrary, { numRuns: count, seed }).map((example, at) => ({ example, at }));
  const failed: { at: number; told: string }[] = [];
  const left = examples.filter(({ at }) => only === undefined || at === only);
  while (left.length > 0) {
    const some = left.splice(0, TOGETHER);
    const companies = await openCompanies(some.length);
    const work = async () => {
      for (let next = some.shift(); next !== undefined; next = some.shift()) {
        const { company, files } = companies();
        try {
          await expectOf(next.example, company, next.at);
        } catch (error) {
          failed.push({ at: next.at, told: `${(error as Error).message}\n${files.join('\n')}` });
        }
      }
    };
    await Promise.all(Array.from({ length: BESIDE }, work));
  }
  if (failed.length === 0) return;
  failed.sort((one, other) => one.at - other.at);
  const listed = failed.slice(0, LISTED).map(({ at, told }) => `${at}: ${told.split('\n', 1)[0]}`);
  const told = failed.slice(0, TOLD).map(({ at, told }) => `\nSAME_ENTRY_SEED=${seed} SAME_ENTRY_ONLY=${at}\n${told}`);
  throw new Error([`${failed.length} of ${count} examples failed`, ...listed, ...told].join('\n'));
}

/** How long so many examples may take, in milliseconds, on a machine that has other work: two or three files each. */
export const within = (examples: number): number => Math.max(240_000, examples * 6_000);

/** Like `toEqual`, in words that one line holds: there may be many of them. */
export function expectEqual(what: string, actual: object, expected: object): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: it is ${JSON.stringify(actual)}, and should be ${JSON.stringify(expected)}`);
}

/** @returns the next of so many companies, and what was done in its name, for whoever reads a failure */
async function openCompanies(count: number): Promise<() => { company: Company; files: string[] }> {
  const sandbox = await startSandbox();
  closeAfterFile(() => sandbox.close());
  const { folder, leave, run } = await openFolder({ BILAG_HOME: 'home' });
  closeAfterFile(leave);
  const names = Array.from({ length: count }, (_, at) => `c${at}`);
  // The sandbox is in this process: its replies come whenever this process gets its turn.
  const service = (name: string) => ({
    ...{ baseUrl: sandbox.url, company: name, headers: { CompanyKey: name } },
    timeout: { connect: '60s', reply: '60s' },
  });
  const services = Object.fromEntries(names.map((name) => [name, service(name)]));
  writeFileSync(join(folder, 'bilag.yaml'), JSON.stringify({ services }));
  const office = await openOffice({ beside: { folder, sandbox }, keep: true });
  return () => {
    const name = names.shift()!;
    const files: string[] = [];
    const company: Company = {
      service: name,
      run,
      office,
      defineJob(job, yaml) {
        files.push(`--- ${job}.yaml\n${yaml}`);
        office.defineJob(`${name}-${job}`, yaml);
      },
      bring(exported, job, how = 'book') {
        files.push(`--- ${exported.name}\n${exported.shown.slice(0, SHOWN_CHARACTERS)}`);
        return bringing(office, { ...exported, name: `${name}-${exported.name}` }, `${name}-${job}`, how);
      },
      entries: async () => entryTexts((await office.call('GET', `booked?company=${name}`)) as Booked),
    };
    return { company, files };
  };
}

async function bringing(office: Office, { name, bytes }: Exported, job: string, how: 'book' | 'plan') {
  const row = await office.take(name, bytes, job, { book: how === 'book', force: true });
  await office.plan(row);
  if (how === 'book') await office.post(row);
  return { row, receipt: await office.receipt(row) };
}
