// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/config/problems.ts';
import { readConfig } from '../../src/config/read-config.ts';
import type { Environment } from '../../src/core/environment.ts';

/** No message may ever hold it. */
const SECRET = 'hunter2-hunter2';
/** A service that is right; what stands behind it in a snippet begins on line 4. */
const MAIN = `services:
  main:
    baseUrl: https://a.example
`;

/** Every error of the configuration: its name, a bilag.yaml and an environment that provoke it, and its exact words. */
const ERRORS: readonly (readonly [
  name: string,
  yaml: string | undefined,
  env: Environment,
  message: string | readonly string[],
])[] = [
  [
    'variable missing',
    `${MAIN}    auth: { type: bearer, token: "\${ACCOUNTING_TOKEN}" }`,
    {},
    'bilag.yaml:4: services.main.auth.token needs the variable ACCOUNTING_TOKEN, which is not set in the environment.',
  ],
  [
    'variable empty',
    `${MAIN}    company: "\${COMPANY}"`,
    { COMPANY: '' },
    'bilag.yaml:4: services.main.company needs the variable COMPANY, which is not set in the environment.',
  ],
  [
    'several variables missing',
    `services:
  main:
    baseUrl: "https://\${HOST}"
    headers: { CompanyKey: "\${COMPANY}" }`,
    {},
    [
      'bilag.yaml:3: services.main.baseUrl needs the variable HOST, which is not set in the environment.',
      'bilag.yaml:4: services.main.headers.CompanyKey needs the variable COMPANY, which is not set in the environment.',
    ],
  ],
  [
    'variable with a default, which there is not',
    `${MAIN}    auth: { type: bearer, token: "\${T:-${SECRET}}" }`,
    {},
    'bilag.yaml:4: services.main.auth.token holds a $ that names no variable. For example: ${ACCOUNTING_TOKEN}',
  ],
  [
    'variable not closed',
    `${MAIN}    auth: { type: bearer, token: "\${T" }`,
    { T: SECRET },
    'bilag.yaml:4: services.main.auth.token holds a $ that names no variable. For example: ${ACCOUNTING_TOKEN}',
  ],
  [
    'variable without braces',
    `${MAIN}    auth: { type: bearer, token: $ACCOUNTING_TOKEN }`,
    { ACCOUNTING_TOKEN: SECRET },
    'bilag.yaml:4: services.main.auth.token holds a $ that names no variable. For example: ${ACCOUNTING_TOKEN}',
  ],
  [
    'not YAML, with a secret beside',
    `${MAIN}    auth: { type: bearer, token: "${SECRET} }`,
    {},
    'bilag.yaml:4: column 34: a quote is opened and never closed.',
  ],
  [
    'a key twice',
    `${MAIN}    baseUrl: https://b.example`,
    {},
    'bilag.yaml:4: services.main.baseUrl appears twice, here and on line 3. Keep one of them.',
  ],
  [
    'unknown key at the top',
    'service: {}',
    {},
    'bilag.yaml:1: service is not a key of bilag.yaml. Did you mean "services"?',
  ],
  [
    'key of a service at the top',
    'baseUrl: https://a.example',
    {},
    'bilag.yaml:1: baseUrl is not a key of bilag.yaml. It belongs under "services:" and the name of a service.',
  ],
  [
    'unknown key of a service',
    `${MAIN}    timeouts: { reply: 5s }`,
    {},
    'bilag.yaml:4: services.main.timeouts is not a key of bilag.yaml. Did you mean "timeout"?',
  ],
  [
    'token outside auth',
    `${MAIN}    token: ${SECRET}`,
    {},
    'bilag.yaml:4: services.main.token is not a key of bilag.yaml. It belongs under "auth:".',
  ],
  [
    'unknown key in timeout',
    `${MAIN}    timeout: { answer: 5s }`,
    {},
    'bilag.yaml:4: services.main.timeout.answer is not a key of bilag.yaml. Known here: connect, reply.',
  ],
  [
    'unknown key in rate',
    `${MAIN}    rate: { requests: 5, every: 1s }`,
    {},
    [
      'bilag.yaml:4: services.main.rate.every is not a key of bilag.yaml. Known here: requests, per.',
      'bilag.yaml:4: services.main.rate.per is missing. It must be a duration. For example: 1s',
    ],
  ],
  [
    'unknown key in cache',
    `${MAIN}    cache: { account: 5s }`,
    {},
    'bilag.yaml:4: services.main.cache.account is not a key of bilag.yaml. Did you mean "accounts"?',
  ],
  [
    'unknown key in probe',
    `${MAIN}    probe: { path: "/x?{description}", mark: a }`,
    {},
    'bilag.yaml:4: services.main.probe.mark is not a key of bilag.yaml. Did you mean "marker"?',
  ],
  [
    'unknown key in auth',
    `${MAIN}    auth: { type: bearer, tokn: ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.auth.tokn is not a key of bilag.yaml. Did you mean "token"?',
  ],
  [
    'services: a list',
    'services: [a]',
    {},
    'bilag.yaml:1: services must be a group of names with values. For example: services: { main: { baseUrl: https://accounting.example } }',
  ],
  [
    'service: name with a colon',
    'services: { "a:b": { baseUrl: "https://a.example" } }',
    {},
    'bilag.yaml:1: services."a:b" is not a name for a service: use letters, digits, ".", "_" and "-".',
  ],
  [
    'service: text',
    'services: { main: "https://a.example" }',
    {},
    'bilag.yaml:1: services.main must be a group of keys. For example: main: { baseUrl: https://accounting.example }',
  ],
  [
    'baseUrl missing',
    'services: { main: { concurrency: 4 } }',
    {},
    'bilag.yaml:1: services.main.baseUrl is missing. It must be an http or https address. For example: https://accounting.example',
  ],
  [
    'baseUrl: no address',
    'services: { main: { baseUrl: accounting } }',
    {},
    'bilag.yaml:1: services.main.baseUrl must be an http or https address. For example: https://accounting.example',
  ],
  [
    'baseUrl: another protocol',
    'services: { main: { baseUrl: "ftp://a.example" } }',
    {},
    'bilag.yaml:1: services.main.baseUrl must be an http or https address. For example: https://accounting.example',
  ],
  [
    'baseUrl: a password in it',
    `services: { main: { baseUrl: "https://me:${SECRET}@a.example" } }`,
    {},
    'bilag.yaml:1: services.main.baseUrl must not hold a user or a password. Give a token instead, from a variable of the environment.',
  ],
  [
    'baseUrl: a query',
    `services: { main: { baseUrl: "https://a.example/?key=${SECRET}" } }`,
    {},
    'bilag.yaml:1: services.main.baseUrl must end before ? and #. For example: https://accounting.example',
  ],
  [
    'baseUrl: a variable that holds no address',
    'services: { main: { baseUrl: "${U}" } }',
    { U: SECRET },
    'bilag.yaml:1: services.main.baseUrl must be an http or https address. For example: https://accounting.example',
  ],
  [
    'auth: unknown type',
    `${MAIN}    auth: { type: basic, token: ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.auth.type must be none, bearer or headers. For example: bearer',
  ],
  [
    'auth: the token instead of a group',
    `${MAIN}    auth: ${SECRET}`,
    {},
    'bilag.yaml:4: services.main.auth must be none, bearer or headers. For example: bearer',
  ],
  [
    'auth: a list',
    `${MAIN}    auth: [${SECRET}]`,
    {},
    'bilag.yaml:4: services.main.auth must be a group of keys. For example: auth: { type: bearer, token: "${ACCOUNTING_TOKEN}" }',
  ],
  [
    'auth: oauth2',
    `${MAIN}    auth: { type: oauth2, secret: ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.auth with type: oauth2 is not yet supported. Use bearer with a token, or headers.',
  ],
  [
    'auth: no token',
    `${MAIN}    auth: { type: bearer }`,
    {},
    'bilag.yaml:4: services.main.auth.token is missing. It must be a token. For example: "${ACCOUNTING_TOKEN}"',
  ],
  [
    'auth: a token with a line break',
    `${MAIN}    auth: { type: bearer, token: "\${T}" }`,
    { T: `${SECRET}\n` },
    'bilag.yaml:4: services.main.auth.token holds a space, a line break or a letter that no token has.',
  ],
  [
    'auth: headers without headers',
    `${MAIN}    auth: { type: headers }`,
    {},
    'bilag.yaml:4: services.main.auth with type: headers needs headers. For example: headers: { X-Api-Key: "${API_KEY}" }',
  ],
  [
    'auth: a token beside the header',
    `${MAIN}    auth: { type: bearer, token: a }
    headers: { authorization: ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.auth sends the header Authorization, which headers holds too. Keep one of them.',
  ],
  [
    'headers: a line break',
    `${MAIN}    headers: { X-Key: "\${T}" }`,
    { T: `${SECRET}\nX: y` },
    'bilag.yaml:4: services.main.headers.X-Key holds a line break, or a letter that a header cannot hold.',
  ],
  [
    'headers: no name of a header',
    `${MAIN}    headers: { "X Key": ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.headers."X Key" is not the name of a header.',
  ],
  [
    'headers: of the connection',
    `${MAIN}    headers: { Host: ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.headers.Host is set by the connection itself. Remove it.',
  ],
  [
    'headers: twice',
    `${MAIN}    headers: { X-Key: a, x-key: ${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.headers.x-key appears twice: upper and lower case are alike. Keep one of them.',
  ],
  [
    'headers: a list as value',
    `${MAIN}    headers: { X-Key: [${SECRET}] }`,
    {},
    'bilag.yaml:4: services.main.headers.X-Key must be text. For example: "${ACCOUNTING_COMPANY}"',
  ],
  [
    'headers: nothing',
    `${MAIN}    headers: { X-Key: "" }`,
    {},
    'bilag.yaml:4: services.main.headers.X-Key is empty. Give it a value, or remove it.',
  ],
  [
    'a token that YAML reads as a reference',
    `${MAIN}    auth: { type: bearer, token: *${SECRET} }`,
    {},
    'bilag.yaml:4: services.main.auth.token begins with *, which YAML reads as a reference. Put the value in quotes.',
  ],
  [
    'a secret where a group should be',
    `services: { main: "https://me:${SECRET}@a.example" }`,
    {},
    'bilag.yaml:1: services.main must be a group of keys. For example: main: { baseUrl: https://accounting.example }',
  ],
  [
    'company: a list',
    `${MAIN}    company: [a]`,
    {},
    'bilag.yaml:4: services.main.company must be the name or key of a company. For example: "${ACCOUNTING_COMPANY}"',
  ],
  [
    'timeout: no unit',
    `${MAIN}    timeout: { reply: 60 }`,
    {},
    'bilag.yaml:4: services.main.timeout.reply must be a duration from 1ms to 1h, in ms, s, m, h or d, not "60". For example: 60s',
  ],
  [
    'timeout: nothing at all',
    `${MAIN}    timeout: { reply: 0s }`,
    {},
    'bilag.yaml:4: services.main.timeout.reply must be a duration from 1ms to 1h, in ms, s, m, h or d, not "0s". For example: 60s',
  ],
  [
    'timeout: too long',
    `${MAIN}    timeout: { connect: 2h }`,
    {},
    'bilag.yaml:4: services.main.timeout.connect must be a duration from 1ms to 1h, in ms, s, m, h or d, not "2h". For example: 5s',
  ],
  [
    'timeout: from a variable',
    `${MAIN}    timeout: { connect: "\${T}" }`,
    { T: SECRET },
    'bilag.yaml:4: services.main.timeout.connect must be a duration from 1ms to 1h, in ms, s, m, h or d, not "${T}". For example: 5s',
  ],
  [
    'rate: without per',
    `${MAIN}    rate: { requests: 20 }`,
    {},
    'bilag.yaml:4: services.main.rate.per is missing. It must be a duration. For example: 1s',
  ],
  [
    'rate: per nothing',
    `${MAIN}    rate: { requests: 20, per: 0ms }`,
    {},
    'bilag.yaml:4: services.main.rate.per must be a duration from 1ms to 1d, in ms, s, m, h or d, not "0ms". For example: 1s',
  ],
  [
    'rate: no requests',
    `${MAIN}    rate: { requests: 0, per: 1s }`,
    {},
    'bilag.yaml:4: services.main.rate.requests must be a whole number from 1 to 100000, not "0". For example: 20',
  ],
  [
    'rate: from a variable',
    `${MAIN}    rate: { requests: "\${N}", per: 1s }`,
    { N: SECRET },
    'bilag.yaml:4: services.main.rate.requests must be a whole number from 1 to 100000, not "${N}". For example: 20',
  ],
  [
    'concurrency: too many',
    `${MAIN}    concurrency: 33`,
    {},
    'bilag.yaml:4: services.main.concurrency must be a whole number from 1 to 32, not "33". For example: 4',
  ],
  [
    'rejection: a word',
    `${MAIN}    rejection: hole`,
    {},
    'bilag.yaml:4: services.main.rejection must be whole or unknown, not "hole". Did you mean "whole"?',
  ],
  [
    'notApplied: a success',
    `${MAIN}    notApplied: [200]`,
    {},
    'bilag.yaml:4: services.main.notApplied[0] must be a whole number from 400 to 599, not "200". For example: 429',
  ],
  [
    'notApplied: one status',
    `${MAIN}    notApplied: 503`,
    {},
    'bilag.yaml:4: services.main.notApplied must be a list of statuses, not "503". For example: [429, 503]',
  ],
  [
    'cache: too long',
    `${MAIN}    cache: { accounts: 31d }`,
    {},
    'bilag.yaml:4: services.main.cache.accounts must be a duration from 0s to 30d, in ms, s, m, h or d, not "31d". For example: 1h',
  ],
  [
    'probe: without path',
    `${MAIN}    probe: { marker: " #{import}-{batch}" }`,
    {},
    `bilag.yaml:4: services.main.probe.path is missing. It must be a path. For example: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=1"`,
  ],
  [
    'probe: a marker that is like others',
    `${MAIN}    probe: { path: "/x?{description}", marker: " #{import}" }`,
    {},
    'bilag.yaml:4: services.main.probe.marker must hold {import} and {batch}, so that it is like no other, not " #{import}". For example: " #{import}-{batch}"',
  ],
  [
    'probe: a path without description',
    `${MAIN}    probe: { path: /api/biz/lines }`,
    {},
    `bilag.yaml:4: services.main.probe.path must begin with / and hold {description}, not "/api/biz/lines". For example: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=1"`,
  ],
  [
    'probe: one look',
    `${MAIN}    probe: { path: "/x?{description}", looks: 1 }`,
    {},
    'bilag.yaml:4: services.main.probe.looks must be a whole number from 2 to 100, not "1". For example: 3',
  ],
  [
    'probe: no quiet period',
    `${MAIN}    probe: { path: "/x?{description}", quiet: 0s }`,
    {},
    'bilag.yaml:4: services.main.probe.quiet must be a duration from 1ms to 1d, in ms, s, m, h or d, not "0s". For example: 2m',
  ],
  [
    'probe: no pause between looks',
    `${MAIN}    probe: { path: "/x?{description}", every: 3 }`,
    {},
    'bilag.yaml:4: services.main.probe.every must be a duration from 1ms to 1d, in ms, s, m, h or d, not "3". For example: 30s',
  ],
  [
    'descriptionMax: no whole number',
    `${MAIN}    descriptionMax: 255 characters`,
    {},
    'bilag.yaml:4: services.main.descriptionMax must be a whole number from 20 to 100000, not "255 characters". For example: 255',
  ],
  [
    'descriptionMax: no room for a text beside the marker',
    `${MAIN}    descriptionMax: 50\n    probe: { path: "/x?{description}" }`,
    {},
    'bilag.yaml:4: services.main.descriptionMax leaves 13 characters for the text beside the marker of the probe, and at least 20 are needed. Shorten probe.marker.',
  ],
  [
    'descriptionMax in the wrong place',
    'descriptionMax: 255',
    {},
    'bilag.yaml:1: descriptionMax is not a key of bilag.yaml. It belongs under "services:" and the name of a service.',
  ],
  [
    'a key of the probe in the wrong place',
    `${MAIN}    quiet: 2m`,
    {},
    'bilag.yaml:4: services.main.quiet is not a key of bilag.yaml. It belongs under "probe:" or "absence:".',
  ],
  [
    'notify: webhook without a secret',
    `notify:
  webhook: { url: https://chat.example/hook }`,
    {},
    'bilag.yaml:2: notify.webhook.secret is missing. It must be a secret. For example: "${HOOK_SECRET}"',
  ],
  [
    'notify: webhook at no address',
    `notify:
  webhook: { url: chat.example, secret: "\${T}" }`,
    { T: SECRET + SECRET },
    'bilag.yaml:2: notify.webhook.url must be an http or https address. For example: https://chat.example/hook',
  ],
  [
    'notify: webhook with a password',
    `notify:
  webhook: { url: "https://me:\${T}@chat.example/hook", secret: "\${T}" }`,
    { T: SECRET + SECRET },
    'bilag.yaml:2: notify.webhook.url must not hold a user or a password: whoever receives a message goes by its signature.',
  ],
  [
    'notify: a short secret',
    `notify:
  webhook: { url: https://chat.example/hook, secret: "\${T}" }`,
    { T: SECRET.slice(0, 15) },
    'bilag.yaml:2: notify.webhook.secret has fewer than 16 characters, which can be guessed.',
  ],
  [
    'notify: a secret that is no base64',
    `notify:
  webhook: { url: https://chat.example/hook, secret: "\${T}" }`,
    { T: `whsec_${SECRET}` },
    'bilag.yaml:2: notify.webhook.secret begins with whsec_, and what follows is not base64. Copy it whole, from where the webhook is received.',
  ],
  [
    'notify: no addresses',
    `notify:
  email: { from: bilag, to: [], smtp: { host: smtp.firm.example } }`,
    {},
    [
      'bilag.yaml:2: notify.email.from must be an e-mail address. For example: accounts@firm.example',
      'bilag.yaml:2: notify.email.to must be an e-mail address, or a list of them. For example: [accounts@firm.example]',
    ],
  ],
  [
    'notify: an address with a line break',
    `notify:
  email: { from: a@b.example, to: "\${T}", smtp: { host: smtp.firm.example } }`,
    { T: 'a@b.example\nBcc: c@d.example' },
    'bilag.yaml:2: notify.email.to must be an e-mail address. For example: accounts@firm.example',
  ],
  [
    'notify: several addresses in one',
    `notify:
  email: { from: a@b.example, to: "a@b.example, c@d.example", smtp: { host: smtp.firm.example } }`,
    {},
    'bilag.yaml:2: notify.email.to must be an e-mail address. For example: accounts@firm.example',
  ],
  [
    'notify: e-mail without a server',
    `notify:
  email: { from: a@b.example, to: c@d.example }`,
    {},
    'bilag.yaml:2: notify.email.smtp is missing. It must be a group of keys. For example: smtp: { host: smtp.firm.example }',
  ],
  [
    'notify: a user without a password',
    `notify:
  email: { from: a@b.example, to: c@d.example, smtp: { host: smtp.firm.example, user: bilag } }`,
    {},
    'bilag.yaml:2: notify.email.smtp has a user and no password. Give both, or neither where the server asks for no login.',
  ],
  [
    'notify: a password without a user',
    `notify:
  email: { from: a@b.example, to: c@d.example, smtp: { host: smtp.firm.example, password: "\${T}" } }`,
    { T: SECRET },
    'bilag.yaml:2: notify.email.smtp has a password and no user. Give both, or neither where the server asks for no login.',
  ],
  [
    'notify: security',
    `notify:
  email: { from: a@b.example, to: c@d.example, smtp: { host: smtp.firm.example, security: startls } }`,
    {},
    'bilag.yaml:2: notify.email.smtp.security must be starttls, tls or none. Did you mean "starttls"?',
  ],
  [
    'notify: success',
    `notify:
  success: maybe`,
    {},
    'bilag.yaml:2: notify.success must be true or false. For example: success: true',
  ],
  [
    'notify: link with a query',
    `notify:
  link: "https://bilag.firm.example/?a=b"`,
    {},
    'bilag.yaml:2: notify.link must end before ? and #. For example: https://accounting.example',
  ],
  [
    'redis: Cluster or Sentinel',
    'redis: { sentinels: [a, b] }',
    {},
    'bilag.yaml:1: redis (Cluster and Sentinel) is not yet supported. Use REDIS_URL, or leave it out.',
  ],
  [
    'ACCOUNTING_URL: no address',
    undefined,
    { ACCOUNTING_URL: 'accounting.example' },
    'environment: ACCOUNTING_URL must be an http or https address. For example: https://accounting.example',
  ],
  [
    'ACCOUNTING_URL: a password in it',
    undefined,
    { ACCOUNTING_URL: `https://me:${SECRET}@a.example` },
    'environment: ACCOUNTING_URL must not hold a user or a password. Give a token instead, from a variable of the environment.',
  ],
  [
    'ACCOUNTING_TOKEN: a line break',
    undefined,
    { ACCOUNTING_URL: 'https://a.example', ACCOUNTING_TOKEN: `${SECRET}\n` },
    'environment: ACCOUNTING_TOKEN holds a space, a line break or a letter that no token has.',
  ],
  [
    'ACCOUNTING_COMPANY: a line break',
    undefined,
    { ACCOUNTING_URL: 'https://a.example', ACCOUNTING_COMPANY: `${SECRET}\n` },
    'environment: ACCOUNTING_COMPANY holds a line break, or a letter that a header cannot hold.',
  ],
  [
    'REDIS_URL: another protocol',
    undefined,
    { REDIS_URL: `http://:${SECRET}@a.example` },
    'environment: REDIS_URL must begin with redis://, rediss:// or unix://. For example: redis://127.0.0.1:6379',
  ],
  [
    'REDIS_URL: Sentinel',
    undefined,
    { REDIS_URL: `redis+sentinel://:${SECRET}@a.example` },
    'environment: REDIS_URL names a Cluster or a Sentinel, which is not yet supported. Name one server: redis://host:6379.',
  ],
  [
    'REDIS_URL: several servers',
    undefined,
    { REDIS_URL: `redis://:${SECRET}@a.example:1,b.example:2` },
    'environment: REDIS_URL names a Cluster or a Sentinel, which is not yet supported. Name one server: redis://host:6379.',
  ],
  [
    'REDIS_URL: half a path',
    undefined,
    { REDIS_URL: 'unix://redis.sock' },
    'environment: REDIS_URL must name a socket by its whole path: unix:///run/redis.sock.',
  ],
  [
    'LEDGER_URL: PostgreSQL',
    undefined,
    { LEDGER_URL: `postgres://me:${SECRET}@a.example/books` },
    'environment: LEDGER_URL with postgres:// is not yet supported. Use sqlite:PATH, or leave it out.',
  ],
  [
    'LEDGER_URL: in memory',
    undefined,
    { LEDGER_URL: 'sqlite::memory:' },
    'environment: LEDGER_URL must be a file: a ledger in memory forgets what was booked. For example: sqlite:/var/lib/bilag/ledger.db',
  ],
  [
    'LEDGER_URL: a bare path',
    undefined,
    { LEDGER_URL: '/var/books.db' },
    'environment: LEDGER_URL must begin with sqlite:. For example: sqlite:/var/lib/bilag/ledger.db',
  ],
  [
    'LEDGER_URL: on another machine',
    undefined,
    { LEDGER_URL: 'sqlite://server/books.db' },
    'environment: LEDGER_URL must be a path on this machine. For example: sqlite:/var/lib/bilag/ledger.db',
  ],
  [
    'BILAG_LOG: a word',
    undefined,
    { BILAG_LOG: 'verbos' },
    'environment: BILAG_LOG must be one of trace, debug, info, warn, error, fatal, silent, not "verbos".',
  ],
  [
    'BILAG_LOG: nearly a level',
    undefined,
    { BILAG_LOG: 'debgu' },
    'environment: BILAG_LOG must be one of trace, debug, info, warn, error, fatal, silent, not "debgu". Did you mean debug?',
  ],
  [
    'BILAG_DASHBOARD: no port',
    undefined,
    { BILAG_DASHBOARD: 'localhost' },
    'environment: BILAG_DASHBOARD must be an address and a port, not "localhost". For example: 127.0.0.1:4747',
  ],
  [
    'BILAG_DASHBOARD: port too high',
    undefined,
    { BILAG_DASHBOARD: '127.0.0.1:70000' },
    'environment: BILAG_DASHBOARD must be an address and a port, not "127.0.0.1:70000". For example: 127.0.0.1:4747',
  ],
  [
    'BILAG_DASHBOARD: open to others',
    undefined,
    { BILAG_DASHBOARD: '0.0.0.0:4747' },
    'environment: BILAG_DASHBOARD would let other machines in, and no users are configured. Add some to users in bilag.yaml (bilag password NAME), or use 127.0.0.1:4747.',
  ],
  [
    'BILAG_DASHBOARD: every address',
    undefined,
    { BILAG_DASHBOARD: ':4747' },
    'environment: BILAG_DASHBOARD would let other machines in, and no users are configured. Add some to users in bilag.yaml (bilag password NAME), or use 127.0.0.1:4747.',
  ],
  [
    'a variable nearly like one of ours',
    undefined,
    { BILAG_HOEM: '/x' },
    'environment: BILAG_HOEM is not a variable of bilag. Did you mean BILAG_HOME?',
  ],
  [
    'problems of file and environment together',
    `${MAIN}    concurrency: 0`,
    { BILAG_LOG: 'loud', LEDGER_URL: 'mysql:x' },
    [
      'environment: BILAG_LOG must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
      'environment: LEDGER_URL must begin with sqlite:. For example: sqlite:/var/lib/bilag/ledger.db',
      'bilag.yaml:4: services.main.concurrency must be a whole number from 1 to 32, not "0". For example: 4',
    ],
  ],
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what the configuration says when it is wrong', () => {
  it.each(ERRORS)('%s', async (_name, yaml, env, message) => {
    const cwd = await mkdtemp(join(folder, 'x-'));
    if (yaml !== undefined) await writeFile(join(cwd, 'bilag.yaml'), yaml);
    const error = await readConfig({ cwd, env }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message.split('\n')).toEqual([message].flat());
    expect(JSON.stringify([error, String((error as Error).stack)])).not.toContain(SECRET);
  });
});
