// A scenario of people who mend what waits, drawn from its seed alone.
import { randomOf } from '../random.mjs';
import { PEOPLE_CELLS, PROCESS_CELLS, SERVICE_CELLS, SURROUNDING_CELLS, WIRE_CELLS } from './cells.mjs';
import { makeEarlierFile, makeFailedFile, mendedFile } from './files.mjs';

/** How likely the scenario's kind of fault is at each booking, or at each look-up, once people mend. */
const FAULT_CHANCE = 0.15;
const LOOKUP_FAULT_CHANCE = 0.04;
/** Milliseconds that the service keeps a slow request waiting: longer than we wait for its reply. */
const SLOW_MS = 1_600;
/** Bytes of the disk in scenarios that fill it. */
const SMALL_DISK_BYTES = 64 * 1024 * 1024;

/**
 * @param {number} seed
 * @param {{ only?: string, turn: <T>(list: readonly T[]) => T }} options only: the name of the one cell that is to be in
 *   it; turn: the next of a family, so that every one has its turn
 */
export function mendsScenarioOf(seed, { only, turn }) {
  const random = randomOf(seed);
  const take = (list) => list.find(({ id }) => id === only) ?? (only === undefined ? turn(list) : undefined);
  const inside = take(PROCESS_CELLS);
  const wire = take(WIRE_CELLS);
  const service = take(SERVICE_CELLS);
  const surrounding = take(SURROUNDING_CELLS);
  const people = PEOPLE_CELLS.find(({ id }) => id === only) ?? turn(PEOPLE_CELLS);
  const earlier = makeEarlierFile(random, { prefix: `S${seed}E`, vouchers: 8 });
  const failed = makeFailedFile(random, {
    ...{ prefix: `S${seed}M`, sound: 10 + random.int(15), earlier, people: people.what },
    format: random.chance(0.3) ? 'xlsx' : 'csv',
  });
  const comesAgain = people.what === 'mended-file';
  return {
    kind: 'mends',
    seed,
    cells: [inside, wire, service, surrounding, people].flatMap((cell) => (cell === undefined ? [] : [cell.id])),
    inside: inside && { point: inside.point, do: inside.do, nth: 1 + random.int(timesOf(inside)) },
    wires: wire === undefined ? [] : [{ ...wire.rule, cell: wire.id, nth: 1 + random.int(2) }],
    surrounding,
    people,
    probe: random.chance(0.3),
    rejection: 'whole',
    files: [earlier, failed, ...(comesAgain ? [mendedFile(random, failed, `S${seed}M mended.csv`)] : [])],
    faults: '',
    mendFaults: service === undefined ? '' : faultSpec(service.kind),
    // There are few look-ups: what is known of the service is known for a while.
    forced:
      service === undefined
        ? []
        : [{ faults: service.kind.startsWith('get-') ? [service.kind] : ['none', service.kind] }],
    small: surrounding?.what === 'disk-full' ? SMALL_DISK_BYTES : undefined,
    hesitation: random.int(400),
  };
}

/** Up to which time that a point is reached a fault may wait for: what is handed in first may be all there is. */
function timesOf({ point }) {
  return ['revising', 'revised', 'logged', 'intent-committed', 'outcome-before', 'outcome-committed'].includes(point)
    ? 3
    : 1;
}

function faultSpec(kind) {
  return `${kind}=${kind.startsWith('get-') ? LOOKUP_FAULT_CHANCE : FAULT_CHANCE},slow-for=${SLOW_MS}ms`;
}
