import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ENTRY_ISSUE_CODES,
  FILE_ISSUE_CODES,
  type IssueCode,
  REMARK_CODES,
  ROW_ISSUE_CODES,
} from '../../src/core/issue.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { REMEDIES, type Remedy } from './remedies.ts';
import { ERRORS, errorSamples, type Result, ROOT, readExpected, type Sample } from './sample.ts';

/**
 * What a message advises is done to the file, or the job, that provoked it: then the message is gone. Each remedy is tried
 * in books of its own, so that none meets what another has booked.
 */
const SET_UP_WITHIN_MS = 600_000;

const samples = errorSamples();
const cases = Object.entries(REMEDIES).flatMap(([code, remedies]) =>
  Array.isArray(remedies) ? (remedies as Remedy[]).map((remedy, at) => ({ code: code as IssueCode, remedy, at })) : [],
);
const results = new Map<string, Result>();
let folder: string;
const sandboxes: Sandbox[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-remedies-'));
  await mkdir(join(folder, 'jobs'));
  const services: string[] = [];
  const imports: object[] = [];
  for (const { code, remedy, at } of cases) {
    const name = `${code}-${at}`;
    const sample = samples.find((each) => each.job === code && each.expectedFile !== undefined)!;
    const first = samples.find((each) => each.job === code && each.expectedFile === undefined);
    const sandbox = await startSandbox();
    sandboxes.push(sandbox);
    services.push(`  ${name}: { baseUrl: ${sandbox.url} }`);
    const ambiguous = remedy.service === true ? 1 : 2;
    const own = remedy.service === true ? {} : withoutCreation(sample);
    const service = {
      'POST accounts': Array.from({ length: ambiguous }, () => ({ AccountNumber: 1931, AccountName: 'Bank' })),
      'POST vattypes': Array.from({ length: ambiguous }, () => ({ VatCode: '1B', VatPercent: 25, Name: 'Bygg' })),
      ...own,
    };
    const job = jobText(code, remedy);
    writeFileSync(join(folder, 'jobs', `${name}.yaml`), `${job}\nservice: ${name}\n`);
    const original = readFileSync(join(ROOT, ERRORS, 'jobs', `${code}.yaml`), 'utf8');
    if (first !== undefined) {
      const before = `${name}.first${extname(first.file)}`;
      copyFileSync(join(ROOT, first.file), join(folder, before));
      // Some questions are asked of files of one job only: it is edited where the remedy says so, and else the same.
      const isEdited = remedy.job !== undefined || remedy.add !== undefined;
      const firstJob = isEdited ? `${name}-first` : name;
      if (isEdited) writeFileSync(join(folder, 'jobs', `${firstJob}.yaml`), `${original}\nservice: ${name}\n`);
      imports.push({ file: before, job: firstJob, url: sandbox.url, service });
    }
    const file = `${name}${remedy.anew === undefined ? extname(sample.file) : '.csv'}`;
    await mend(join(ROOT, sample.file), join(folder, file), remedy);
    const [asked, answer] = remedy.answer ?? [];
    imports.push({
      file,
      job: name,
      url: sandbox.url,
      ...(first === undefined ? { service } : {}),
      ...(asked === undefined ? {} : { answer: { code: asked, answer } }),
    });
  }
  writeFileSync(join(folder, 'bilag.yaml'), `services:\n${services.join('\n')}\n`);
  const said = await run(JSON.stringify({ cwd: folder, build: join(ROOT, 'build'), imports }));
  imports.forEach((each, at) => {
    results.set((each as { file: string }).file.replace(/\.\w+$/, ''), said[at]!);
  });
}, SET_UP_WITHIN_MS);

afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

describe('remedies', () => {
  it('there are some for every code, or it is said where they are tried', () => {
    const all: readonly string[] = [...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES];
    expect(Object.keys(REMEDIES).sort()).toEqual([...all].sort());
  });

  it.each(
    Object.entries(REMEDIES).flatMap(([code, each]) => ('nothing' in each ? [[code, each.nothing] as const] : [])),
  )('%s: nothing is to be done, and that is said', (code, words) =>
    expect(suggestionsOf(code as IssueCode)).toContain(words),
  );

  it.each(cases.map(({ code, remedy, at }) => [code, remedy.says, at, remedy] as const))(
    '%s: %s',
    (code, says, at, remedy) => {
      expect(suggestionsOf(code)).toContain(says);
      const { receipt, refused } = results.get(`${code}-${at}`)!;
      const open = [refused, receipt?.reason, ...(receipt?.issues ?? []).filter(({ settled }) => settled !== true)];
      const codes = open.flatMap((issue) => (issue === undefined ? [] : [issue.code]));
      expect(codes, JSON.stringify(open)).toEqual(
        remedy.next === undefined ? [] : expect.arrayContaining([remedy.next]),
      );
      expect(codes).not.toContain(code);
    },
  );
});

/** All that the sample of a code suggests for it. */
function suggestionsOf(code: IssueCode): string {
  const sample = samples.find((each) => each.job === code && each.expectedFile !== undefined)!;
  const { reason, issues = [], remarks = [] } = readExpected(sample);
  return [reason, ...issues, ...remarks]
    .flatMap((issue) => (issue?.code === code ? [issue.suggestion] : []))
    .join('\n');
}

/** How the service is where the sample is tried: as it is said beside it. */
function withoutCreation({ service = {} }: Sample): object {
  return service;
}

function jobText(code: IssueCode, { job = [], add = '' }: Remedy): string {
  const original = readFileSync(join(ROOT, ERRORS, 'jobs', `${code}.yaml`), 'utf8');
  return `${changed(original, job)}${add}\n`;
}

function changed(original: string, edits: NonNullable<Remedy['file']>): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    expect(after, String(from)).not.toBe(before);
    return after;
  }, original);
}

async function mend(from: string, to: string, { file, anew, bytes, cells, workbook }: Remedy): Promise<void> {
  if (anew !== undefined) return writeFileSync(to, anew);
  if (file !== undefined) return writeFileSync(to, changed(readFileSync(from, 'utf8'), file));
  if (bytes !== undefined) {
    const before = readFileSync(from);
    const at = before.indexOf(bytes[0]);
    expect(at).toBeGreaterThan(0);
    const parts = [before.subarray(0, at), bytes[1], before.subarray(at + bytes[0].length)];
    return writeFileSync(to, Buffer.concat(parts));
  }
  if (cells === undefined && workbook === undefined) return copyFileSync(from, to);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(from);
  for (const [place, value] of Object.entries(cells ?? {})) book.worksheets[0]!.getCell(place).value = value;
  workbook?.(book);
  await book.xlsx.writeFile(to);
}

async function run(input: string): Promise<Result[]> {
  const environment = { ...process.env, BILAG_HOME: join(folder, 'home'), BILAG_JOBS: join(folder, 'jobs') };
  const child = spawn(process.execPath, [join(ROOT, 'test/samples/import-files.mjs')], { env: environment });
  child.stdin.end(input);
  const code = new Promise((resolve) => child.on('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await code) !== 0) throw new Error(`Importing failed: ${errors || out}`);
  return JSON.parse(out) as Result[];
}
