import { describe, expect, test } from 'vitest';
import type { RevisedAnswer } from '../../src/http/api/corrections/shapes.ts';
import { type CellEdit, createEditQueue } from '../../src/web/screens/failed/edit-queue.ts';

const ANSWER: RevisedAnswer = { entries: [], revised: { entries: 0, ready: 0, held: 0 }, causes: [] };

/** A server that answers when it is told to, and a clock that goes when it is told to. */
function office() {
  const requests: { cells: readonly CellEdit[]; answer(): void; refuse(why: string): void }[] = [];
  const timers = new Set<() => void>();
  let landed = 0;
  const queue = createEditQueue({
    save: (cells) =>
      new Promise((answer, refuse) => {
        requests.push({ cells, answer: () => answer(ANSWER), refuse: (why) => refuse(new Error(why)) });
      }),
    landed: () => {
      landed++;
    },
    changed: () => undefined,
    later(work) {
      timers.add(work);
      return () => void timers.delete(work);
    },
  });
  const quiet = () => {
    for (const work of [...timers]) {
      timers.delete(work);
      work();
    }
  };
  const rest = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, requests, quiet, rest, landed: () => landed };
}

const cell = (row: number, value: string, column = 2): CellEdit => ({ row, column, value });

describe('edits on their way', () => {
  test('what is written in one go is sent in one go, the last word about each cell', async () => {
    const { queue, requests, quiet, rest, landed } = office();
    queue.put(7, cell(1, 'a'));
    queue.put(7, cell(2, 'b'));
    queue.put(7, cell(1, 'c'));
    expect(queue.stateOf(7)).toEqual({ kind: 'pending' });
    expect(queue.textOf(7, 1, 2)).toBe('c');
    quiet();
    expect(requests.map(({ cells }) => cells)).toEqual([[cell(1, 'c'), cell(2, 'b')]]);
    expect(queue.stateOf(7)).toEqual({ kind: 'saving' });
    requests[0]!.answer();
    await rest();
    expect(queue.stateOf(7)).toEqual({ kind: 'saved' });
    expect(queue.textOf(7, 1, 2)).toBeUndefined();
    expect(queue.hasUnsaved()).toBe(false);
    expect(landed()).toBe(1);
  });

  test('one request at a time: what is written meanwhile goes after it, and stands until it is there', async () => {
    const { queue, requests, quiet, rest } = office();
    queue.put(7, cell(1, 'a'));
    quiet();
    queue.put(7, cell(1, 'b'));
    queue.put(8, cell(9, 'x'));
    quiet();
    expect(requests).toHaveLength(1);
    requests[0]!.answer();
    await rest();
    expect(queue.textOf(7, 1, 2)).toBe('b');
    expect(requests).toHaveLength(2);
    requests[1]!.answer();
    await rest();
    requests[2]!.answer();
    await rest();
    expect(requests.map(({ cells }) => cells)).toEqual([[cell(1, 'a')], [cell(1, 'b')], [cell(9, 'x')]]);
    expect(queue.hasUnsaved()).toBe(false);
  });

  test('what can not be saved stays, says why, and goes with the next', async () => {
    const { queue, requests, quiet, rest } = office();
    queue.put(7, cell(1, 'a'));
    queue.put(7, cell(2, 'b'));
    quiet();
    queue.put(7, cell(2, 'newer'));
    requests[0]!.refuse('bilag does not answer.');
    await rest();
    expect(queue.stateOf(7)).toMatchObject({ kind: 'failed', why: { message: 'bilag does not answer.' } });
    expect([queue.textOf(7, 1, 2), queue.textOf(7, 2, 2)]).toEqual(['a', 'newer']);
    expect(queue.hasUnsaved()).toBe(true);
    queue.flush(7);
    expect(requests[1]!.cells).toEqual([cell(1, 'a'), cell(2, 'newer')]);
    requests[1]!.answer();
    await rest();
    expect(queue.hasUnsaved()).toBe(false);
  });

  test('settling sends all at once, and says whether all is there', async () => {
    const { queue, requests, rest } = office();
    queue.put(7, cell(1, 'a'));
    queue.put(8, cell(2, 'b'));
    const settled = queue.settle();
    requests[0]!.answer();
    await rest();
    requests[1]!.refuse('no');
    expect(await settled).toBe(false);
    queue.drop(8);
    expect(await queue.settle()).toBe(true);
    expect(queue.textOf(8, 2, 2)).toBeUndefined();
  });
});
