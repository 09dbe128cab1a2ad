import { parseRanges } from '../../core/row-ranges.ts';
import type { Rival } from '../../ledger/contact-claims.ts';
import type { CompareContact } from '../../reading/claimed.ts';
import { contactCreatedBefore } from '../created/issues.ts';
import { contactOfBody } from './body.ts';
import { contactDifferences } from './differences.ts';
import { contactAmbiguousIssue, contactExistsIssue } from './issues.ts';
import { onlyEqual, toldBy } from './match.ts';

/**
 * What becomes of a contact whose like another import has created since the service's list was read: the same as if the list
 * had shown it. The first criterion of the job that finds anybody decides.
 */
export const compareContact: CompareContact = async (
  { entry, body },
  rivals,
  { onDuplicate, insisted },
  { created, describe },
) => {
  const skips = onDuplicate === 'skip';
  const matched = entry.known?.find((each) => rivals.some((rival) => rival.by === each.by))?.by ?? null;
  const found = rivals.filter((rival) => rival.by === matched);
  const others = await Promise.all(found.map(async (rival) => ({ rival, contact: await listed(rival) })));
  const [first] = others;
  const contacts = others.flatMap(({ contact }) => contact ?? []);
  // What was recovered from the attempt log has no body.
  if (first === undefined || contacts.length < others.length) {
    const { import: num, row } = first?.rival ?? rivals[0]!;
    const { rowName, ...other } = await describe(num);
    const why = contactCreatedBefore(entry.key, { ...other, row: rowName(row) });
    return { is: 'aside', state: skips ? 'duplicate-skipped' : 'duplicate', why };
  }
  const [row] = [...parseRanges(entry.rows)] as [number];
  const sent = contactOfBody(body);
  // Created from an equal row, by nothing that the job names.
  const by = matched ?? toldBy(sent);
  const said = entry.said && new Set(entry.said);
  const compared = contacts.map((contact) => ({
    contact,
    differences: contactDifferences(sent, contact, said),
  }));
  const equal = compared.find(({ differences }) => differences.length === 0);
  const creates = onDuplicate === 'book' && !insisted.has(entry.seq);
  if (creates && equal === undefined) return { is: 'ours' };
  const one = creates ? equal : compared.length === 1 ? compared[0] : onlyEqual(compared);
  if (one === undefined) return { is: 'aside', state: 'held', why: contactAmbiguousIssue(row, by, contacts, false) };
  const { contact, differences } = one;
  const settled = differences.length === 0 || skips;
  return {
    is: 'aside',
    state: settled ? 'duplicate-skipped' : 'duplicate',
    why: contactExistsIssue(row, by, contact, differences, settled),
    serviceId: contact.id,
  };

  async function listed(rival: Rival) {
    const found = await created(rival);
    return found === undefined || found.body === '' ? undefined : { ...contactOfBody(found.body), id: found.id };
  }
};
