// A scenario of entries that come more than once, drawn from its seed alone.
import { randomOf } from '../random.mjs';
import {
  AGAIN_CELLS,
  ANSWER_CELLS,
  ENDING_CELLS,
  FIRST_CELLS,
  REPLY_CELLS,
  SECOND_CELLS,
  SETTLING_CELLS,
  TALE_CELLS,
  WHO_CELLS,
} from './cells.mjs';
import { drawOverlap } from './overlap.mjs';
import { drawQuestion } from './question.mjs';
import { drawWait } from './wait.mjs';

/**
 * @param {number} seed
 * @param {{ only?: string, turn: <T>(list: readonly T[]) => T }} options only: the name of the one cell that is to be in
 *   it; turn: the next of a family, so that every one has its turn
 */
export function sameScenarioOf(seed, { only, turn }) {
  const random = randomOf(seed);
  const named = (list) => list.find(({ id }) => id === only);
  const take = (list) => named(list) ?? (only === undefined ? turn(list) : undefined);
  const first = take(FIRST_CELLS);
  const second = take(SECOND_CELLS);
  const tale = taleOf({ named, only, turn });
  const overlap =
    only === undefined || [...FIRST_CELLS, ...SECOND_CELLS, ...AGAIN_CELLS, ...WHO_CELLS].some(({ id }) => id === only)
      ? drawOverlap(random, {
          ...{ seed, first, second },
          again: named(AGAIN_CELLS) ?? turn(AGAIN_CELLS),
          who: named(WHO_CELLS) ?? turn(WHO_CELLS),
        })
      : undefined;
  const told =
    tale === undefined
      ? undefined
      : tale.cell.tale === 'wait'
        ? drawWait(random, { seed, ...tale })
        : drawQuestion(random, { seed, ...tale });
  return {
    kind: 'same',
    seed,
    cells: [first, second, overlap?.again, overlap?.who, ...(tale === undefined ? [] : Object.values(tale))].flatMap(
      (cell) => (cell?.id === undefined ? [] : [cell.id]),
    ),
    overlap,
    tale: told,
    // What is in doubt in the tale is for a person to say, so that it stays so for as long as the tale needs.
    probe: [first, second].some((cell) => cell?.probe === true),
    rejection: 'whole',
    wires: [],
    files: [...(overlap?.files ?? []), ...(told?.files ?? [])],
    faults: '',
  };
}

/** A tale, and what goes with it: who ends what is waited for and who settles, or who answers and what. */
function taleOf({ named, only, turn }) {
  const waits = TALE_CELLS.filter(({ tale }) => tale === 'wait');
  const questions = TALE_CELLS.filter(({ tale }) => tale === 'question');
  const [ending, settling, answering, reply] = [ENDING_CELLS, SETTLING_CELLS, ANSWER_CELLS, REPLY_CELLS].map(named);
  const own = named(TALE_CELLS);
  if (only !== undefined && [own, ending, settling, answering, reply].every((cell) => cell === undefined))
    return undefined;
  const goesWith = (cell) => (each) => cell === undefined || cell.ends === undefined || cell.ends.includes(each.end);
  const cell =
    own ??
    (ending || settling
      ? turn(waits.filter((each) => goesWith(ending)(each) && goesWith(settling)(each)))
      : answering || reply
        ? turn(questions)
        : turn(TALE_CELLS));
  if (cell.tale === 'question') {
    const alone = only !== undefined && answering === undefined;
    return {
      cell,
      answering: alone ? undefined : (answering ?? turn(ANSWER_CELLS)),
      reply: reply ?? turn(REPLY_CELLS),
    };
  }
  const alone = only !== undefined;
  const drawn = (list) =>
    alone ? undefined : turn(list.filter(({ ends }) => ends === undefined || ends.includes(cell.end)));
  return { cell, ending: ending ?? drawn(ENDING_CELLS), settling: settling ?? drawn(SETTLING_CELLS) };
}
