// A scenario of contacts and custom fields, drawn from its seed alone.
import { randomOf } from '../random.mjs';
import {
  CONTACT_SERVICE_CELLS,
  CONTACT_WIRE_CELLS,
  DROP_CELLS,
  FIELD_SERVICE_CELLS,
  FIELD_WIRE_CELLS,
  LOOK_SERVICE_CELLS,
  LOOK_WIRE_CELLS,
  PROCESS_CELLS,
  QUIRK_CELLS,
  STEPS,
  SURROUNDING_CELLS,
} from './cells.mjs';
import { makeContactsFile, makeFieldsFile, reorderedContacts } from './files.mjs';

/** How likely the scenario's kind of fault is at each request that creates something, while faults are on. */
const FAULT_CHANCE = 0.08;
/** Milliseconds that the service keeps a slow request waiting: longer than we wait for its reply. */
const SLOW_MS = 1_600;
/** Bytes of the disk in scenarios that fill it. */
const SMALL_DISK_BYTES = 64 * 1024 * 1024;
/** What must have happened on the wire for a point inside to be reached: somebody's request is orphaned, or in doubt. */
const NEEDS = { doubting: 'kill@contact-applied', doubted: 'kill@contact-applied', probing: 'reset@contact-applied' };
/** How often each step is done in a run, about: a fault waits for one of so many. */
const TIMES = { field: 3, activation: 3, contact: 8, 'read-back': 1, listing: 2 };
/** How many of the runs are against a service that has a quirk. */
const QUIRK_CHANCE = 0.4;

/**
 * @param {number} seed
 * @param {{ only?: string, turn: <T>(list: readonly T[]) => T }} options only: the name of the one cell that is to be in
 *   it; turn: the next of a family, so that every one has its turn
 */
export function contactsScenarioOf(seed, { only, turn }) {
  const random = randomOf(seed);
  const take = (list, chance = 1) => {
    const forced = list.find(({ id }) => id === only);
    const drawn = random.chance(chance) ? turn(list) : undefined;
    return forced ?? (only === undefined ? drawn : undefined);
  };
  const surrounding = take(SURROUNDING_CELLS);
  const inside = take(PROCESS_CELLS);
  const wires = [take(CONTACT_WIRE_CELLS), take(FIELD_WIRE_CELLS), take(LOOK_WIRE_CELLS)];
  const services = [take(CONTACT_SERVICE_CELLS), take(FIELD_SERVICE_CELLS), take(LOOK_SERVICE_CELLS)];
  const quirk = take(QUIRK_CELLS, QUIRK_CHANCE);
  const needed = NEEDS[inside?.point] ?? quirk?.wire;
  if (needed !== undefined) wires[0] = CONTACT_WIRE_CELLS.find(({ id }) => id === needed);
  const drop = DROP_CELLS.find(({ id }) => id === only) ?? turn(DROP_CELLS);
  const struck = [...wires, ...services].filter((cell) => cell !== undefined);
  const size = () => 20 + random.int(20);
  const files = [
    makeContactsFile(random, {
      ...{ prefix: `S${seed}A`, index: 0, people: size(), others: true },
      ...{ format: random.chance(0.3) ? 'xlsx' : 'csv', job: 'members' },
    }),
    makeContactsFile(random, {
      ...{ prefix: `S${seed}B`, index: 1, people: size(), others: random.chance(0.5) },
      ...{ format: random.chance(0.3) ? 'xlsx' : 'csv', job: random.pick(['people', 'members']) },
    }),
    makeFieldsFile(random, { prefix: `S${seed}F`, fields: 4 + random.int(4), errors: random.chance(0.5) }),
  ];
  const [first] = files;
  const drops = {
    'same-file-twice': { ...first },
    'two-names': { ...first, name: `copy of ${first.name}` },
    'exported-again': reorderedContacts(random, first, `again-${first.name}`),
  };
  const nth = (step) => 1 + random.int(TIMES[step]);
  return {
    kind: 'contacts',
    seed,
    cells: [inside, ...struck, surrounding, quirk, drop].flatMap((cell) => (cell === undefined ? [] : [cell.id])),
    inside: inside && { ...inside, nth: 1 + random.int(timesOf(inside)) },
    wires: wires.flatMap((cell) => (cell === undefined ? [] : [{ ...cell.rule, cell: cell.id, nth: nth(cell.step) }])),
    /** Faults of exactly the n-th request of a step. */
    forced: services.flatMap((cell) =>
      cell === undefined ? [] : [{ path: STEPS[cell.step].counted, faults: forcedAt(cell, nth(cell.step)) }],
    ),
    faults: faultSpec(services[0]),
    quirk,
    surrounding,
    drop,
    rejection: 'whole',
    files,
    /** Brought in while the first is on its way. */
    dropped: drops[drop.what],
    small: surrounding?.what === 'disk-full' ? SMALL_DISK_BYTES : undefined,
    /** Those who bring the other files in do not wait for them. */
    leaves: random.chance(0.6),
    /** The operator's hand is slower than the machine. */
    hesitation: random.int(400),
  };
}

/** Up to which time that a point is reached a fault may wait for. */
function timesOf({ point }) {
  if (['planned', 'claiming', 'doubting', 'doubted', 'probing'].includes(point)) return 1;
  return ['continuing', 'continued'].includes(point) ? 3 : 6;
}

function forcedAt({ kind }, nth) {
  const none = kind.startsWith('get-') ? 'get-none' : 'none';
  return [...Array(nth - 1).fill(none), kind];
}

function faultSpec(cell) {
  if (cell === undefined) return `slow-for=${SLOW_MS}ms`;
  return `${cell.kind}=${FAULT_CHANCE},slow-for=${SLOW_MS}ms`;
}
