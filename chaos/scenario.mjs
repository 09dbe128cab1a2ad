// A scenario is drawn from its seed alone: the same seed, the same files, faults and places.
import {
  DROP_CELLS,
  INBOX_CELLS,
  JOURNAL_QUIRK_CELLS,
  PROCESS_CELLS,
  SERVICE_CELLS,
  SURROUNDING_CELLS,
  WIRE_CELLS,
} from './cells.mjs';
import { CONTACTS_CELLS } from './contacts/cells.mjs';
import { contactsScenarioOf } from './contacts/scenario.mjs';
import { WAYS } from './drop-file.mjs';
import { makeFile, reordered } from './files.mjs';
import { MENDS_CELLS } from './mends/cells.mjs';
import { mendsScenarioOf } from './mends/scenario.mjs';
import { randomOf } from './random.mjs';
import { SAME_CELLS } from './same/cells.mjs';
import { sameScenarioOf } from './same/scenario.mjs';

/** How likely the scenario's kind of fault is at each booking, while faults are on. */
const FAULT_CHANCE = 0.2;
/** … and at each look-up: one that fails may put a whole plan off by half a minute. */
const LOOKUP_FAULT_CHANCE = 0.04;
/** How many of the runs are against a service whose journal has a quirk: what was booked is not found again. */
const QUIRK_CHANCE = 0.1;
/** Longer and odder than any other text of a run. */
const CONTROL_PARTY = `"Ås" & O'Leary ${'x'.repeat(80)}`;
/** What must have happened on the wire for a point inside to be reached: somebody's request is orphaned, or in doubt. */
const NEEDS = { doubting: 'kill@applied', doubted: 'kill@applied', probing: 'reset@applied' };
/** Bytes of the disk in scenarios that fill it. */
const SMALL_DISK_BYTES = 64 * 1024 * 1024;
/** Milliseconds that the service keeps a slow request waiting: longer than we wait for its reply. */
const SLOW_MS = 1_600;

/** Faults after which sound entries stand refused. */
const REFUSALS = new Set(['400', '409', '413', '415', '422', 'partial']);

/** How many of the scenarios that are free to bring their first file and its copy in through the inbox. */
const INBOX_CHANCE = 0.2;
/** How many of those bring the other file in the same way. */
const ALL_INBOX_CHANCE = 0.5;

/** How long each request takes where a ledger is restored, in milliseconds. */
const RESTORED_SLOW_MS = 600;

/**
 * Of so many seeds, those with these places are of contacts and custom fields, of what people mend, or of entries that come
 * more than once; the others are of bookings.
 */
const ROUND = 25;
const PLACES = { contacts: [0, 4, 8, 12, 22], mends: [2, 7, 13, 18], same: [3, 9, 15, 20] };

/**
 * @param {number} seed
 * @param {{ only?: string, kind?: 'bookings' | 'contacts' | 'mends' | 'same' }} options only: the name of the one cell that is to be in it;
 *   kind: of what there are to be imports; default: by the cell, or by the seed
 */
export function scenarioOf(seed, { only, kind } = {}) {
  const chosen = kind ?? (only === undefined ? kindAt(seed) : kindOf(only));
  const draw = {
    contacts: contactsScenarioOf,
    mends: mendsScenarioOf,
    same: sameScenarioOf,
    bookings: bookingsScenarioOf,
  }[chosen];
  return draw(seed, { only, turn: (list) => nth(list, kind === undefined ? placeOf(seed, chosen) : seed) });
}

/** Which of its kind a seed is: they follow each other, so that every cell has its turn. */
function placeOf(seed, kind) {
  const own = Array.from({ length: ROUND }, (_, at) => at).filter((at) => kindAt(at) === kind);
  const before = own.filter((at) => at < seed % ROUND);
  return Math.floor(seed / ROUND) * own.length + before.length;
}

function kindAt(seed) {
  const [kind = 'bookings'] = Object.keys(PLACES).filter((each) => PLACES[each].includes(seed % ROUND));
  return kind;
}

function kindOf(cell) {
  if (SAME_CELLS.includes(cell)) return 'same';
  if (MENDS_CELLS.includes(cell)) return 'mends';
  return CONTACTS_CELLS.includes(cell) ? 'contacts' : 'bookings';
}

/** The n-th of a list, going round. */
const nth = (list, n) => list[((n % list.length) + list.length) % list.length];

