import type { Issue, Remark } from '../../../src/core/issue.ts';
import type { ContactField } from '../../../src/core/job-fields.ts';
import { type ComposedContact, type ContactTexts, composeContact } from '../../../src/kinds/contacts/reader.ts';

export type Values = Partial<Record<ContactField, string>>;

const HEADERS: Values = {
  name: 'Navn',
  country: 'Land',
  countryCode: 'Landkode',
  phone: 'Telefon',
  phoneCountryCode: 'Retningsnr',
  email: 'E-post',
};

/** Texts of a row as the pipeline gives them: its cells, and the job's defaults where there is none. */
export function contactTexts(cells: Values, defaults: Values = {}): ContactTexts {
  const cell = (field: ContactField) => {
    const text = cells[field] ?? '';
    return field === 'comment' ? text : text.trim();
  };
  return {
    text: (field) => cell(field) || (defaults[field] ?? ''),
    column: (field) => HEADERS[field] ?? field,
    isDefault: (field) => cell(field) === '' && (defaults[field] ?? '') !== '',
  };
}

/** A contact with a name, whose other fields are of interest. */
export function compose(cells: Values, defaults: Values = {}): ComposedContact {
  return composeContact(contactTexts({ name: 'Ola Normann', ...cells }, defaults));
}

/** `country-unknown Land`, for each */
export function causes({ issues }: ComposedContact): string[] {
  return issues.map(({ issue }) => `${issue.code} ${issue.column}`);
}

export function onlyIssue({ issues }: ComposedContact): Issue {
  if (issues.length !== 1)
    throw new Error(`${issues.length} issues: ${issues.map(({ issue }) => issue.message).join(' ')}`);
  return issues[0]!.issue;
}

export function onlyRemark({ remarks }: ComposedContact): Remark {
  if (remarks.length !== 1) throw new Error(`${remarks.length} remarks`);
  return remarks[0]!;
}
