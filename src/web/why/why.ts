import { signal } from '@preact/signals';
import type { z } from 'zod';
import type { Facts as GivenFacts } from '../../core/facts.ts';
import type { runAnswer } from '../../http/api/jobs/shapes.ts';
import type { ApiFailure } from '../api.ts';
import { amount, bytes, count } from '../format.ts';
import { language, worded, words } from '../language.ts';
import { causeTitle, fieldName, issues, type TitledCause } from '../text/issue-words.ts';
import { common } from '../words.ts';
import type { Facts, Says, WhyWords } from './facts.ts';

const why = words<WhyWords>({ en: () => import('./words.en.ts'), nb: () => import('./words.nb.ts') });
const isThere = signal(false);

type Run = z.output<typeof runAnswer>['run'];

/** What is said, and what to do. */
export type Said = readonly [what: string, remedy: string];

/**
 * What a message says, by the first of the codes that there are words for. The words are loaded when the first message is
 * shown: until then it says nothing.
 */
export function say(codes: readonly string[], facts: GivenFacts = {}): Said {
  let text = '';
  if (isThere.value) {
    const said: Readonly<Record<string, Says>> = why.said;
    text = said[codes.find((code) => code in said)!]?.(reader(facts)) ?? '';
  } else
    worded([why, issues]).then(
      () => {
        isThere.value = true;
      },
      () => undefined,
    );
  const [what = '', remedy = ''] = text.split('\n');
  return [what, remedy];
}

function reader(facts: GivenFacts): Facts {
  const all = (show: (fact: never) => string) => (name: string) =>
    [facts[name] ?? []]
      .flat()
      .map(show as (fact: string | number) => string)
      .join(', ');
  return Object.assign(
    all((fact: string | number) => (typeof fact === 'number' ? count(fact) : fact)),
    { amount: all(amount), bytes: all(bytes), field: all(fieldName) },
  );
}

/** A message by its code. */
interface Told {
  readonly code?: string | undefined;
  readonly reason?: string | undefined;
  readonly variant?: string | undefined;
  readonly facts?: GivenFacts | undefined;
}

/** An issue as the interface tells it. */
export type ToldIssue = TitledCause & Told;

/** What the title of an issue leaves out, and what to do. */
export function sayIssue({ code, column = '', value = '', variant, facts }: ToldIssue): Said {
  return say([`${code}/${variant}`, code], { ...facts, column, value });
}

/** From this status on bilag failed; below it did not understand what was asked. */
const SERVER_ERROR = 500;

/** Why something was refused. */
export function sayFailure({ status = SERVER_ERROR, code, body }: Partial<ApiFailure>): Said {
  const { what, does } = common.trouble.bilag;
  if (code === 'unreachable') return [`${what}.`, does];
  const { reason = '', variant, facts } = (body as { readonly error?: Told } | undefined)?.error ?? {};
  const [said, remedy] = say(
    [reason, `${code}/${variant}`, `${code}`, status < SERVER_ERROR ? 'bad-request' : 'internal'],
    facts,
  );
  // Of a file that can't be taken the title says what it is.
  const title = isThere.value ? causeTitle({ ...facts, code, message: '' } as TitledCause) : '';
  return [title === '' ? said : `${title}. ${said}`, remedy];
}

/** What else is told by code and facts: what stands before the slash in the dictionaries. */
export function sayOf(sort: 'problem' | 'wrong', { code, facts }: Told): string {
  return say([`${sort}/${code}`], facts).join(' ');
}

/** Why a run failed: of files that were not taken, the first one. What runs alone meet, the server words. */
export function sayRun({ about, words, ...error }: NonNullable<Run['told']> = { code: 'failure' }): string {
  return (about ?? '') + (words?.[language.value] ?? sayFailure({ code: error.code, body: { error } }).join(' '));
}

/** What the history says of an import that stands still. */
export interface StallDetail {
  readonly told?: Told | undefined;
}

/** Why an import stands still. */
export function sayStall({ told = {} }: StallDetail): Said {
  return say([`${told.reason}`, 'failure'], told.facts);
}
