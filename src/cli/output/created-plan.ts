import type { ContactsJob } from '../../core/job.ts';
import type { CreatedPreview } from '../../importing/created-preview.ts';
import { kindOf } from '../../kinds/kinds.ts';
import type { JobToday } from '../../kinds/ports.ts';
import type { CauseSummary } from '../../reporting/causes.ts';
import type { ImportView } from '../import-view.ts';
import { contactBlock, fieldTable } from './created.ts';
import { issueLines, remarkLines, settledLines, warningLines } from './issues.ts';
import { nextSteps } from './next-steps.ts';
import { readingLines } from './plan.ts';
import { mismatchLines, RECEIPT_WIDTH } from './receipt.ts';
import { headline } from './state-words.ts';
import { counted, readableCount, type Style, wrap } from './text.ts';

const INDENT = '  ';

/** A plan of contacts or custom fields for people: what would be created, what exists already, and what is wrong. */
export function createdPlanLines(
  view: ImportView,
  preview: CreatedPreview,
  job: JobToday | undefined,
  style: Style,
): string[] {
  const { receipt, facts, row } = view;
  const width = RECEIPT_WIDTH - INDENT.length;
  const { remarks = [] } = receipt;
  const title = kindOf(row.kind).records?.fieldsFirst ? 'Custom fields first' : 'The custom fields';
  const body = [
    style('dim', `job ${receipt.job} · import ${receipt.import}`),
    ...warningLines(remarks, width, style),
    '',
    style('bold', 'How it was read'),
    ...readingLines(facts!, job).map((line) => INDENT + line),
    ...comparedLine(view, job),
    '',
    style('bold', 'What would be created'),
    ...countLines(view, preview, style).map((line) => INDENT + line),
    ...section(title, preview.fields.length === 0 ? [] : fieldTable(preview.fields, style), preview.moreFields, style),
    ...section(
      preview.first.length === 1 ? 'The first contact' : `The first ${preview.first.length} contacts`,
      preview.first.flatMap((one) => contactBlock(one, style)),
      preview.contacts - preview.first.length,
      style,
    ),
    ...settledLines(receipt.issues, width, style),
    ...section(
      'What differs, and is on hold',
      isSaid(receipt.issues) ? [] : preview.differing.flatMap((words) => wrap(words, width - INDENT.length)),
      preview.moreDiffering,
      style,
    ),
    ...issueLines(receipt.issues, width, style, receipt.kind),
    ...remarkLines(remarks, width, style),
    ...nextSteps(view, style),
  ];
  return [
    ...mismatchLines(receipt, style),
    headline(receipt, style),
    ...body.map((line) => (line === '' ? '' : INDENT + line)),
  ];
}

/** Whether the issues say of each row by itself what differs. */
function isSaid(issues: readonly CauseSummary[]): boolean {
  return issues.every(({ code, entries, settled }) => settled || !EXISTS.has(code) || entries === 1);
}

const EXISTS: ReadonlySet<string> = new Set(['contact-exists', 'field-exists']);

/** With how much of the service the rows were compared, and by what. */
function comparedLine({ facts }: ImportView, job: JobToday | undefined): string[] {
  const { matching } = facts!;
  if (matching === undefined) return [];
  const { match } = (job?.job ?? {}) as Partial<ContactsJob>;
  const by = match === undefined ? '' : `, by ${match.map((each) => BY[each]).join(', then ')}`;
  return [`${INDENT}compared with ${counted(matching.contacts, 'contact')} of the service${by}`];
}

const BY = { email: 'e-mail', phone: 'phone', name: 'name' } as const;

function countLines({ receipt, row, heldDuplicates }: ImportView, preview: CreatedPreview, style: Style): string[] {
  const { rows } = receipt;
  const { words: nouns, records } = kindOf(row.kind);
  const { one, many } = nouns;
  const rest: string[] = [];
  const add = (count: number, words: string) => {
    if (count > 0) rest.push(`${readableCount(count)} ${words}`);
  };
  add(rows.held, 'on hold');
  add(rows.duplicate - heldDuplicates, rows.duplicate - heldDuplicates === 1 ? 'exists already' : 'exist already');
  add(heldDuplicates, heldDuplicates === 1 ? 'exists and differs' : 'exist and differ');
  add(rows.skipped, 'skipped');
  const fields = preview.fields.length + preview.moreFields;
  const before = records?.fieldsFirst && fields > 0 ? `, after ${counted(fields, 'custom field')}` : '';
  const is = rows.pending === 1 ? 'a request of its own' : 'each in a request of its own';
  return [
    rows.pending === 0 ? `no ${one}` : `${counted(rows.pending, one, many)}, ${is}${before}`,
    `${counted(rows.read, 'row')} read${rest.length === 0 ? '' : `; ${style('yellow', rest.join(', '))}`}`,
  ];
}

function section(title: string, lines: readonly string[], more: number, style: Style): string[] {
  if (lines.length === 0) return [];
  return [
    '',
    style('bold', title),
    ...lines.map((line) => INDENT + line),
    ...(more > 0 ? [style('dim', `${INDENT}… and ${readableCount(more)} more`)] : []),
  ];
}
