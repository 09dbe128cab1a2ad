import { canonicalText } from './canonical-text.ts';

/**
 * Whose books: duplicates, plans and caches belong to them. `company:4711` where the configuration names a company, else
 * `service:main`: a service without one can't be mistaken for a company that is called alike. Never an address, never a token.
 */
export type Company = string;

const NAMED = 'company:';
const UNNAMED = 'service:';

/** @param name of the company; empty where the configuration names none */
export function companyOf({ name, company }: { readonly name: string; readonly company: string }): Company {
  const text = canonicalText(company);
  return text === '' ? `${UNNAMED}${name}` : `${NAMED}${text}`;
}

export function isNamed(company: Company): boolean {
  return company.startsWith(NAMED);
}

/** The name that the configuration gives the books; empty where it gives none. */
export function companyName(company: Company): string {
  return isNamed(company) ? company.slice(NAMED.length) : '';
}

/** `company "4711"`, or `service main without a company`. */
export function companyWords(company: Company): string {
  return isNamed(company)
    ? `company ${JSON.stringify(companyName(company))}`
    : `service ${company.slice(UNNAMED.length)} without a company`;
}
