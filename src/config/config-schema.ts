// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import { z } from 'zod';
import { counted } from '../core/counted.ts';
import { canonicalMarker, longestMarker } from '../core/marker.ts';
import { parseNetwork } from '../core/network.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../core/records.ts';
import {
  anyText,
  checkedText,
  currencyCode,
  expected,
  group,
  listOf,
  mapOf,
  oneOf,
  text,
  whole,
} from '../core/schema-parts.ts';
import { explainBaseUrl, explainHeaders } from './base-url.ts';
import { watchSection } from './config.ts';
import { DAY_MS, duration, HOUR_MS } from './durations.ts';
import { notifySection } from './notify-section.ts';
import { usersSection } from './users.ts';

/** `trustedProxies` in bilag.yaml. */
const proxiesSection = listOf(
  checkedText('the address of a proxy, or its network', '10.1.2.3, or 10.1.0.0/16', (value) =>
    parseNetwork(value) === undefined ? 'must be an IP address, or a network as 10.1.0.0/16' : undefined,
  ),
  'a list of addresses',
  '[10.1.2.3]',
);

/** The schema of bilag.yaml (design, section 6). Values that may be secret are never part of a message. */

const CONCURRENCY_MAX = 32;
const REQUESTS_MAX = 100_000;
/** The marker takes its place out of the description's characters. */
const MARKER_MAX_CHARACTERS = 100;
const MARKER = ' #{import}-{batch}';
const DESCRIPTION_LONGEST = 100_000;
/** Characters that are left for the text at least, beside the longest marker. */
const TEXT_LEAST_CHARACTERS = 20;
/** Looks in a row that find nothing: one alone proves no absence. */
const LOOKS_MIN = 2;
const LOOKS_MAX = 100;

const headers = mapOf(
  anyText('text', '"${ACCOUNTING_COMPANY}"'),
  'headers: { CompanyKey: "${ACCOUNTING_COMPANY}" }',
).superRefine((value, context) => {
  for (const [name, message] of explainHeaders(value)) context.addIssue({ code: 'custom', path: [name], message });
});

const authExample = 'auth: { type: bearer, token: "${ACCOUNTING_TOKEN}" }';
const notYet = 'is not yet supported. Use bearer with a token, or headers';
const auth = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z
    .discriminatedUnion(
      'type',
      [
        group({ type: z.literal('none') }, authExample),
        group(
          {
            type: z.literal('bearer'),
            token: checkedText('a token', '"${ACCOUNTING_TOKEN}"', (value) =>
              /^[\x21-\x7e]+$/.test(value) ? undefined : 'holds a space, a line break or a letter that no token has',
            ),
          },
          authExample,
        ),
        group({ type: z.literal('headers'), headers: headers.optional() }, 'auth: { type: headers }'),
        z.looseObject({ type: z.literal('oauth2') }),
      ],
      {
        error: (issue) =>
          issue.code === 'invalid_union'
            ? expected('none, bearer or headers', 'bearer')
            : expected('a group of keys', authExample),
      },
    )
    .superRefine((value, context) => {
      if (value.type === 'oauth2') context.addIssue({ code: 'custom', message: `with type: oauth2 ${notYet}` });
    }),
);

/** After a request, until what is not there counts as absent; so often in a row, so far apart. */
const looks = {
  quiet: duration(1, DAY_MS, '2m').default(120_000),
  looks: whole(LOOKS_MIN, LOOKS_MAX, '3').default(3),
  every: duration(1, DAY_MS, '30s').default(30_000),
};

const probe = group(
  {
    marker: checkedText('a text with {import} and {batch}', '" #{import}-{batch}"', (value) => {
      if (value.length > MARKER_MAX_CHARACTERS) return `is longer than ${MARKER_MAX_CHARACTERS} characters`;
      return value.includes('{import}') && value.includes('{batch}')
        ? undefined
        : 'must hold {import} and {batch}, so that it is like no other, not {value}. For example: " #{import}-{batch}"';
    })
      .transform(canonicalMarker)
      .default(MARKER),
    path: checkedText(
      'a path',
      '"/api/biz/journalentrylines?filter=Description eq \'{description}\'&top=1"',
      (value) =>
        value.startsWith('/') && value.includes('{description}')
          ? undefined
          : 'must begin with / and hold {description}, not {value}. For example: "/api/biz/journalentrylines?filter=Description eq \'{description}\'&top=1"',
    ),
    ...looks,
  },
  'probe: { path: "/api/biz/…" }',
);

