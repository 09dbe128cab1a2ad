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

test.each([
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N', 'a signed token, with dots'],
  ['550e8400-e29b-41d4-a716-446655440000', 'a UUID'],
  ['9f8a7c61', 'a short key of digits and letters'],
  ['bot123456789:AAEhBP0av28', 'a key behind a name'],
  ['qwertyuiopasdfghjklzxcvb', 'letters alone, too many for a word'],
  ['9f8a7c61.csv', 'a key that is called as a file'],
])('%s in a path is masked: %s', (key) => {
  const text = `${JOB}fetch: { url: "https://bank.example/v2/${key}/export-2026.csv" }\n`;
  expect(shown(text)).toContain('https://bank.example/v2/[secret]/export-2026.csv');
});

test.each(['daglig_eksport/2026/05/bank.csv', 'api/v2/exports/export2026-05-31.csv', '${PLACE}/export-${DAY}.csv'])(
  'a path of words, days and variables stays: %s',
  (path) => {
    const text = `${JOB}fetch: { url: "https://bank.example/${path}" }\n`;
    expect(shown(text)).toContain(`https://bank.example/${path}`);
  },
);

test('a comment beside what is fetched is left out, whatever it says', () => {
  const text = `${JOB}fetch:\n  # RECOGNISABLE\n  path: exports/*.csv # RECOGNISABLE\n`;
  expect(shown(text)).toBe(`${JOB}fetch:\n  path: exports/*.csv\n`);
});

test('a password of an SFTP server', () => {
  const text = `${JOB}fetch: { sftp: { host: files.example, user: bilag, path: /out/*.csv, password: RECOGNISABLE } }\n`;
  expect(shown(text)).toContain('{ host: files.example, user: bilag, path: /out/*.csv, password: "[secret]" }');
  expect(shown(text.replace('RECOGNISABLE', '"${PASSWORD}"'))).toContain('password: "${PASSWORD}"');
});
