import { kindOf } from '../../kinds/kinds.ts';
import type { ReceiptView } from './receipt.ts';
import type { Style } from './text.ts';

/** What a person can do now: commands that can be copied, and what they do. */
export function nextSteps(view: ReceiptView, style: Style): string[] {
  const steps = stepsAfter(view);
  if (steps.length === 0) return [];
  return [
    '',
    style('bold', 'Next'),
    ...steps.flatMap(([command, does]) => [`  ${command}`, `      ${style('dim', does)}`]),
  ];
}

function stepsAfter({ receipt, heldDuplicates, correctable = true }: ReceiptView): [string, string][] {
  const { import: id, state, entries, kind } = receipt;
  if (id === '') return [];
  const { words: nouns, records, afterDuplicates } = kindOf(kind);
  const { many, does } = nouns;
  const steps: [string, string][] = [];
  if (state === 'planned') {
    const waits = entries.held + entries.rejected;
    const rest = `${waits === 1 ? 'the other one waits' : `the other ${waits} wait`} to be corrected`;
    const words =
      waits === 0
        ? `${does} exactly this`
        : waits === entries.planned
          ? `${does} nothing: all of it waits to be corrected`
          : `${does} exactly this; ${rest}`;
    return [[`bilag import ${receipt.file} --job ${receipt.job}`, words]];
  }
  if (state === 'cancelled')
    return [[`bilag import ${receipt.file} --job ${receipt.job}`, `plans it afresh and ${does} it after all`]];
  if (state === 'posting' || state === 'planning')
    return [
      [
        `bilag import ${receipt.file} --job ${receipt.job}`,
        'continues where it stopped, unless a running bilag start does',
      ],
      [`bilag show ${id}`, 'how far it is'],
    ];
  if (entries.inDoubt > 0) {
    steps.push([`bilag show ${id}`, 'the batches in doubt, with what was seen']);
    steps.push([
      `bilag resolve ${id} BATCH`,
      `${records === undefined ? 'one of them, entry by entry' : 'what was sent'}, and how to say what became of it after checking in the service`,
    ]);
  }
  for (const { import: other, file, state: its } of receipt.waiting ?? [])
    if (its === 'in-doubt')
      steps.push([`bilag show ${other}`, `the doubt of ${file}, which entries of this one wait for`]);
  const waits = entries.held > 0 || entries.rejected > 0;
  if (waits && correctable) {
    steps.push([`bilag failed ${id} --out failed.xlsx`, `the ${many} that wait, with why: correct them there`]);
    steps.push([`bilag retry ${id} --file failed.xlsx`, `${does} what was corrected, and only that`]);
  }
  if (waits) steps.push([`bilag retry ${id}`, 'tries them as they are, when the job or the service was corrected']);
  else if (heldDuplicates > 0)
    steps.push([`bilag retry ${id}`, `${records === undefined ? '' : 'compares them again, '}${afterDuplicates}`]);
  return steps;
}
