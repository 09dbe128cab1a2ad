import { describe, expect, it } from 'vitest';
import { scoreDelimiter } from '../../src/tabular/delimiter.ts';

describe('the delimiter', () => {
  it.each([
    ['two lines', 'Dato;Beløp\n01.02.2026;12,50\n', ';'],
    ['decimal commas without a header', '1;2,5\n', ';'],
    ['more decimal commas than delimiters', '1,5;2,5;3,5\n4,5;5,5;6,5\n', ';'],
    ['commas in sentences', '1;Bergen, Norge, Europa, Jorden;2\n2;Oslo, Norge, Europa, Jorden;3\n', ';'],
    ['comma', 'date,amount\n2026-01-01,12.50\n', ','],
    ['comma between numbers', '1,2,3\n4,5,6\n', ','],
    ['comma with spaces', '1, a, x\n2, b, y\n', ','],
    ['comma, with semicolons in the text', 'a,b,c\nx;y,1,2\nz;w,3,4\n', ','],
    ['tab', 'Dato\tTekst\tBeløp\n1.2.2026\tKaffe, te\t12,5\n', '\t'],
    ['pipe', 'a|b\n1,5|2\n', '|'],
    ['quoted commas', 'a;b\n"1,2,3";"4,5,6"\n"7,8,9";"1,2,3"\n', ';'],
    ['quoted newlines', 'a;b\n"x,\ny,\nz,";1\n', ';'],
    ['a preamble', 'Kontoutskrift, 2026\nKunde: Ola, Oslo\n\nDato;Tekst;Beløp\n1;a;2\n2;b;3\n3;c;4\n', ';'],
    ['times and dates', 'Tid;Dato\n12:30:15;2026-01-01 10:00\n', ';'],
    ['a last record that is shorter', 'a;b;c\n1;2;3\nSum\n', ';'],
  ])('%s', (_name, text, delimiter) => {
    expect(scoreDelimiter(text)).toBe(delimiter);
  });

  it.each([
    ['a single column', 'phone\n+4712345678\n'],
    ['a single column of amounts', 'Beløp\n12,5\n145,00\n5.25'],
    ['a single column of sentences', 'Tekst\nKaffe, te\nMelk\n'],
  ])('%s gets one that it does not hold', (_name, text) => {
    const delimiter = scoreDelimiter(text);
    expect(text).not.toContain(delimiter);
    expect(delimiter).not.toMatch(/[: ]/);
  });
});
