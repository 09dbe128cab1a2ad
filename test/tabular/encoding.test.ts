import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readBytes } from './csv-reading.ts';

const TEXT = 'Dato;Beløp;Tekst\n01.02.2026;12,50;Kjøp på Å\n';
const RECORDS = [
  ['Dato', 'Beløp', 'Tekst'],
  ['01.02.2026', '12,50', 'Kjøp på Å'],
];
const ASCII_HEAD = 'a;b\n'.repeat(40_000);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

describe('auto', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a mark', Buffer.concat([BOM, Buffer.from(TEXT)]), 'utf-8'],
    ['UTF-16LE with a mark', iconv.encode(TEXT, 'utf-16le', { addBOM: true }), 'utf-16le'],
    ['UTF-16BE with a mark', iconv.encode(TEXT, 'utf-16be', { addBOM: true }), 'utf-16be'],
    ['UTF-16LE', iconv.encode(TEXT, 'utf-16le'), 'utf-16le'],
    ['UTF-16BE', iconv.encode(TEXT, 'utf-16be'), 'utf-16be'],
    ['Windows-1252', iconv.encode(TEXT, 'windows-1252'), 'windows-1252'],
  ])('%s', async (_name, bytes, encoding) => {
    const { facts, records } = await readBytes(bytes);
    expect(records).toEqual(RECORDS);
    expect(facts.encoding).toBe(encoding);
  });

  it('reads the signs that only Windows-1252 has', async () => {
    const { records } = await readBytes(iconv.encode('a;€ – “x”\nØ;æ\n', 'windows-1252'));
    expect(records[0]).toEqual(['a', '€ – “x”']);
  });

  it('keeps characters whole that blocks cut in two, at any place', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const text = `${'x'.repeat(shift)};${'€😀ø'.repeat(40_000)}\n1;2\n`;
      for (const encoding of ['utf-8', 'utf-16le']) {
        const { records } = await readBytes(iconv.encode(text, encoding, { addBOM: true }));
        expect(records[0]?.[1] === '€😀ø'.repeat(40_000), `${encoding} ${shift}`).toBe(true);
      }
    }
  });

  it('asks to read again where a later byte shows Windows-1252, and then reads it so', async () => {
    const bytes = Buffer.concat([Buffer.from(ASCII_HEAD), iconv.encode('Kjøp;på\n', 'windows-1252')]);
    const again = { name: 'ReadAgain', hint: { encoding: 'windows-1252' } };
    await expect(readBytes(bytes)).rejects.toMatchObject(again);
    const { records, facts, lines } = await readBytes(bytes, { hint: again.hint });
    expect(records.at(-1)).toEqual(['Kjøp', 'på']);
    expect(lines.at(-1)).toBe(40_001);
    expect(facts.encoding).toBe('windows-1252');
  });

  it('asks to read again where the file ends inside what could have been UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(ASCII_HEAD), Buffer.from([0xe5])]);
    await expect(readBytes(bytes)).rejects.toMatchObject({ hint: { encoding: 'windows-1252' } });
  });

  it('does not turn the letters of a damaged UTF-8 file into others', async () => {
    const bytes = Buffer.concat([Buffer.from(`${TEXT}x;Kj`), Buffer.from([0xf8]), Buffer.from('p;Ærlig\n')]);
    await expect(readBytes(bytes)).rejects.toMatchObject({
      issue: { code: 'encoding-invalid', value: '0xF8', message: expect.stringMatching(/line 3\b.*not UTF-8/) },
    });
    const later = Buffer.concat([Buffer.from(TEXT + ASCII_HEAD), Buffer.from([0xf8, 10])]);
    await expect(readBytes(later)).rejects.toMatchObject({ issue: { message: expect.stringMatching(/line 40003\b/) } });
  });

  it('rejects bytes that mean nothing, naming the line', async () => {
    const bytes = Buffer.concat([Buffer.from('a;b\nc;d\n'), Buffer.from([0xe5, 0x81, 10])]);
    await expect(readBytes(bytes)).rejects.toMatchObject({
      issue: { code: 'encoding-invalid', value: '0x81', message: expect.stringMatching(/line 3\b/) },
    });
  });

  it('rejects UTF-16 that ends in half a character', async () => {
    const bytes = iconv.encode(TEXT, 'utf-16le', { addBOM: true }).subarray(0, -1);
    await expect(readBytes(bytes)).rejects.toMatchObject({ issue: { code: 'encoding-invalid' } });
  });

  it('rejects UTF-32 by name', async () => {
    const bytes = iconv.encode(TEXT, 'utf-32le', { addBOM: true });
    await expect(readBytes(bytes)).rejects.toMatchObject({ issue: { message: expect.stringContaining('UTF-32') } });
  });
});

describe('by name', () => {
  it.each(['cp865', 'cp850', 'ISO-8859-1', 'iso8859-15', 'latin1', 'CP1252', 'ibm865', 'utf8', 'UTF-16', 'macintosh'])(
    '%s',
    async (encoding) => {
      const { records } = await readBytes(iconv.encode(TEXT, encoding, { addBOM: false }), { encoding });
      expect(records).toEqual(RECORDS);
    },
  );

  it('cp437, which has no ø', async () => {
    const { records } = await readBytes(iconv.encode('Ä;Å\nö;é', 'cp437'), { encoding: 'cp437' });
    expect(records).toEqual([
      ['Ä', 'Å'],
      ['ö', 'é'],
    ]);
  });

  it('Shift-JIS, whose second bytes look like ASCII, cut anywhere', async () => {
    const text = `${'ソ表'.repeat(40_001)};x\n`;
    const { records } = await readBytes(iconv.encode(`a${text}`, 'shift_jis'), {
      encoding: 'shift_jis',
      delimiter: ';',
    });
    expect(records[0]?.[0] === `a${'ソ表'.repeat(40_001)}`).toBe(true);
  });

  it('believes a byte order mark before the job', async () => {
    const { records } = await readBytes(Buffer.concat([BOM, Buffer.from(TEXT)]), { encoding: 'windows-1252' });
    expect(records).toEqual(RECORDS);
  });

  it('does not read UTF-8 as something else', async () => {
    await expect(readBytes(TEXT, { encoding: 'windows-1252' })).rejects.toMatchObject({
      issue: { code: 'encoding-invalid', suggestion: expect.stringContaining('Remove file.encoding') },
    });
  });

  it('says what to do about bytes that ISO-8859-1 does not have', async () => {
    await expect(readBytes(iconv.encode('a;–', 'windows-1252'), { encoding: 'iso-8859-1' })).rejects.toMatchObject({
      issue: { value: '0x96', suggestion: expect.stringContaining('windows-1252') },
    });
  });

  it('checks UTF-8 that was named', async () => {
    await expect(readBytes(Buffer.from([0x61, 10, 0xe5, 10]), { encoding: 'utf-8' })).rejects.toMatchObject({
      issue: { message: expect.stringMatching(/line 2\b.*which the job names/) },
    });
  });

  it('names the nearest of an unknown name', async () => {
    await expect(readBytes(TEXT, { encoding: 'window-1252' })).rejects.toMatchObject({
      name: 'UsageError',
      suggestion: expect.stringContaining('windows-1252'),
    });
    await expect(readBytes(TEXT, { encoding: 'base64' })).rejects.toMatchObject({ name: 'UsageError' });
  });
});
