import { describe, expect, it } from 'vitest';
import { isListLine } from '../../../src/kinds/contacts/list-line.ts';

describe('a line of a list', () => {
  it.each([
    'Totalt antall kunder: 2',
    'Antall: 1 204',
    'Antall kunder 2',
    'Sum kontakter:',
    'Totalt 2 kunder',
    'Total: 2 customers',
    'Number of contacts: 12',
    'Grand total: 12',
    'I alt: 7',
    'Utskrift 26.11.2026 kl. 04:44',
    'Skrevet ut: 26. november 2026',
    'Printed on November 26, 2026',
    'Exported 2026-11-26 by Kari',
    'Side 1 av 1',
    'SIDE 12 AV 14',
    'Page 1 of 3',
    'Page 1/3',
  ])('is %j', (text) => {
    expect(isListLine(text)).toBe(true);
  });

  it.each([
    'Kari Nordmann',
    'Total',
    'Total AS',
    'Total E&P Norge AS',
    'Total 24',
    'Total Consulting 2 AS',
    'Totalt Renhold AS',
    'Totalkunder AS',
    'Sum',
    'Sum 41',
    'Sum: Design AS',
    'Summit 2026',
    'I alt vesentlig AS',
    'Antallet 2',
    'Side 3',
    'Side 3 AS',
    'Side 1 av Oslo AS',
    'Sidespor 1/2',
    'Page 1 Books Ltd',
    'Utskrift AS',
    'Utskrift & Kopi 2000 AS',
    'Utskriftsentralen 1.1.2020',
    'Printed Matter Inc',
    'Kunder og venner 24',
    '1. divisjon 2026',
  ])('is not %j', (text) => {
    expect(isListLine(text)).toBe(false);
  });
});
