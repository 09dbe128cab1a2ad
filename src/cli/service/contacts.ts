import { UsageError } from '../../core/issue.ts';
import type { ContactPage, ListedContact } from '../../core/records.ts';
import { getContact, listContacts } from '../../service/contacts.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { counted, readableCount, styleFor } from '../output/text.ts';
import { askService, type ServiceCommandOptions } from './ask-service.ts';
import { contactJson, contactLines, phoneText } from './format-contact.ts';
import { NUMBER, TEXT, writeTable } from './write-answer.ts';

/** Contacts that are asked for at once at most: how many the service answers at most is not known. */
const TOP_MAX = 1_000;

/** `bilag service contacts`: the first of them, in the service's order. */
export function contactsCommand(
  options: ServiceCommandOptions & { readonly top: string },
  context: CliContext,
): Promise<ExitCode> {
  const top = Number(options.top);
  if (!/^\d{1,9}$/.test(options.top) || top < 1 || top > TOP_MAX) {
    throw new UsageError(`--top ${JSON.stringify(options.top)}: expected a whole number from 1 to ${TOP_MAX}.`);
  }
  return askService(options, context, async ({ client }) => {
    const page = await listContacts(client, { top });
    const { records, contacts } = page;
    writeTable(
      options,
      context,
      { contacts: contacts.map(contactJson), asked: top, records },
      {
        columns: { ID: NUMBER, name: TEXT, 'e-mail': TEXT, phone: TEXT, place: TEXT, country: TEXT },
        rows: contacts.map(contactCells),
      },
    );
    context.err.write(`${pageWords(page, top)}\n`);
    return EXIT.ok;
  });
}

function contactCells({ id, name, email, phone, address }: ListedContact): string[] {
  const place = address === undefined ? '' : `${address.postalCode} ${address.city}`.trim();
  return [String(id), name, email, phoneText(phone), place, address?.countryCode || (address?.country ?? '')];
}

/** Whether these are all can't be known for certain: the size of the service's pages is not. */
function pageWords({ records, contacts }: ContactPage, top: number): string {
  const others = records - contacts.length;
  const left = others === 0 ? '' : ` ${counted(others, 'record')} left out: deleted, or without an ID.`;
  if (records === 0) return 'The service has no contacts.';
  if (records >= top) {
    const more = top < TOP_MAX ? `: bilag service contacts --top ${TOP_MAX}` : '';
    return `The first ${readableCount(records)}; there may be more${more}.${left}`;
  }
  const all = `Fewer than the ${readableCount(top)} asked for: these are all`;
  return `${all}, unless the service answers no more than ${readableCount(records)} at a time.${left}`;
}

/** `bilag service contact`: everything that is known of one. */
export async function contactCommand(
  idText: string,
  options: ServiceCommandOptions,
  context: CliContext,
): Promise<ExitCode> {
  const id = recordId(idText, 'contact');
  return askService(options, context, async ({ client }) => {
    const contact = await getContact(client, id);
    const { out, err, env } = context;
    if (options.json)
      out.write(`${JSON.stringify({ contact: contact === undefined ? null : contactJson(contact) })}\n`);
    else if (contact !== undefined) out.write(`${contactLines(contact, styleFor(out, env)).join('\n')}\n`);
    if (contact === undefined) err.write(`The service has no contact with ID ${id}, or it is deleted.\n`);
    return contact === undefined ? EXIT.held : EXIT.ok;
  });
}

const ID = /^[1-9]\d{0,14}$/;

/**
 * A record's ID as it stands on the command line.
 * @throws UsageError for what can't be one
 */
export function recordId(text: string, what: 'contact' | 'product'): number {
  if (ID.test(text)) return Number(text);
  throw new UsageError(
    `${JSON.stringify(text)} is not the ID of a ${what}: IDs are whole numbers from 1.`,
    what === 'contact' ? 'List the IDs with: bilag service contacts' : undefined,
  );
}
