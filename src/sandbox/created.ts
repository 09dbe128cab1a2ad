import type { ServerResponse } from 'node:http';
import type { Company } from './company.ts';
import { STATUS_ACTIVE } from './custom-fields.ts';
import { DATA_TYPES, MODELS } from './reference/company.ts';
import { streamList } from './stream-list.ts';

/** Contacts that came through the interface, and those that were there without it. */
export interface ContactsSummary {
  readonly count: number;
  readonly preloaded: number;
}

export function contactsSummary(companies: readonly Company[]): ContactsSummary {
  let count = 0;
  let preloaded = 0;
  for (const { contacts } of companies) {
    count += contacts.createdCount;
    preloaded += contacts.preloadedCount;
  }
  return { count, preloaded };
}

/**
 * Every contact that came through the interface: `{count, preloaded, contacts: [{id, company, request, requestId?,
 * body}]}`, `body` as it was sent; by company, and there in order of creation.
 */
export function writeContacts(response: ServerResponse, companies: readonly Company[]): Promise<void> {
  return streamList(response, contactsSummary(companies), 'contacts', contactTexts(companies));
}

function* contactTexts(companies: readonly Company[]): Generator<string> {
  const sources = companies.map(({ key, contacts }) => ({ company: key, contacts, left: contacts.createdCount }));
  for (const { company, contacts, left } of sources) {
    let remaining = left;
    for (const { body, ...rest } of contacts.created()) {
      if (remaining-- === 0) break;
      const { id, request, requestId } = rest;
      const head = JSON.stringify({ id, company, request, requestId });
      yield `${head.slice(0, -1)},"body":${body.toString('utf8')}}`;
    }
  }
}

/**
 * Every custom field: `{count, active, fields: [{id, company, name, model, type, dataType, nullable, status, request,
 * requestId?, activations: [{request, requestId?}]}]}`; an activation that was refused is none.
 */
export function customFieldsReport(companies: readonly Company[]): object {
  const fields = companies.flatMap(({ key, customFields }) =>
    customFields.fields.map((field) => ({
      id: field.ID,
      company: key,
      name: field.Name,
      model: MODELS.find((each) => each.ID === field.ModelID)?.Name,
      type: DATA_TYPES.find((each) => each.Code === field.DataType)?.Name,
      dataType: field.DataType,
      nullable: field.Nullable,
      status: field.StatusCode,
      ...customFields.origin(field),
    })),
  );
  return { count: fields.length, active: fields.filter(({ status }) => status === STATUS_ACTIVE).length, fields };
}
