import type { ReceiptView } from './format-receipt.ts';
import type { Style } from './style.ts';

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

function stepsAfter({ receipt, heldDuplicates }: ReceiptView): [string, string][] {
  const { import: id, state, entries } = receipt;
  if (id === '') return [];
  const steps: [string, string][] = [];
  if (state === 'planned') return [[`bilag import ${receipt.file} --job ${receipt.job}`, 'books exactly this']];
  if (state === 'cancelled')
    return [[`bilag import ${receipt.file} --job ${receipt.job}`, 'plans it afresh and books it after all']];
  if (state === 'posting' || state === 'planning')
    return [
      [
        `bilag import ${receipt.file} --job ${receipt.job}`,
        'goes on from where it stands, unless a running bilag start does',
      ],
      [`bilag show ${id}`, 'how far it is'],
    ];
  if (entries.inDoubt > 0) {
    steps.push([`bilag show ${id}`, 'the batches in doubt, with what was seen']);
    steps.push([
      `bilag resolve ${id} BATCH`,
      'one of them, entry by entry, and how to say what became of it after a look into the service',
    ]);
  }
  if (entries.held > 0 || entries.rejected > 0) {
    steps.push([`bilag failed ${id} --out failed.xlsx`, 'the entries that wait, with why: mend them there']);
    steps.push([`bilag retry ${id} --file failed.xlsx`, 'books what was mended, and only that']);
  }
  if (entries.held > 0 || entries.rejected > 0) {
    steps.push([`bilag retry ${id}`, 'tries them as they are, when the job or the service was mended']);
  } else if (heldDuplicates > 0) {
    steps.push([`bilag retry ${id}`, 'books the duplicates after all, once the job says onDuplicate: book']);
  }
  return steps;
}
