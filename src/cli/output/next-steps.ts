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
    const rest = `the other ${waits === 1 ? `${nouns.one} is` : `${waits} ${many} are`} on hold until you fix ${waits === 1 ? 'it' : 'them'}`;
    const words =
      waits === 0
        ? `${does} exactly this`
        : waits === entries.planned
          ? `${does} nothing: all of it is on hold until you fix it`
          : `${does} exactly this; ${rest}`;
    return [[`bilag import ${receipt.file} --job ${receipt.job}`, words]];
  }
  if (state === 'cancelled')
    return [[`bilag import ${receipt.file} --job ${receipt.job}`, `plans it afresh and ${does} it after all`]];
  for (const { import: other, file, state: its } of receipt.waiting ?? [])
    if (its === 'in-doubt')
      steps.push([`bilag show ${other}`, `shows what is in doubt in ${file}; ${many} of this file wait for it`]);
  if (state === 'posting' || state === 'planning')
    return [
      ...steps,
      [
        `bilag import ${receipt.file} --job ${receipt.job}`,
        'continues where it stopped, unless a running bilag start does',
      ],
      [`bilag show ${id}`, 'shows how far it is'],
    ];
  if (entries.inDoubt > 0) {
    steps.push([`bilag show ${id}`, 'shows the batches in doubt, with what was seen']);
    steps.push([
      `bilag resolve ${id} BATCH`,
      `shows ${records === undefined ? 'one of them, voucher by voucher' : 'what was sent'}, and how to say what became of it once you have checked in the service`,
    ]);
  }
  const waits = entries.held > 0 || entries.rejected > 0;
  if (waits && correctable) {
    steps.push([
      `bilag failed ${id} --out failed.xlsx`,
      `writes the ${many} on hold, with the reasons: correct them there`,
    ]);
    steps.push([`bilag retry ${id} --file failed.xlsx`, `${does} what was corrected, and only that`]);
  }
  if (waits)
    steps.push([`bilag retry ${id}`, 'tries them again as they are, once the job or the service is corrected']);
  else if (heldDuplicates > 0)
    steps.push([`bilag retry ${id}`, `${records === undefined ? '' : 'compares them again, '}${afterDuplicates}`]);
  return steps;
}
