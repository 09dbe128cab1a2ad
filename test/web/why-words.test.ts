import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../src/core/definition-problem.ts';
import type { Facts as GivenFacts } from '../../src/core/facts.ts';
import {
  ENTRY_ISSUE_CODES,
  FILE_ISSUE_CODES,
  ISSUE_VARIANTS,
  REMARK_CODES,
  ROW_ISSUE_CODES,
} from '../../src/core/issue.ts';
import { WRONG_CODES } from '../../src/core/receipt-wrong.ts';
import { MISUNDERSTOOD_CODES, REFUSAL_CODES, REFUSAL_REASONS } from '../../src/core/refusal.ts';
import type { Detail } from '../../src/web/screens/import/event-detail.ts';
import eventsEn from '../../src/web/screens/import/event-words.en.ts';
import eventsNb from '../../src/web/screens/import/event-words.nb.ts';
import titlesEn from '../../src/web/text/issue-titles.en.ts';
import titlesNb from '../../src/web/text/issue-titles.nb.ts';
import type { Facts, Says } from '../../src/web/why/facts.ts';
import en from '../../src/web/why/words.en.ts';
import nb from '../../src/web/why/words.nb.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SAID: Readonly<Record<'en' | 'nb', Readonly<Record<string, Says>>>> = { en: en.said, nb: nb.said };
const ISSUES = [...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES];
const UNWORDED: ReadonlySet<string> = new Set(MISUNDERSTOOD_CODES);
const CODES = [
  ...new Set<string>(
    [...ISSUES, ...ISSUE_VARIANTS, ...REFUSAL_CODES, ...REFUSAL_REASONS].filter((code) => !UNWORDED.has(code)),
  ),
  ...PROBLEM_CODES.map((code) => `problem/${code}`),
  ...WRONG_CODES.map((code) => `wrong/${code}`),
  'waits/service',
  'waits/turn',
];

/** Facts that note which of them are asked for, and how. */
function noted(value: (name: string) => string): { readonly facts: Facts; readonly asked: Set<string> } {
  const asked = new Set<string>();
  const as = (sort: string) => (name: string) => {
    asked.add(`${sort}${name}`);
    return value(name);
  };
  const facts = Object.assign(as(''), { amount: as('amount '), bytes: as('bytes '), field: as('field ') });
  return { facts, asked };
}

/** All facts that a message is made of, whether they are there or not. */
function factsOf(says: Says): string[] {
  const given = noted((name) => `‹${name}›`);
  const missing = noted(() => '');
  says(given.facts);
  says(missing.facts);
  return [...new Set([...given.asked, ...missing.asked])].sort();
}

