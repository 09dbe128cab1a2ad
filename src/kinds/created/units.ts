import { hash } from 'node:crypto';
import { hash53 } from '../../core/hash.ts';
import type { Issue } from '../../core/issue.ts';
import type { ContactField } from '../../core/job-fields.ts';
import type { Contact, MatchBy, MatchKeys } from '../../core/records.ts';
import { formatRanges } from '../../core/row-ranges.ts';
import {
  type BatchEntry,
  CANARY_STAGE,
  CONTACT_STAGE,
  FIELD_STAGE,
  type FrozenBatch,
  type KnownBy,
} from '../../core/states.ts';
import type { EntryIssue, EntryKind, Sound, Unit } from '../../reading/entry.ts';
import { contactBody } from '../contacts/body.ts';
import { fieldBody } from '../custom-fields/body.ts';
import type { FoundField } from '../custom-fields/finder.ts';

/** Characters of the hash that are kept, 6 bits each: a chance match among a thousand million is below 1e-20. */
const CONTENT_CHARACTERS = 22;

const CRITERIA: readonly MatchBy[] = ['email', 'phone', 'name'];

/** A contact that is to be created. */
export interface ContactUnit extends Unit {
  readonly is: 'contact';
  readonly contact: Contact;
  /** What it is recognised by, the first that it has. */
  readonly recognisedBy: string;
  /** All that it is known by. */
  readonly keys: MatchKeys;
  /** Fields that the row itself says. */
  readonly said: ReadonlySet<ContactField>;
  /** The service has one already that it can't be told from. */
  readonly twin: boolean;
  /** The job recognises it by nothing that it has, and the service shows one that says all that it says: what to say of it where bilag created that one. */
  readonly exists: EntryIssue | undefined;
}

/** A custom field that is to be created, or activated. */
export interface FieldUnit extends Unit {
  readonly is: 'field';
  /** Undefined only together with issues. */
  readonly field: FoundField | undefined;
}

export type CreatedUnit = ContactUnit | FieldUnit;

export interface CreatedOptions {
  readonly company: string;
  /** Contacts are matched by these, in this order; by none where it creates another of each that the service does not show. */
  readonly match: readonly MatchBy[];
  /** Contacts have custom values, so that the first one that does has to show that they are kept. */
  readonly withCanary: boolean;
}

/** Contacts and custom fields as entries: each is sent alone. */
export function createdUnits({ company, match, withCanary }: CreatedOptions): EntryKind<CreatedUnit> {
  let tried = false;
  const stageOf = ({ contact }: ContactUnit): number => {
    if (!withCanary) return FIELD_STAGE;
    if (tried || Object.keys(contact.custom).length === 0) return CONTACT_STAGE;
    tried = true;
    return CANARY_STAGE;
  };
  const knownBy = (keys: MatchKeys): KnownBy[] => {
    const order = new Set([...match, ...CRITERIA]);
    return [...order].flatMap((by) => {
      const value = keys[by];
      const matched = match.includes(by);
      return value === undefined ? [] : [{ by, identity: hash53(contactText(company, byText(by, value))), matched }];
    });
  };
  return {
    weight: () => 1,
    check: () => undefined,
    fingerprint(unit) {
      if (unit.issues !== undefined) return undefined;
      const text =
        unit.is === 'contact' ? contactText(company, unit.recognisedBy) : `${company}\u0001${fieldText(unit)}`;
      return { identity: hash53(text), content: hash('sha256', text, 'base64url').slice(0, CONTENT_CHARACTERS) };
    },
    totals: () => '{}',
    together: 1,
    freeze(no, [sound]) {
      const { unit } = sound!;
      if (unit.is === 'contact') {
        const body = contactBody(unit.contact);
        const compared = { known: knownBy(unit.keys), said: [...unit.said] };
        return { ...frozen(no, sound!, body, compared), step: 'create-contact', stage: stageOf(unit) };
      }
      const { definition, model, type, is, known } = unit.field!;
      const body = fieldBody(definition, model, type);
      const step = is === 'defined' ? 'activate-field' : 'create-field';
      const target = is === 'defined' ? known!.service_id! : undefined;
      return { ...frozen(no, sound!, body), step, stage: FIELD_STAGE, target };
    },
  };
}

/** An activation is another thing to be done than the creation that it follows, which has a claim of its own. */
function fieldText({ field }: FieldUnit): string {
  const { definition, is, known } = field!;
  const what = is === 'defined' ? `activate\u0001${known!.service_id}` : 'custom-field';
  return `${what}\u0001${definition.model}\u0001${definition.name.toLowerCase()}`;
}

function frozen(
  no: number,
  { unit, identity, content }: Sound<CreatedUnit>,
  body: string,
  compared: Pick<BatchEntry, 'known' | 'said'> = {},
): FrozenBatch {
  const entry: BatchEntry = {
    seq: unit.seq,
    key: unit.key,
    rows: formatRanges(unit.rows),
    rowCount: unit.rows.length,
    date: '',
    identity,
    content,
    lineCount: 0,
    length: body.length,
    ...(unit.is === 'contact' && unit.twin ? { twin: true } : {}),
    ...compared,
  };
  return { no, entries: [entry], rows: unit.rows.length, lines: 0, totals: '{}', body: Buffer.from(body) };
}

/** @param keys what a contact is recognised by; @param by the criteria of the job, in order */
export function recognisedBy(contact: Contact, keys: MatchKeys, by: readonly (keyof MatchKeys)[]): string {
  const first = by.find((each) => keys[each] !== undefined);
  // By nothing that the job names: then only by all that is said of it.
  return first === undefined ? contactBody(contact) : byText(first, keys[first]!);
}

function byText(by: MatchBy, value: string): string {
  return `${by}\u0001${value}`;
}

/** What the identity of a contact is a hash of. */
function contactText(company: string, recognised: string): string {
  return `${company}\u0001contact\u0001${recognised}`;
}

/** What people call a custom field. */
export function fieldKey({ model, name }: { readonly model: string; readonly name: string }): string {
  return `${model}.${name}`;
}

/** A unit of a row that has issues. */
export function withIssues(row: number, issues: readonly Issue[] | undefined): Unit['issues'] {
  return issues?.map((issue) => ({ row, issue }));
}
