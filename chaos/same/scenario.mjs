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
import { ALONE, drawQuestion } from './question.mjs';
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
    probe: [first, second].some((cell) => cell?.probe === true),
    rejection: 'whole',
    wires: [],
    files: [...(overlap?.files ?? []), ...(told?.files ?? [])],
    faults: '',
  };
}

/** Rounds after which the tales go with the same cells again. */
const ROUNDS = 60;
const isWait = ({ tale }) => tale === 'wait';
/** Cells that go with the end of a tale. */
const fitting = (cells, { end }) => cells.filter(({ ends }) => ends === undefined || ends.includes(end));
const nth = (list, n) => list[n % list.length];

/** Every tale, with who dies of its end and of what comes after it, or with the answer and who dies of that: each in its turn. */
const TALES = Array.from({ length: ROUNDS }, (_, round) => [
  ...TALE_CELLS.filter(isWait).map((cell, at) => ({
    cell,
    ending: nth(fitting(ENDING_CELLS, cell), round + at),
    settling: nth(fitting(SETTLING_CELLS, cell), round + at),
  })),
  ...TALE_CELLS.filter((cell) => !isWait(cell)).map((cell, at, { length }) => {
    const answering = nth(ANSWER_CELLS, round * length + at);
    return { cell, answering, reply: replyTo(cell, answering, REPLY_CELLS[(round + at) % 2]) };
  }),
]).flat();

/** What is only reached where something is booked needs an answer that has it booked. */
function replyTo(cell, answering, reply) {
  return answering?.books && !ALONE.includes(cell.code) ? REPLY_CELLS.at(-1) : reply;
}

/** A tale, and what goes with it; of one cell alone nothing but that. */
function taleOf({ named, only, turn }) {
  if (only === undefined) return turn(TALES);
  const [own, ending, settling, answering, reply] = [
    ...[TALE_CELLS, ENDING_CELLS, SETTLING_CELLS, ANSWER_CELLS, REPLY_CELLS].map(named),
  ];
  const waits = TALE_CELLS.filter(isWait);
  if (ending || settling) {
    const [part] = [ending, settling].filter((each) => each !== undefined);
    return { cell: turn(waits.filter((cell) => fitting([part], cell).length > 0)), ending, settling };
  }
  if (own !== undefined && isWait(own)) return { cell: own };
  if (own === undefined && answering === undefined && reply === undefined) return undefined;
  const cell = own ?? turn(TALE_CELLS.filter((each) => !isWait(each)));
  return { cell, answering, reply: replyTo(cell, answering, reply ?? turn(REPLY_CELLS)) };
}
