import type { ContactDifference, ListedContact, MatchBy } from '../../core/records.ts';
import { formatRow } from '../../core/row-ranges.ts';
import { quoteValue } from '../../core/text.ts';
import type { EntryIssue } from '../../reading/entry.ts';

/** Contacts that a message lists at most. */
const LISTED_CONTACTS = 5;
/** Differences that a message lists at most. */
const LISTED_DIFFERENCES = 10;

/** What contacts are recognised by, in the words of people. */
export const CRITERION: Readonly<Record<MatchBy, string>> = { email: 'e-mail', phone: 'phone number', name: 'name' };

// Issues of the same code and value are one cause for people: the value says by what, and whether a person must decide.

/** A contact of the service is recognised in the row. @param left the job leaves rows that differ out */
export function contactExistsIssue(
  row: number,
  by: MatchBy,
  contact: Named,
  differences: readonly ContactDifference[],
  left = false,
): EntryIssue {
  const same = CRITERION[by];
  const facts = { contact: contactName(contact), ...differsFact(differences) };
  const detail = `Row ${formatRow(row)}: contact ${contactName(contact)} has the same ${same}${differing(differences, 'in the service', 'in the file')}.`;
  if (differences.length === 0) {
    return {
      issue: {
        code: 'contact-exists',
        value: `same ${same}`,
        message: `A contact with this ${same} exists in the service.`,
        suggestion: 'Nothing to do: the service has all that the file says of it.',
      },
      detail,
      facts,
    };
  }
  return {
    issue: {
      code: 'contact-exists',
      value: `same ${same}, differs`,
      message: `A contact with this ${same} exists in the service, and the file says other things of it.`,
      suggestion: left
        ? LEFT_OUT
        : 'Where the file is right, correct the contact in the service. To leave such rows out, set onDuplicate: skip in the job; if they are other contacts, onDuplicate: book; then retry.',
      variant: 'differs',
    },
    detail,
    facts,
  };
}

const LEFT_OUT =
  'The job leaves such rows out (onDuplicate: skip). Where the file is right, correct the contact in the service.';

/** An earlier row of the same file is about the same contact. @param left the job leaves rows that differ out */
export function contactRepeatedIssue(
  row: number,
  by: MatchBy,
  earlier: number,
  differences: readonly ContactDifference[],
  left = false,
): EntryIssue {
  const same = CRITERION[by];
  const at = formatRow(earlier);
  const facts = { row: at, ...differsFact(differences) };
  const detail = `Row ${formatRow(row)} has the same ${same} as row ${at} of this file${differing(differences, `in row ${at}`, 'here')}.`;
  if (differences.length === 0) {
    return {
      issue: {
        code: 'contact-exists',
        value: `same ${same} in this file`,
        message: `An earlier row of this file has the same ${same}.`,
        suggestion: 'Nothing to do: the earlier row says all that this one says.',
        variant: 'repeated',
      },
      detail,
      facts,
    };
  }
  return {
    issue: {
      code: 'contact-exists',
      value: `same ${same} in this file, differs`,
      message: `An earlier row of this file has the same ${same}, and says other things.`,
      suggestion: left
        ? LEFT_OUT
        : 'Combine these rows. To leave the later rows out, set onDuplicate: skip in the job; if they are other contacts, onDuplicate: book; then retry.',
      variant: 'repeated-differs',
    },
    detail,
    facts,
  };
}

/**
 * Several contacts of the service are recognised in the row.
 * @param more the service has more than `contacts`
 */
export function contactAmbiguousIssue(row: number, by: MatchBy, contacts: readonly Named[], more: boolean): EntryIssue {
  const same = CRITERION[by];
  const shown = contacts.slice(0, LISTED_CONTACTS).map(contactName);
  const rest = more || contacts.length > LISTED_CONTACTS;
  const names = rest ? `${shown.join(', ')} and more` : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  return {
    issue: {
      code: 'contact-ambiguous',
      value: `same ${same}`,
      message: `Several contacts of the service have this ${same}; which of them the row means can't be told.`,
      suggestion: 'Merge them in the service, or set match in the job to what tells them apart; then retry.',
    },
    detail: `Row ${formatRow(row)}: contacts ${names} have the same ${same}.`,
    facts: { contacts: shown },
  };
}

/** What differs, as pairs of values; nothing where nothing does. */
function differsFact(differences: readonly ContactDifference[]): { differs?: readonly string[] } {
  if (differences.length === 0) return {};
  const shown = differences.slice(0, LISTED_DIFFERENCES);
  return {
    differs: shown.map(({ service, file }) => `${service === '' ? '–' : quoteValue(service)} ≠ ${quoteValue(file)}`),
  };
}

/** A contact of the service; `id` undefined where the service told none when it was created. */
type Named = Pick<ListedContact, 'name'> & { readonly id: number | undefined };

/** `4711 ("Solbakken Handel AS")` */
function contactName({ id, name }: Named): string {
  if (id === undefined) return quoteValue(name);
  return name === '' ? String(id) : `${id} (${quoteValue(name)})`;
}

/** `; postal code differs: "2317" in the service, "2318" in the file` */
function differing(differences: readonly ContactDifference[], there: string, here: string): string {
  const shown = differences.slice(0, LISTED_DIFFERENCES).map(({ field, service, file }) => {
    const other = service === '' ? 'nothing' : quoteValue(service);
    return `; ${field} differs: ${other} ${there}, ${quoteValue(file)} ${here}`;
  });
  const more = differences.length - shown.length;
  return `${shown.join('')}${more > 0 ? `; and ${more} more` : ''}`;
}
