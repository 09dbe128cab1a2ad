import { describe, expect, it, test } from 'vitest';
import { balanceLabel } from '../../src/reading/balance-labels.ts';

describe('a text that says that its row states a balance', () => {
  it.each([
    ['Inngående saldo', 'opening'],
    ['INNGÅENDE SALDO 01.01.2026', 'opening'],
    ['Ingående saldo', 'opening'],
    ['Saldo fra forrige periode', 'opening'],
    ['Overført fra forrige side', 'opening'],
    ['Skyldig beløp fra forrige faktura:', 'opening'],
    ['Opening balance', 'opening'],
    ['Balance brought forward', 'opening'],
    ['Utgående saldo pr. 31. januar 2026', 'closing'],
    ['Sluttsaldo januar', 'closing'],
    ['Closing balance', 'closing'],
    ['Overført saldo', 'carried'],
    ['Saldo 31.01.2026', 'carried'],
    ['Saldo pr 31.01', 'carried'],
  ])('%s', (text, label) => {
    expect(balanceLabel(text)).toBe(label);
  });

  it.each([
    'Saldo',
    'Balance',
    'New Balance Oslo',
    'Opening balance for Ola Nordmann',
    'Betaling utgående saldo',
    'Utgående saldo Nord AS',
    'Saldo oppgjør',
    'Saldo 12',
    'Inngående faktura 12',
  ])('%s is the text of a booking', (text) => {
    expect(balanceLabel(text)).toBeUndefined();
  });

  test('a text that nearly is a label is told fast', () => {
    const began = performance.now();
    balanceLabel(`Inngående saldo ${'1 :'.repeat(20)}x`);
    expect(performance.now() - began).toBeLessThan(50);
  });
});
