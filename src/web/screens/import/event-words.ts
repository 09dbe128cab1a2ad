import type { IssueCode } from '../../../core/issue.ts';
import type { JobKind } from '../../../core/job.ts';
import { count, time } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { reasonOf } from '../../parts/who.ts';
import { answerText, causeTitle } from '../../text/issue-words.ts';
import { type StallDetail, sayStall } from '../../why/why.ts';
import type { Detail } from './event-detail.ts';
import { t } from './words.ts';

interface Line {
  readonly what: string;
  readonly who?: string | undefined;
  readonly detail?: unknown;
}

/** A line of the history in words; one that is not known here is shown as it was written. */
export function eventWords({ what, who, detail }: Line, kind: JobKind): string {
  const known = t.events;
  if (!Object.hasOwn(known, what)) return what.replaceAll('-', ' ');
  const all: Detail['all'] = {
    ...(typeof detail === 'object' && detail !== null ? detail : { text: detail ?? '' }),
  };
  const code = String(all['code'] ?? '');
  const number = (key: string) => Number(all[key] ?? 0);
  return known[what as keyof typeof known]({
    all,
    hasVouchers: hasVouchers(kind),
    text: (key) => reasonOf(key === 'reason' ? who : '', String(all[key] ?? '')),
    number: (key) => count(number(key)),
    moment: (key) => time(new Date(number(key)).toISOString()),
    issue: causeTitle({ ...all, code: code as IssueCode, message: code }),
    stall: sayStall(all as StallDetail)[0],
    question: causeTitle({ code: code as IssueCode, message: code }),
    answer: answerText(code, String(all['answer'] ?? '')),
  });
}