const serviceSchema = group(
  {
    baseUrl: checkedText('an http or https address', 'https://accounting.example', explainBaseUrl),
    auth: auth.optional(),
    headers: headers.optional(),
    company: text('the name or key of a company', '"${ACCOUNTING_COMPANY}"').optional(),
    currency: currencyCode.optional(),
    timeout: group(
      { connect: duration(1, HOUR_MS, '5s').default(5_000), reply: duration(1, HOUR_MS, '60s').default(60_000) },
      'timeout: { connect: 5s, reply: 60s }',
    ).prefault({}),
    rate: group(
      { requests: whole(1, REQUESTS_MAX, '20'), per: duration(1, DAY_MS, '1s') },
      'rate: { requests: 20, per: 1s }',
    ).optional(),
    concurrency: whole(1, CONCURRENCY_MAX, '4').default(4),
    rejection: oneOf(['whole', 'unknown']).default('whole'),
    product: whole(1, Number.MAX_SAFE_INTEGER, '71').optional(),
    notApplied: listOf(whole(400, 599, '429'), 'a list of statuses', '[429, 503]').default([429]),
    cache: group(
      {
        accounts: duration(0, 30 * DAY_MS, '1h').default(HOUR_MS),
        vatTypes: duration(0, 30 * DAY_MS, '1h').default(HOUR_MS),
        missing: duration(0, 30 * DAY_MS, '30s').default(30_000),
      },
      'cache: { accounts: 1h, vatTypes: 1h, missing: 30s }',
    ).prefault({}),
    descriptionMax: whole(TEXT_LEAST_CHARACTERS, DESCRIPTION_LONGEST, '255').default(DESCRIPTION_MAX_CHARACTERS),
    probe: probe.optional(),
    absence: group(looks, 'absence: { quiet: 2m, looks: 3, every: 30s }').prefault({}),
  },
  'main: { baseUrl: https://accounting.example }',
  {
    token: 'under "auth:"',
    connect: 'under "timeout:"',
    reply: 'under "timeout:"',
    marker: 'under "probe:"',
    path: 'under "probe:"',
    quiet: 'under "probe:" or "absence:"',
    looks: 'under "probe:" or "absence:"',
    every: 'under "probe:" or "absence:"',
  },
).superRefine((value, context) => {
  const room = value.descriptionMax - longestMarker(value.probe?.marker ?? '');
  if (room < TEXT_LEAST_CHARACTERS)
    context.addIssue({
      code: 'custom',
      path: ['descriptionMax'],
      message: `leaves ${counted(Math.max(0, room), 'character')} for the text beside the marker of the probe, and at least ${TEXT_LEAST_CHARACTERS} are needed. Shorten probe.marker`,
    });
  const names = Object.keys(value.headers ?? {}).map((name) => name.toLowerCase());
  if (value.auth?.type === 'headers' && value.auth.headers === undefined && names.length === 0)
    context.addIssue({
      code: 'custom',
      path: ['auth'],
      message: 'with type: headers needs headers. For example: headers: { X-Api-Key: "${API_KEY}" }',
    });
  if (value.auth?.type === 'bearer' && names.includes('authorization'))
    context.addIssue({
      code: 'custom',
      path: ['auth'],
      message: 'sends the header Authorization, which headers holds too. Keep one of them',
    });
});

/** A service's name stands in the names of queues, which can't hold a colon. */
export const SERVICE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,49}$/u;

export const configSchema = group(
  {
    services: mapOf(serviceSchema, 'services: { main: { baseUrl: https://accounting.example } }')
      .superRefine((value, context) => {
        for (const name of Object.keys(value))
          if (!SERVICE_NAME.test(name))
            context.addIssue({
              code: 'custom',
              path: [name],
              message: 'is not a name for a service: use letters, digits, ".", "_" and "-"',
            });
      })
      .default({}),
    watch: watchSection.prefault({}),
    notify: notifySection.prefault({}),
    users: usersSection.default([]),
    trustedProxies: proxiesSection.default([]),
    redis: z
      .unknown()
      .superRefine((value, context) => {
        if (value !== undefined)
          context.addIssue({
            code: 'custom',
            message: '(Cluster and Sentinel) is not yet supported. Use REDIS_URL, or leave it out',
          });
      })
      .optional(),
  },
  'services: { main: { baseUrl: https://accounting.example } }',
  Object.fromEntries(
    [
      'baseUrl',
      'auth',
      'headers',
      'company',
      'currency',
      'timeout',
      'rate',
      'concurrency',
      'rejection',
      'product',
      'absence',
      'descriptionMax',
      'notApplied',
      'cache',
      'probe',
    ].map((key) => [key, 'under "services:" and the name of a service']),
  ),
);

/** bilag.yaml as it was written, defaults filled in. */
export type ConfigFile = z.output<typeof configSchema>;
export type ServiceEntry = z.output<typeof serviceSchema>;