function bookingsScenarioOf(seed, { only, turn }) {
  const random = randomOf(seed);
  // One cell alone: what the others do would only blur it.
  const drawn = (list) => (only === undefined ? turn(list) : undefined);
  const forced = (list) => only && list.find((cell) => [cell.id, ...(cell.ids ?? [])].includes(only));
  const surrounding = forced(SURROUNDING_CELLS) ?? drawn(SURROUNDING_CELLS);
  // A ledger that is restored is enough for one run.
  const restores = ['restore-ledger', 'delete-ledger'].includes(surrounding?.what);
  const insides = [...PROCESS_CELLS, ...INBOX_CELLS];
  const inside = forced(insides) ?? (restores ? undefined : drawn(insides));
  const quirk =
    forced(JOURNAL_QUIRK_CELLS) ?? (restores || !random.chance(QUIRK_CHANCE) ? undefined : drawn(JOURNAL_QUIRK_CELLS));
  const needed = WIRE_CELLS.find(({ id }) => id === (NEEDS[inside?.point] ?? (quirk && 'reset@applied')));
  const wire = forced(WIRE_CELLS) ?? (restores ? undefined : (needed ?? drawn(WIRE_CELLS)));
  const service = forced(SERVICE_CELLS) ?? (restores ? undefined : drawn(SERVICE_CELLS));
  const drop = forced(DROP_CELLS) ?? turn(DROP_CELLS);
  const probe = quirk !== undefined || service?.probe === true || inside?.point === 'probing' || random.chance(0.3);
  // What a fault refused stands in the books only when it is tried again.
  const retry = REFUSALS.has(service?.kind) || service?.retry === true || inside?.retry === true || random.chance(0.3);
  const splits = ['splitting', 'split'].includes(inside?.point);
  const unknown = service?.kind === 'partial' || (!splits && service?.ids.length === 1 && random.chance(0.5));
  const rejection = unknown ? 'unknown' : 'whole';
  const size = () => 30 + random.int(50);
  const files = [
    makeFile(random, { prefix: `S${seed}A`, vouchers: size(), errors: true, format: 'csv', kind: 'journal' }),
    makeFile(random, {
      prefix: `S${seed}B`,
      vouchers: size(),
      errors: random.chance(0.5),
      format: random.chance(0.3) ? 'xlsx' : 'csv',
      kind: random.pick(['journal', 'card']),
    }),
  ];
  const [first] = files;
  const drops = {
    'same-file-twice': { ...first },
    'two-names': { ...first, name: `copy of ${first.name}` },
    'exported-again': reordered(random, first, `again-${first.name}`),
  };
  const inbox = inboxOf(random, { must: INBOX_CELLS.includes(inside), may: only === undefined && !restores });
  return {
    kind: 'bookings',
    seed,
    cells: [inside?.id, wire?.id, ...(service?.ids ?? []), quirk?.id, surrounding?.id, drop.id].filter(
      (id) => id !== undefined,
    ),
    inside: inside && {
      ...inside,
      nth: 1 + random.int(timesOf(inside, inbox)),
    },
    wires: wire === undefined ? [] : [{ ...wire.rule, cell: wire.id, nth: 1 + random.int(3) }],
    service,
    quirk,
    surrounding,
    drop,
    inbox,
    probe,
    retry,
    rejection,
    files,
    /** Brought in while the first is on its way. */
    dropped: drops[drop.what],
    /** Booked when nothing goes wrong any more: by it the probe sees that what is absent would be found. */
    later: probe
      ? [
          makeFile(random, {
            prefix: `S${seed}K`,
            vouchers: 2,
            errors: false,
            format: 'csv',
            kind: 'journal',
            party: CONTROL_PARTY,
          }),
        ]
      : [],
    // Slow enough that something is sent before the copy, and something after it.
    faults: restores ? `slow=1,slow-for=${RESTORED_SLOW_MS}ms` : service === undefined ? '' : faultSpec(service.kind),
    forced:
      service === undefined ? [] : [{ faults: [service.kind.startsWith('get-') ? 'get-none' : 'none', service.kind] }],

    small: surrounding?.what === 'disk-full' ? SMALL_DISK_BYTES : undefined,
    /** Those who bring the other files in do not wait for them. */
    leaves: random.chance(0.6),
    /** The operator's hand is slower than the machine. */
    hesitation: random.int(400),
  };
}

/**
 * How each file is dropped into the inbox, in the order of the files and then the copy; undefined for one that a command
 * imports, and for all of them where no inbox is needed. A ledger that is put back has forgotten what came into the inbox,
 * and a person has to put it there again: such runs have none.
 */
function inboxOf(random, { must, may }) {
  const drawn = random.chance(INBOX_CHANCE);
  const all = random.chance(ALL_INBOX_CHANCE);
  const ways = [0, 1, 2].map(() => random.pick(WAYS));
  if (!must && !(may && drawn)) return undefined;
  return ways.map((way, at) => (at === 1 && !all ? undefined : way));
}

/** Up to which time that a point is reached a fault may wait for; each of two processes may get one file of two. */
function timesOf(inside, inbox) {
  if (INBOX_CELLS.includes(inside)) return inbox.includes(undefined) ? 1 : 2;
  return ['storing', 'stored', 'recorded', 'planned'].includes(inside.point) ? 1 : 3;
}

function faultSpec(kind) {
  const own = `${kind}=${kind.startsWith('get-') ? LOOKUP_FAULT_CHANCE : FAULT_CHANCE},slow-for=${SLOW_MS}ms`;
  return kind === 'slow' ? own : `${own},slow=0.1`;
}
