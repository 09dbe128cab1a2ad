import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, describe, expect, it } from 'vitest';
import { FileRejected } from '../../src/core/issue.ts';
import { openCsv } from '../../src/tabular/open-csv.ts';

/**
 * Texts of the north in the encodings that programs write: read right, or asked about with the right reading among those
 * that are shown, and never other letters than were meant.
 */
const folder = mkdtempSync(join(tmpdir(), 'bilag-letters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS = {
  nb: 'Kjøp av brød på Åsgård blåbær kjøttpålegg Ærlig Østre Ål fôr lørdag frøken måned påske gjær Bærum Tromsø leie strøm år øl på ærender rådgivning',
  sv: 'Kött från Västerås Malmö Örebro Ängelholm Åre räkning köp smör är för på öl äpple lön hyra mjölk fågel björn över',
  da: 'Køb af rugbrød på Ærø Ålborg Østerbro smør gær løn husleje æbler år øl kød flæsk bøger måned',
  de: 'Müller Straße groß Übung Ärger Öl Käse für über schön Grüße Büro Miete Rechnung weiß Gebühr Fußboden',
};
const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-1', 'cp850', 'cp865', 'macintosh'];
const sentences = fc
  .constantFrom(...(Object.keys(WORDS) as (keyof typeof WORDS)[]))
  .chain((language) =>
    fc.array(fc.array(fc.constantFrom(...WORDS[language].split(' ')), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 12,
    }),
  )
  .map((rows) => rows.map((words) => words.join(' ')));

/** The texts as they are read, or why they are not. */
async function read(bytes: Buffer, encoding = 'auto'): Promise<string[] | FileRejected> {
  const path = join(folder, 'texts.csv');
  writeFileSync(path, bytes);
  try {
    const source = await openCsv(path, { delimiter: ';', encoding, doubts: 'ask' });
    try {
      const texts: string[] = [];
      for await (const { records } of source.chunks(0)) texts.push(...records.map((record) => String(record[1])));
      return texts.slice(1);
    } finally {
      await source.close();
    }
  } catch (error) {
    if (error instanceof FileRejected) return error;
    throw error;
  }
}

const asCsv = (texts: readonly string[]) =>
  `Nr;Tekst;Belop\n${texts.map((text, at) => `${at};${text};1,00\n`).join('')}`;

describe('letters', () => {
  it.each(ENCODINGS)('of texts in %s are never misread in silence', async (encoding) => {
    let silent = 0;
    await fc.assert(
      fc.asyncProperty(sentences, async (texts) => {
        const csv = asCsv(texts);
        // A letter that the code page has not stands in none of its files.
        fc.pre(iconv.decode(iconv.encode(csv, encoding), encoding) === csv);
        const bytes = iconv.encode(csv, encoding);
        const seen = await read(bytes);
        if (!(seen instanceof FileRejected)) {
          expect(seen).toEqual(texts);
          silent++;
          return;
        }
        const { code, message, suggestion = '' } = seen.issue;
        expect(['encoding-doubtful', 'encoding-invalid']).toContain(code);
        const said = `${message} ${suggestion}`;
        const named = new RegExp(`(?:^|[ (])${encoding}(?: or [\\w-]+)*: "([^"]+)"|or ${encoding}: "([^"]+)"`).exec(
          said,
        );
        expect(named, said).not.toBeNull();
        expect(csv).toContain(named![1] ?? named![2]);
        expect(await read(bytes, encoding)).toEqual(texts);
      }),
      { numRuns: 150 },
    );
    // UTF-8 proves itself, and Windows-1252 is what is guessed: nobody is asked about these.
    if (encoding === 'utf-8' || encoding === 'windows-1252' || encoding === 'iso-8859-1')
      expect(silent).toBeGreaterThan(100);
  });

  it('of one word are never misread in silence', async () => {
    const misread: string[] = [];
    for (const encoding of ENCODINGS) {
      for (const word of Object.values(WORDS).flatMap((words) => words.split(' '))) {
        const csv = asCsv([word]);
        const bytes = iconv.encode(csv, encoding);
        if (iconv.decode(bytes, encoding) !== csv) continue;
        const seen = await read(bytes);
        if (!(seen instanceof FileRejected) && seen[0] !== word) misread.push(`${encoding}: ${word} as ${seen[0]}`);
      }
    }
    expect(misread).toEqual([]);
  });

  it.each([['Malmö över'], ['över Malmö'], ['öl', 'Malmö']])(
    'that look like two ends of a quotation are asked about: %s',
    async (...texts) => {
      for (const encoding of ['cp850', 'cp865'])
        expect(await read(iconv.encode(asCsv(texts), encoding))).toMatchObject({
          issue: { code: 'encoding-doubtful' },
        });
      // One word in such marks is a quotation, and so are more where other letters say which encoding it is.
      for (const quoted of ['ord ”sitat” ord', '”ett två tre” på språket'])
        expect(await read(iconv.encode(asCsv([quoted]), 'windows-1252'))).toEqual([quoted]);
    },
  );

  it.each(['utf-8', 'cp850', 'macintosh'])(
    'that were misread before and saved as UTF-8 (%s) are asked about, and repaired where the job says so',
    async (encoding) => {
      const texts = ['Kjøp av brød på lørdag', 'østre Bærum'];
      const bytes = Buffer.from(iconv.decode(iconv.encode(asCsv(texts), encoding), 'windows-1252'), 'utf8');
      if (bytes.includes('\ufffd')) return;
      const seen = await read(bytes);
      expect(seen).toBeInstanceOf(FileRejected);
      expect((seen as FileRejected).issue).toMatchObject({ code: 'encoding-doubtful' });
      expect((seen as FileRejected).message).toContain(`repair:${encoding}`);
      expect((seen as FileRejected).message).toContain('"Kjøp"');
      expect(await read(bytes, `repair:${encoding}`)).toEqual(texts);
    },
  );

  it('of sound files raise no alarm', async () => {
    const texts = [
      'Miloš Dušan Šimić Želko Tomaš',
      'Sánchez y Compañía – ¿Qué? Málaga Julián Ibáñez',
      'L’Oréal, don’t, l´été, “sitat”, „Zitat“, «sitat», ‹a› ‘b’',
      'Œuvre complète, cœur, Nike® Windows™ 20° 5 m² ½ €10 10€ £5 §8 …og så',
      "'t Hooft ’t Hooft naïve façade Zoë Agnès",
      'Þór Æsir Reykjavík sjálfstæði Straße',
    ];
    for (const text of [...texts, texts.join('; ')]) {
      for (const encoding of ['utf-8', 'windows-1252']) {
        const writable = iconv.decode(iconv.encode(text, encoding), encoding);
        expect(await read(iconv.encode(asCsv([writable.replaceAll(';', ',')]), encoding)), text).toEqual([
          writable.replaceAll(';', ','),
        ]);
      }
    }
  });
});
