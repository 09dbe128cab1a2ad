// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import { z } from 'zod';
import type { Diagnosis } from './diagnosis.ts';
import { checkedText, expected, flag, group, mapOf, oneOrMany, text, whole } from './schema-parts.ts';

/** Where scheduled files come from (design, section 5). */

const LARGEST_PORT = 65_535;

const url = checkedText('an http or https address', 'https://bank.example/export.csv', (value) => {
  // A variable may stand for any part of the address, even for all of it.
  if (value.startsWith('${')) return undefined;
  const example = value.replace(/\$\{\w+\}/g, 'x');
  const address = URL.canParse(example) ? new URL(example) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return 'must be an http or https address. For example: https://bank.example/export.csv';
  return address.username !== '' || address.password !== ''
    ? 'must not hold a user or a password: send them in headers, from variables of the environment'
    : undefined;
});

const FINGERPRINT = 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDBVLJAdEDh1tRcQ0E';

/** As `ssh-keygen -l` writes it. A server has a key of each kind, and a new one at times, so several may be named. */
const hostKey = oneOrMany(
  checkedText("the fingerprint of the server's key", `"${FINGERPRINT}"`, (value) =>
    /^SHA256:[A-Za-z0-9+/]{43}=?$/.test(value)
      ? undefined
      : `must be the fingerprint of the server's key, "SHA256:" and 43 characters. For example: "${FINGERPRINT}"`,
  ).transform((value) => value.replace(/=$/, '')),
  'a fingerprint, or a list of them',
  `"${FINGERPRINT}"`,
);

/** With its slash; empty for a name alone. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

const remotePath = checkedText('a path on the server', '/out/*.csv', (value) =>
  /[*?[{]/.test(folderOf(value)) ? 'may have a pattern in its last part only. For example: /out/*.csv' : undefined,
);

const after = z.union(
  [
    z.literal('keep'),
    z.literal('delete'),
    z.strictObject({
      move: text('a folder on the server', '/done').describe(
        'Folder on the server that the file is moved to; it must be there. One without a slash in front lies beside the files.',
      ),
    }),
  ],
  { error: expected('keep, delete, or {move: FOLDER}', '{ move: /done }') },
);

const sftp = group(
  {
    host: text('a host', 'files.bank.example').describe('Name of the server.'),
    port: whole(1, LARGEST_PORT, '22').default(22).describe('Port of the server.'),
    user: text('a user', 'bilag').describe('User on the server.'),
    path: remotePath.describe('Files to fetch: a path, or a pattern in its last part.'),
    password: text('a variable of the environment', '${SFTP_PASSWORD}')
      .optional()
      .describe('From the environment: ${SFTP_PASSWORD}.'),
    privateKey: text('a path to a private key', '/etc/bilag/key').optional().describe('Path to a private key.'),
    passphrase: text('a variable of the environment', '${SFTP_PASSPHRASE}')
      .optional()
      .describe('Of the private key, from the environment: ${SFTP_PASSPHRASE}.'),
    hostKey: hostKey
      .optional()
      .describe("Fingerprint of the server's key, or several. Without it nothing is fetched: the failure shows it."),
    after: after
      .default('keep')
      .describe(
        'What becomes of a file once its import is recorded: keep remembers it, delete removes it, {move: FOLDER} moves it.',
      ),
  },
  'sftp: { host: files.bank.example, user: bilag, path: /out/*.csv }',
).superRefine(({ passphrase, privateKey, path, after }, context) => {
  if (passphrase !== undefined && privateKey === undefined)
    context.addIssue({
      code: 'custom',
      path: ['passphrase'],
      message: 'goes with privateKey only. Remove it',
      params: { told: { code: 'only-with', facts: { with: 'privateKey' } } satisfies Diagnosis },
    });
  if (typeof after === 'object' && samePlace(folderOf(path), after.move))
    context.addIssue({
      code: 'custom',
      path: ['after', 'move'],
      message: 'is the folder that the files are fetched from. Name another',
      params: { told: { code: 'folder-same' } satisfies Diagnosis },
    });
});

export const fetch = group(
  {
    url: url.optional().describe('Address to fetch; ${VAR} is taken from the environment.'),
    headers: mapOf(text('text', '"Bearer ${TOKEN}"'), 'headers: { Authorization: "Bearer ${TOKEN}" }')
      .optional()
      .describe('Headers of the request; ${VAR} is taken from the environment.'),
    allowPrivate: flag('allowPrivate: true')
      .optional()
      .describe('true: the address may be of a private network or of this machine, and there plain http too.'),
    path: text('a path', '/mnt/exports/*.csv')
      .optional()
      .describe('Files on this machine: a path or a pattern, from the working folder.'),
    sftp: sftp.optional().describe('Files on an SFTP server.'),
  },
  'fetch: { path: /mnt/exports/*.csv }',
)
  .superRefine((value, context) => {
    const ways = (['url', 'path', 'sftp'] as const).filter((way) => value[way] !== undefined);
    if (ways.length !== 1)
      context.addIssue({
        code: 'custom',
        message: `must have exactly one of url, path and sftp, not ${ways.length === 0 ? 'none' : ways.join(' and ')}. For example: fetch: { path: /mnt/exports/*.csv }`,
      });
    else if (value.url === undefined)
      for (const key of ['headers', 'allowPrivate'] as const)
        if (value[key] !== undefined)
          context.addIssue({
            code: 'custom',
            path: [key],
            message: 'goes with url only. Remove it',
            params: { told: { code: 'only-with', facts: { with: 'url' } } satisfies Diagnosis },
          });
  })
  .describe('Where scheduled files come from: url, path or sftp.');

/** Whether a folder, named as seen from another or from the root, is that other one. */
function samePlace(folder: string, other: string): boolean {
  const steps = (path: string) => {
    const kept: string[] = [];
    for (const step of path.split('/')) {
      if (step === '..') kept.pop();
      else if (step !== '' && step !== '.') kept.push(step);
    }
    return kept;
  };
  return steps(other.startsWith('/') ? other : `${folder}${other}`).join('/') === steps(folder).join('/');
}

/** Where a job's files come from; exactly one of `url`, `path` and `sftp`. */
export type FetchSection = z.output<typeof fetch>;
