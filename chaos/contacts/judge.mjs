import { judgeDoubt } from '../doubt.mjs';
import { rejectedFiles, unsettled } from '../judge.mjs';
import { judgeEntry } from '../judge-entry.mjs';
import { sentRequests } from '../outcomes.mjs';
import { fieldText, groupBy, placementsOf } from '../placements.mjs';
import { judgeProtocol } from '../protocol.mjs';
import { finding } from '../say-finding.mjs';
import { judgeCounts } from '../totals.mjs';
import { MEMBER_FIELDS } from './fields.mjs';
import { judgeField } from './judge-field.mjs';
import { judgeShown } from './judge-shown.mjs';

/** What means "nothing was done" unless the configuration says otherwise. */
const NOT_APPLIED = [429];

/**
 * Compares what files of contacts and custom fields said with what stands in the service and with what bilag says of it,
 * when nothing is under way any more and what waited was tried again.
 * @param {object} account
 * @param {readonly any[]} account.inputs each file that was brought in
 * @param {Awaited<ReturnType<typeof import('./ask.mjs').askService>>} account.said
 * @param {import('../placements.mjs').LedgerRows} account.ledger
 * @param {readonly any[]} account.requests the proxy's records, in order
 * @param {'whole' | 'unknown'} account.rejection as it is configured for the service
 * @param {Record<string, unknown>} [account.quirks] of the service
 * @returns {import('../judge.mjs').Verdict}
 */
export function judgeContacts({ inputs, said, ledger, requests, rejection, quirks = {} }) {
  const named = fieldNames(said.models);
  const files = inputs.map((file) =>
    file.job === 'fields'
      ? { ...file, entries: file.entries.map((each) => ({ ...each, text: named(each.field) })) }
      : file,
  );
  const placements = placementsOf(files, ledger);
  const sent = sentRequests(files, ledger, requests, { notApplied: NOT_APPLIED, rejection });
  const protocol = judgeProtocol(files, ledger, sent);
  const ofRows = placements.filter(({ rows }) => rows !== '');
  const verdict = {
    lost: [],
    twice: protocol.sentAgain,
    unexpected: [...protocol.unfounded, ...rejectedFiles(files, ledger)],
    claimedButAbsent: [],
    totals: [
      ...judgeCounts({ files, ledger, placements: ofRows }),
      ...judgeShown({
        shown: said.shown,
        contacts: said.contacts,
        ledger,
        placements: ofRows,
        files,
        hasIds: quirks.contactReply !== 'empty',
      }),
    ],
    unsettled: unsettled(ledger),
    doubt: judgeDoubt(ledger, sent, true),
  };
  const refusals = sent.filter(({ outcome, attempt }) => outcome === 'refused' && attempt !== undefined);
  const refused = new Set(refusals.map(({ attempt }) => `${attempt.import}/${attempt.batch}`));
  const refusedOf = (places) =>
    places.filter(({ state, import: num, batch }) => state === 'rejected' && refused.has(`${num}/${batch}`));

  const people = new Map(
    files.filter(({ job }) => job !== 'fields').flatMap(({ entries }) => entries.map((each) => [each.text, each])),
  );
  const copiesOf = groupBy(said.contacts, ({ body }) => body.Info.Name);
  const placesOf = groupBy(placements, ({ text }) => text);
  for (const text of new Set([...people.keys(), ...copiesOf.keys()])) {
    const places = placesOf.get(text) ?? [];
    judgeEntry({
      text,
      entry: people.get(text),
      copies: copiesOf.get(text) ?? [],
      places,
      refused: refusedOf(places),
      differs: quirks.customValues === 'ignored' ? differsButForLost : differs,
      final: true,
      moves: false,
      verdict,
    });
  }

  if (quirks.customValues === 'ignored') judgeLostValues(said.contacts, people, ledger, verdict);

  const fields = new Map(
    files
      .flatMap(({ job, entries }) => [
        ...(job === 'fields' ? entries : []),
        ...(job === 'members' ? MEMBER_FIELDS.map((field) => ({ field, fate: 'booked', times: 1 })) : []),
      ])
      .map((each) => [named(each.field), each]),
  );
  const fieldsOf = groupBy(said.fields, ({ name, model }) => named({ name, model }));
  for (const text of new Set([...fields.keys(), ...fieldsOf.keys()])) {
    const places = placesOf.get(text) ?? [];
    const [field, copies] = [fields.get(text), fieldsOf.get(text) ?? []];
    judgeField({ text, field, copies, places, refused: refusedOf(places), verdict });
  }
  for (const [text, [place]] of placesOf) {
    if (text === undefined || people.has(text) || fields.has(text)) continue;
    judgeEntry({
      text,
      entry: undefined,
      copies: [],
      places: [place],
      refused: [],
      final: true,
      moves: false,
      verdict,
    });
  }
  return verdict;
}

/** The name of a field as its batches have it; a model that the service does not have stays as the file says it. */
function fieldNames(models) {
  return ({ name, model }) => fieldText({ ModelID: models.get(model) ?? model, Name: name });
}

/** A service that drops custom values is found out by the first contact of each import; only that one lacks them. */
function judgeLostValues(contacts, people, { imports }, { unexpected }) {
  const trials = imports.filter(({ job }) => job === 'members').length;
  const without = contacts.filter(({ is, body }) => hasLost(is, people.get(body.Info.Name)));
  if (without.length <= trials) return;
  const words = `${without.length} contacts were created without their custom values by ${trials} imports`;
  unexpected.push(finding('values-lost', words, {}));
}

const hasLost = (is, entry) =>
  is !== undefined && Object.keys(is.custom).length === 0 && Object.keys(entry?.contact?.custom ?? {}).length > 0;

/** The same where the service may have dropped all custom values. */
function differsButForLost(copy, entry) {
  return differs(hasLost(copy.is, entry) ? { ...copy, is: { ...copy.is, custom: entry.contact.custom } } : copy, entry);
}

/** In what a contact of the service is not what the file says, if in anything. */
function differs({ is, body }, { contact }) {
  if (is === undefined) return 'it is not in the list';
  for (const [field, wanted] of Object.entries(contact ?? {})) {
    const [has, wants] = [JSON.stringify(sorted(is[field])), JSON.stringify(sorted(wanted))];
    if (has !== wants) return `${field} is ${has} instead of ${wants} (sent: ${JSON.stringify(body)})`;
  }
  return undefined;
}

/** The keys of an object in one order. */
function sorted(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)));
}
