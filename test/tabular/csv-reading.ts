import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CsvOptions, openCsv } from '../../src/tabular/open-csv.ts';
import type { SourceFacts } from '../../src/tabular/table.ts';

export interface Reading {
  readonly facts: SourceFacts;
  readonly lines: number[];
  readonly records: string[][];
}

/** Everything that a CSV file holds, read as the job's defaults say unless told otherwise. */
export async function readCsv(path: string, options: Partial<CsvOptions> = {}): Promise<Reading> {
  const source = await openCsv(path, { delimiter: 'auto', encoding: 'auto', ...options });
  try {
    const lines: number[] = [];
    const records: string[][] = [];
    for await (const chunk of source.chunks(0)) {
      lines.push(...chunk.lines);
      records.push(...(chunk.records as string[][]));
    }
    return { facts: source.facts, lines, records };
  } finally {
    await source.close();
  }
}

/** Runs `use` with a file of these bytes, which is gone afterwards. */
export async function withFile<T>(bytes: Uint8Array | string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bilag-csv-'));
  try {
    const path = join(folder, 'file.csv');
    await writeFile(path, bytes);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function readBytes(bytes: Uint8Array | string, options: Partial<CsvOptions> = {}): Promise<Reading> {
  return withFile(bytes, (path) => readCsv(path, options));
}