describe('messages of the server', () => {
  test.each(CODES)('%s is said in both languages, with the same facts', (code) => {
    const says = [SAID.en[code], SAID.nb[code]];
    expect(says).toEqual([expect.any(Function), expect.any(Function)]);
    const [english, norwegian] = says as [Says, Says];
    expect(factsOf(norwegian)).toEqual(factsOf(english));
    const { facts } = noted((name) => `‹${name}›`);
    const texts = [english(facts), norwegian(facts)];
    for (const text of texts) {
      expect(text.split('\n').length).toBeLessThanOrEqual(2);
      expect(text).not.toMatch(/undefined| {2}|\[object/);
    }
    // Some say nothing but facts.
    if (/\p{L}{4}/u.test(texts[0]!.replaceAll(/‹\w+›/gu, ''))) expect(texts[0]).not.toBe(texts[1]);
  });

  test('there are no others', () => {
    expect(Object.keys(SAID.en).sort()).toEqual([...CODES].sort());
    expect(Object.keys(SAID.nb).sort()).toEqual([...CODES].sort());
  });

  test('every form of an issue is of an issue that there is', () => {
    expect(ISSUE_VARIANTS.filter((each) => !(ISSUES as string[]).includes(each.split('/')[0]!))).toEqual([]);
  });
});

describe('titles of issues', () => {
  test('name the same fields in both languages', () => {
    expect(Object.keys(titlesNb.fields)).toEqual(Object.keys(titlesEn.fields));
  });
});

/** The names of events that the command line has words for: all that there are. */
const EVENTS = [
  ...readFileSync(join(root, 'src/cli/output/history.ts'), 'utf8').matchAll(/^ {4}case '([a-z-]+)':/gm),
].map(([, name]) => name!);

describe('events of the history', () => {
  test('are all that the command line tells', () => {
    expect(EVENTS.length).toBeGreaterThan(30);
    expect(Object.keys(eventsEn).sort()).toEqual([...EVENTS].sort());
    expect(Object.keys(eventsNb).sort()).toEqual([...EVENTS].sort());
  });

  test.each(EVENTS)('%s is told in both languages, with the same facts', (event) => {
    const told = [eventsEn, eventsNb].map((words) => {
      const asked = new Set<string>();
      const note = (name: string) => {
        asked.add(name);
        return `‹${name}›`;
      };
      const of = (all: Detail['all']): Detail => ({
        all: new Proxy(all, {
          get(target, name) {
            asked.add(String(name));
            return target[String(name)];
          },
        }),
        hasVouchers: true,
        text: note,
        number: note,
        moment: note,
        question: '‹question›',
        answer: '‹answer›',
        issue: '‹issue›',
        stall: '‹stall›',
      });
      const say = words[event as keyof typeof words] as (of: Detail) => string;
      const more = { batch: 3, why: 'x', left: {}, whole: true, name: 'x', closes: true, entries: ['1'] };
      const texts = [{}, more].map((all) => say(of({ by: ['kari'], from: ['3015'], ...all })));
      return { asked: [...asked].sort(), texts };
    });
    // A number may stand beside a word of another form.
    const facts = told.map(({ asked }) => asked.filter((name) => name !== 'entries' && name !== 'cells'));
    expect(facts[0]).toEqual(facts[1]);
    for (const { texts } of told) for (const text of texts) expect(text).not.toMatch(/undefined| {2}|\[object/);
    expect(told[0]!.texts).not.toEqual(told[1]!.texts);
  });
});

/** An issue in a golden file. */
interface Issue {
  readonly code: string;
  readonly column?: string;
  readonly value?: string;
  readonly message: string;
  readonly variant?: string;
  readonly facts?: GivenFacts;
}

/** As the pages do it, but for the form of numbers. */
function read({ column = '', value = '', facts = {} }: Issue): Facts {
  const all: GivenFacts = { ...facts, column, value };
  const text = (name: string) => [all[name] ?? []].flat().join(', ');
  return Object.assign(text, { amount: text, bytes: text, field: text });
}

function issuesIn(found: unknown): Issue[] {
  if (typeof found !== 'object' || found === null) return [];
  const issue = found as Issue;
  const own = typeof issue.code === 'string' && typeof issue.message === 'string' ? [issue] : [];
  return [...own, ...Object.values(found).flatMap(issuesIn)];
}

describe('what the samples of errors say', () => {
  const folder = join(root, 'samples/errors');
  const goldens = readdirSync(folder).filter((name) => name.endsWith('.expected.json'));
  const texts = (language: 'en' | 'nb') =>
    goldens.flatMap((name) => {
      const issues = issuesIn(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      const titles = language === 'en' ? titlesEn : titlesNb;
      const said = issues.map((issue) => {
        const { code, variant } = issue;
        const says = SAID[language][`${code}/${variant}`] ?? SAID[language][code]!;
        return [titles[code as (typeof ISSUES)[number]](issue), ...says(read(issue)).split('\n')];
      });
      const different = [...new Set(said.map((each) => each.join('\n  ')))];
      return [`# ${name.replace('.expected.json', '')}`, ...different];
    });

  test.each(['en', 'nb'] as const)('stands in a golden file, in %s', async (language) => {
    const all = texts(language);
    expect(all.length).toBeGreaterThan(2 * 80);
    // A fact that is not there leaves a gap.
    for (const text of all.filter((each) => !each.startsWith('#')))
      expect(text).not.toMatch(/undefined|“”|«»|\(\)| {3}|[ (]\.|[^.]\.\.$|: ?[.;,]|: ?\n/);
    await expect(`${all.join('\n')}\n`).toMatchFileSnapshot(`why-words.${language}.txt`);
  });
});
