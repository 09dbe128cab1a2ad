// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { jobSchemaJson } from '../../src/config/read-job.ts';

const JOB = 'kind: bookings\ncolumns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }\n';

/** Everything that the design's section 5 shows in one job. */
const WHOLE = `kind: bookings
service: main
file: { match: "*.{csv,xlsx}", sheet: Bilag, header: auto, delimiter: auto, encoding: auto, decimal: auto, dates: [dd.MM.yyyy, yyyyMMdd], timezone: Europe/Oslo, scale: 2 }
columns: { entry: { all: [Bilagsnr, Dato], per: month, series: Kasse 1 }, date: Dato, account: [Konto, Kontonr], amount: Beløp, vat: Mva-kode, description: Tekst }
sign: { column: S/H, debit: [S, Bij], credit: H }
negate: true
creditSign: negative
defaults: { description: "{file} {entry}" }
rules:
  - { when: { description: "rema|kiwi", column: { Type: a } }, set: { contraAccount: 4300, contraVat: "1" }, override: true }
vat: { codes: { 3H: "3" }, default: account }
accounts: { "1500": 1501 }
skip:
  - { column: Konto, matches: "^$|^Sum" }
  - { field: amount, equals: "0" }
batch: { entries: 50, concurrency: 4 }
onInvalid: hold
onDuplicate: hold
doubt: { confirm: second-person }
schedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }
fetch: { url: "https://bank.example", headers: { Authorization: "Bearer \${TOKEN}" } }
limits: { issues: 10000, rows: 5000000, bytes: 1073741824 }
`;

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: unknown;
  readonly additionalProperties?: unknown;
}

describe('schema/job.schema.json', () => {
  it('is what the job schema says today (vitest -u writes it anew)', async () => {
    await expect(`${JSON.stringify(jobSchemaJson(), null, 2)}\n`).toMatchFileSnapshot('../../schema/job.schema.json');
  });

  it('names itself', () => {
    expect(jobSchemaJson()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:bilag:schema:job',
      title: 'bilag job',
    });
  });

  it('describes every key, except the fields of values and of conditions, which columns describe', () => {
    const bare: string[] = [];
    walk(jobSchemaJson() as Schema, '', (schema, path) => {
      const named = /(^|\.)(defaults|set|when)\.[^.]+$/.test(path);
      if (!named && schema.description === undefined) bare.push(path);
    });
    expect(bare).toEqual([]);
  });

  it('refuses unknown keys in every group', () => {
    const open: string[] = [];
    walk(jobSchemaJson() as Schema, '', (schema, path) => {
      if (schema.properties !== undefined && schema.additionalProperties !== false) open.push(path);
    });
    expect(open).toEqual([]);
  });

  describe('checks as an editor does', () => {
    // Read back from the text alone, by another road than the one that it was written on.
    const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(jobSchemaJson())));
    const takes = (yaml: string) => schema.safeParse(parse(yaml)).success;

    it.each([
      ['the least job', JOB],
      ['every key', WHOLE],
      [
        'contacts',
        'kind: contacts\ncolumns: { name: Navn, email: [E-post, Epost] }\nmatch: [email]\ncustom: { A: B }\n',
      ],
      ['a single contact key', 'kind: contacts\ncolumns: { name: Navn }\nmatch: email\n'],
      ['custom fields', 'kind: custom-fields\ncolumns: { name: a, model: b, type: c, nullable: d }\n'],
      ['columns by number', JOB.replace('Konto', '3')],
      ['numbers that start again', JOB.replace('Bilagsnr', '{ column: [Bilagsnr, Bilag], per: date }')],
      ['fetch by path', `${JOB}fetch: { path: /mnt/*.csv }\n`],
    ])('takes %s', (_name, yaml) => {
      expect(takes(yaml)).toBe(true);
    });

    it.each([
      ['no kind', JOB.replace('kind: bookings\n', '')],
      ['another kind', JOB.replace('bookings', 'booking')],
      ['an unknown key', `${JOB}servise: main\n`],
      ['an unknown column', JOB.replace('account', 'acount')],
      ['an unknown key in a group', `${JOB}batch: { size: 4 }\n`],
      ['a number out of range', `${JOB}batch: { entries: 1001 }\n`],
      ['text for a number', `${JOB}batch: { entries: many }\n`],
      ['another word', `${JOB}onInvalid: stop\n`],
      ['a group for a header', JOB.replace('Konto', '{ a: b }')],
      ['an unknown key beside the column of the entry', JOB.replace('Bilagsnr', '{ column: Bilagsnr, pr: date }')],
      ['an unknown period', JOB.replace('Bilagsnr', '{ column: Bilagsnr, per: week }')],
      ['an empty series', JOB.replace('Bilagsnr', '{ column: Bilagsnr, series: "" }')],
      ['what entry says by its name inside the program', `${JOB}numbering: { per: date }\n`],
      ['a rule without set', `${JOB}rules: [{ when: { description: a } }]\n`],
      ['no columns', 'kind: bookings\n'],
    ])('refuses %s', (_name, yaml) => {
      expect(takes(yaml)).toBe(false);
    });
  });
});

function walk(schema: Schema, path: string, visit: (schema: Schema, path: string) => void): void {
  if (path !== '') visit(schema, path);
  for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    for (const [key, held] of Object.entries(option.properties ?? {}))
      walk(held, path === '' ? key : `${path}.${key}`, visit);
  for (const [key, held] of Object.entries(schema.properties ?? {})) walk(held, `${path}.${key}`, visit);
  for (const [key, held] of Object.entries(schema.items?.properties ?? {})) walk(held, `${path}.${key}`, visit);
}
