import type { VatType } from '../domain/account.ts';
import { nearest } from '../domain/nearest.ts';
import type { VatSlot } from './reading.ts';

/** In `vat.codes` and on a rule: send no VAT code. */
export const NO_VAT = 'none';

/**
 * Resolves the file's VAT codes against the service's list, once a code.
 * @param mapping the job's `vat.codes`
 * @param met told each type that a code stands for, once
 * @returns for a code: its slot; undefined where no VAT is to be sent
 */
export function vatCodes(
  types: readonly VatType[],
  mapping: Readonly<Record<string, string>>,
  met: (typeId: number) => void = () => undefined,
): (code: string) => VatSlot | undefined {
  const byCode = new Map<string, VatType[]>();
  for (const type of types) byCode.set(type.code, [...(byCode.get(type.code) ?? []), type]);
  const slots = new Map<string, VatSlot | undefined>();
  return (text) => {
    if (slots.has(text)) return slots.get(text);
    const code = Object.hasOwn(mapping, text) ? mapping[text]! : text;
    const slot = code === NO_VAT ? undefined : resolve(code, byCode);
    slots.set(text, slot);
    if (slot?.typeId !== undefined) met(slot.typeId);
    return slot;
  };
}

function resolve(code: string, byCode: ReadonlyMap<string, readonly VatType[]>): VatSlot {
  const found = byCode.get(code) ?? [];
  if (found.length === 1) return { code, typeId: found[0]!.id, issue: undefined };
  if (found.length > 1) {
    return {
      code,
      typeId: undefined,
      issue: {
        code: 'vat-ambiguous',
        suggestion: `The service has ${found.length} VAT types with code ${code} (${found.map((type) => `"${type.name}"`).join(', ')}). Rename one there, or map the file's code to another one under vat.codes in the job.`,
      },
    };
  }
  // Between numbers nearness says nothing: 25 is no misspelt 20, but most likely a percentage.
  const near = /^\d+$/.test(code) ? undefined : nearest(code, [...byCode.keys()]);
  const rates = [...byCode.values()]
    .flat()
    .filter(({ percent }) => percent !== undefined && Number(percent) === Number(code));
  const known = [...byCode.keys()].slice(0, 20).join(', ');
  return {
    code,
    typeId: undefined,
    issue: {
      code: 'vat-unknown',
      suggestion: `${near === undefined ? '' : `Did you mean ${near}? `}${rates.length === 0 ? `The service knows ${known === '' ? 'no VAT codes' : known}` : `VAT types of ${code} %: ${rates.map(named).join(', ')}`}. Correct the code, or map it under vat.codes in the job: { "${code}": "…" }, or none.`,
    },
  };
}

function named(type: VatType): string {
  return `${type.code} (${type.name})`;
}
