import type { NewAccount } from './accounts.ts';
import type { VatTypeRow } from './reference/vat-types.ts';
import { isObject } from './reply.ts';

/** Reference data that tests add to the sandbox. All of these throw an Error that names the element and what it lacks. */

/** `[{AccountNumber, AccountName, VatTypeID | VatCode | null, Locked?, Deleted?}]`; VAT codes become IDs by `vatTypeId`. */
export function parseAccounts(body: unknown, vatTypeId: (code: string) => number | undefined): NewAccount[] {
  return elements(body).map((element, index) => {
    const { AccountNumber, AccountName, VatTypeID, VatCode, Locked, Deleted } = element;
    if (!Number.isSafeInteger(AccountNumber)) throw new Error(`[${index}].AccountNumber must be a whole number.`);
    const id = typeof VatCode === 'string' ? vatTypeId(VatCode) : (VatTypeID ?? null);
    if (id !== null && !Number.isInteger(id)) {
      throw new Error(`[${index}]: there is no VAT type ${JSON.stringify(VatCode ?? VatTypeID)}.`);
    }
    return {
      AccountNumber: AccountNumber as number,
      AccountName: String(AccountName ?? AccountNumber),
      VatTypeID: id as number | null,
      Locked: Locked === true,
      Deleted: Deleted === true,
    };
  });
}

/** `[{VatCode, VatPercent, Name?, OutputVat?, AccountNumber?}]`; the account is where the tax is posted. */
export function parseVatTypes(body: unknown): VatTypeRow[] {
  return elements(body).map((element, index) => {
    const { VatCode, VatPercent, Name, OutputVat, AccountNumber } = element;
    if (typeof VatCode !== 'string' || VatCode === '') throw new Error(`[${index}].VatCode must be a text.`);
    const percent = Number(VatPercent);
    if (VatPercent === null || !(percent >= 0 && percent < 1000)) {
      throw new Error(`[${index}].VatPercent must be a percentage.`);
    }
    const output = OutputVat === true;
    return {
      code: VatCode,
      name: String(Name ?? VatCode),
      percent: percent.toFixed(4),
      output,
      account: Number.isInteger(AccountNumber) ? (AccountNumber as number) : output ? 2700 : 2710,
    };
  });
}

function elements(body: unknown): Record<string, unknown>[] {
  if (!Array.isArray(body)) throw new Error('An array was expected.');
  body.forEach((element, index) => {
    if (!isObject(element)) throw new Error(`[${index}] must be an object.`);
  });
  return body;
}
