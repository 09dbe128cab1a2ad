import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../../src/web/', import.meta.url));
const LANGUAGES = ['en', 'nb'] as const;
type Language = (typeof LANGUAGES)[number];
const COUNTS = [0, 1, 2];

/** Nouns that are counted, one and many. Norwegian nouns of which one and many are alike are of no use here. */
const NOUNS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    account: 'accounts',
    attempt: 'attempts',
    'audit trail': 'audit trails',
    batch: 'batches',
    booking: 'bookings',
    break: 'breaks',
    cause: 'causes',
    cell: 'cells',
    character: 'characters',
    column: 'columns',
    contact: 'contacts',
    correction: 'corrections',
    day: 'days',
    entry: 'entries',
    error: 'errors',
    field: 'fields',
    file: 'files',
    hour: 'hours',
    import: 'imports',
    job: 'jobs',
    line: 'lines',
    look: 'looks',
    message: 'messages',
    minute: 'minutes',
    number: 'numbers',
    problem: 'problems',
    question: 'questions',
    record: 'records',
    request: 'requests',
    row: 'rows',
    run: 'runs',
    second: 'seconds',
    sheet: 'sheets',
    sum: 'sums',
    text: 'texts',
    time: 'times',
    value: 'values',
    voucher: 'vouchers',
  },
  nb: {
    annen: 'andre',
    avbrutt: 'avbrutte',
    celle: 'celler',
    dag: 'dager',
    fil: 'filer',
    forespørsel: 'forespørsler',
    gang: 'ganger',
    import: 'importer',
    jobb: 'jobber',
    kjøring: 'kjøringer',
    kolonne: 'kolonner',
    kontakt: 'kontakter',
    konto: 'kontoer',
    linje: 'linjer',
    melding: 'meldinger',
    'mva-type': 'mva-typer',
    minutt: 'minutter',
    nummer: 'numre',
    ny: 'nye',
    post: 'poster',
    rad: 'rader',
    sekund: 'sekunder',
    sending: 'sendinger',
    tekst: 'tekster',
    time: 'timer',
    usendt: 'usendte',
    uavklart: 'uavklarte',
    verdi: 'verdier',
    egendefinert: 'egendefinerte',
    årsak: 'årsaker',
  },
};
/** What one does, and what several do. */
const VERBS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { is: 'are', was: 'were', has: 'have', needs: 'need', waits: 'wait', goes: 'go', continues: 'continue' },
  nb: {},
};

const any = (words: readonly string[]) => `(?:${words.join('|')})`;
/** Nothing may match these. Between the number and its noun there may be adjectives. */
function rulesOf(language: Language): RegExp[] {
  const nouns = NOUNS[language];
  const [one, many] = [any(Object.keys(nouns)), any(Object.values(nouns))];
  const [does, doAll] = [any(Object.keys(VERBS[language])), any(Object.values(VERBS[language]))];
  const between = '(?:new |other |more |custom |unsent |earlier |corrected )?';
  const end = '(?![\\p{L}-])';
  const start = '(?<![\\p{L}\\d.,–-]|(?:batch|sending|job|jobben) )';
  return [
    new RegExp(`${start}1 ${between}${many}${end}`, 'iu'),
    new RegExp(`${start}[02] ${between}${one}${end}`, 'iu'),
    ...(language === 'en'
      ? [
          new RegExp(`${start}1 ${between}${one} ${doAll}${end}`, 'iu'),
          new RegExp(`${start}[02] ${between}${many} ${does}${end}`, 'iu'),
        ]
      : []),
  ];
}

/** Stands for an object, or for something that is called: all in it is `n`, as text, or as a number where numbers are. */
function filled(n: number, source: string): unknown {
  const called = new Set([...source.matchAll(/\.(\w+)\(/g)].map(([, name]) => name));
  const numbers = new Proxy({}, { get: () => n });
  return new Proxy(() => String(n), {
    get: (_, name) => {
      if (name === Symbol.toPrimitive) return () => String(n);
      if (name === 'n' || name === 'all') return numbers;
      const ofText = Reflect.get(String.prototype, name);
      if (typeof ofText === 'function') return ofText.bind(String(n));
      return called.has(String(name)) ? () => String(n) : String(n);
    },
  });
}

type Words = (...given: unknown[]) => unknown;

/** Names of the parameters; one that is taken apart has none. */
function parametersOf(words: Words): string[] {
  const source = words.toString();
  if (/^\w+ =>/.test(source)) return [/^\w+/.exec(source)![0]];
  const list = source.slice(source.indexOf('(') + 1, source.indexOf(')'));
  return list.includes('{') ? [] : list.split(',').map((name) => name.split('=')[0]!.trim());
}

/** Each way of counting what the words take: `shown` is the number before it. */
function waysOf(words: Words): unknown[][] {
  const names = parametersOf(words);
  const source = words.toString();
  if (names.length === 0) return COUNTS.map((n) => Array(Math.max(1, words.length)).fill(filled(n, source)));
  let ways: number[][] = [[]];
  for (const name of names)
    ways = ways.flatMap((way) => (name === 'shown' ? [[...way, way.at(-1) ?? 0]] : COUNTS.map((n) => [...way, n])));
  const isFilled = names.map((name) => new RegExp(`(?<![\\w.$])${name}\\??[.([]|\\.format\\(${name}\\)`).test(source));
  return ways.map((way) => way.map((n, at) => (isFilled[at] ? filled(n, source) : n)));
}

/** Words that several dictionaries hold are read once. */
const read = new Set<unknown>();

function* everyText(words: unknown, path: string): Generator<[string, string]> {
  if (typeof words === 'function' && read.has(words)) return;
  read.add(words);
  if (typeof words === 'string') yield [path, words];
  else if (typeof words === 'function') {
    for (const way of waysOf(words as Words)) {
      const said = (words as Words)(...way);
      if (typeof said === 'string') yield [path, said];
      else yield* everyText(said, path);
    }
  } else if (typeof words === 'object' && words !== null)
    for (const [name, inner] of Object.entries(words)) yield* everyText(inner, `${path}.${name}`);
}

const files = (language: Language) =>
  readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(`.${language}.ts`));

test.each(LANGUAGES)('a number agrees with its noun in every text of the pages, in %s', async (language) => {
  const rules = rulesOf(language);
  const wrong = new Set<string>();
  let counted = 0;
  for (const file of files(language)) {
    const { default: words } = await import(join(web, file));
    for (const [path, text] of everyText(words, file)) {
      if (/\b[012] \p{L}/u.test(text)) counted++;
      for (const rule of rules) if (rule.test(text)) wrong.add(`${path}: ${text}`);
    }
  }
  expect(files(language).length).toBeGreaterThan(10);
  expect(counted).toBeGreaterThan(300);
  expect([...wrong]).toEqual([]);
});
