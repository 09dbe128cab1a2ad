// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { expect, test } from 'vitest';
import { parseJob } from '../../src/config/read-job.ts';
import { shownJob } from '../../src/config/shown-job.ts';

const shown = (text: string) => shownJob({ text, job: parseJob(text, 'a.yaml') });
const JOB = `kind: bookings
# The bank's export, every morning.
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: "Beløp" } # as the bank names them
skip:
  - { column: Konto, matches: "^$|^Sum" }
`;

test('is as it is written, with its comments, and what comes from the environment by its name', () => {
  const text = `${JOB}fetch:
  url: "https://bank.example/\${PLACE}/export.csv?day=\${DAY}"
  headers: { Authorization: "Bearer \${TOKEN}", Accept: text/csv }
schedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }
`;
  expect(shown(text)).toBe(text);
});

test('holds no secret, wherever one stands', () => {
  const text = `${JOB}# fetch: { url: https://bank.example?key=RECOGNISABLE-in-a-comment }
defaults: { description: "RECOGNISABLE-header" }
fetch:
  # token: RECOGNISABLE-old
  url: "https://bank.example/RECOGNISABLE0path0key0000/export.csv?key=RECOGNISABLE-query&RECOGNISABLE-bare#RECOGNISABLE"
  headers:
    Authorization: "Bearer RECOGNISABLE-header" # RECOGNISABLE-beside
    X-Key: &key |
      RECOGNISABLE
      in two lines
    X-Again: *key
    X-Mixed: "\${A}RECOGNISABLE-mixed"
# password RECOGNISABLE-at-the-end
`;
  const found = shown(text);
  expect(found).not.toContain('RECOGNISABLE');
  expect(found).toContain("# The bank's export, every morning.");
  expect(found).toContain('https://bank.example/[secret]/export.csv?key=[secret]&[secret]');
});

test('a comment beside what is fetched is left out, whatever it says', () => {
  const text = `${JOB}fetch:\n  # RECOGNISABLE\n  path: exports/*.csv # RECOGNISABLE\n`;
  expect(shown(text)).toBe(`${JOB}fetch:\n  path: exports/*.csv\n`);
});

test('a password of an SFTP server', () => {
  const text = `${JOB}fetch: { sftp: { host: files.example, user: bilag, path: /out/*.csv, password: RECOGNISABLE } }\n`;
  expect(shown(text)).toContain('{ host: files.example, user: bilag, path: /out/*.csv, password: "[secret]" }');
  expect(shown(text.replace('RECOGNISABLE', '"${PASSWORD}"'))).toContain('password: "${PASSWORD}"');
});
