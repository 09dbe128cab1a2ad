// What the judge needs of the service and of bilag, asked from outside.
import { showImports } from '../show-imports.mjs';
import { contactOf } from './people.mjs';

/** Contacts that are there from the beginning and that no file has: more than a small page. */
const STRANGERS = 90;
const PAGE_ROWS = 1000;
const EXPAND = 'expand=Info,Info.InvoiceAddress,Info.DefaultPhone,Info.DefaultEmail,Info.DefaultAddress&hateoas=false';

/** Creates what the service has from the beginning. */
export async function preload({ office, scenario }) {
  const there = [...scenario.files, scenario.dropped].flatMap(({ people = [] }) =>
    people.flatMap(({ text, before }) => (before === undefined ? [] : [[text, before]])),
  );
  const strangers = Array.from({ length: STRANGERS }, (_, at) => ({
    Info: { Name: `Fremmed ${at}`, DefaultEmail: { EmailAddress: `fremmed${at}@annet.example` } },
  }));
  // The same file, brought in twice, is about the same contacts.
  await office.call('POST', 'contacts', [...new Map(there).values(), ...strangers]);
}

/**
 * @returns {Promise<{ contacts: any[], fields: any[], models: Map<string, number>, shown: any[] }>} contacts and fields
 *   that came through the interface, each contact with `is`, as it stands in the list; models by name; what bilag shows
 *   of each import
 */
export async function askService({ office, finding }) {
  const list = async (path) => (await fetch(`${office.sandbox.url}/api/biz/${path}`)).json();
  const { contacts } = await office.call('GET', 'contacts');
  const { fields } = await office.call('GET', 'custom-fields');
  await office.call('PUT', 'quirks', {});
  const listed = new Map();
  for (let skip = 0, page = [undefined]; page.length > 0; skip += page.length) {
    page = await list(`contacts?${EXPAND}&top=${PAGE_ROWS}&skip=${skip}`);
    for (const row of page) listed.set(row.ID, contactOf(row));
  }
  const models = new Map((await list('models?top=1000')).map(({ Name, ID }) => [Name, ID]));
  const shown = await showImports(office, finding);
  return { contacts: contacts.map((each) => ({ ...each, is: listed.get(each.id) })), fields, models, shown };
}
