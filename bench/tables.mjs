import { dashboardTables } from './dashboard/table.mjs';
import { FILE_DESCRIPTION } from './parts.mjs';
import { count, megabytes, percent, times } from './report.mjs';

/** Targets: CPU as a multiple of csv-parse, memory of our processes together in MB, CPU seconds of reading a workbook. */
const CPU_TARGET = 2.2;
const CPU_PROUD = 2;
const VARIANT_TARGET = 3;
const SCATTERED_TARGET = 4;
const DUPLICATES_TARGET = 2.5;
/** Ledger and attempt log of a million rows, in MB. */
const KEPT_TARGET_MB = 130;
/** Many small files beside a large one. */
const DROPPED_TARGET = 1.5;
/** Contacts: seconds for 10,000, and CPU milliseconds each. */
const CONTACTS_TARGET_SECONDS = 15;
const CONTACTS_TARGET_CPU_MS = 0.8;
/** Connections of 16 that are busy with a service of 100 ms. */
const BUSY_TARGET = 15;
const MEMORY_TARGET_MB = 300;
const XLSX_TARGET_SECONDS = 5;
const XLSX_TARGET = 4;
/** What checked figures may cost more, as a share of the whole import. */
const FIGURES_TARGET = 0.15;
/** Of an import of contacts. */
const CONTACTS_MEMORY_TARGET_MB = 400;

const SPEED_COLUMNS = [
  ['what', 'left'],
  ['CPU ÷ csv-parse', 'right'],
  ['target', 'right'],
  ['', 'left'],
  ['peak memory', 'right'],
  ['target', 'right'],
  ['', 'left'],
];

function speedRow(what, result, target) {
  const memory = [megabytes(result.peakMb), `< ${MEMORY_TARGET_MB} MB`, mark(result.peakMb < MEMORY_TARGET_MB)];
  return [what, ...target(result), ...memory];
}

const mark = (reached) => (reached ? '✓' : '✗');
const untargeted = ({ ratio }) => [times(ratio), '', ''];
const targeted = ({ ratio }) => [
  times(ratio),
  `≤ ${CPU_TARGET} ×`,
  ratio <= CPU_PROUD ? `✓ (≤ ${CPU_PROUD} ×)` : mark(ratio <= CPU_TARGET),
];
const atMost = (most) => (result) => [times(result.ratio), `≤ ${most} ×`, mark(result.ratio <= most)];
const inSeconds = ({ ratio, cpuSeconds }) => [
  `${times(ratio)} = ${cpuSeconds.toFixed(1)} s`,
  `≤ ${XLSX_TARGET_SECONDS} s`,
  mark(cpuSeconds <= XLSX_TARGET_SECONDS),
];

const SPEED_ROWS = [
  ['import', ({ rows }) => `import of ${count(rows)} rows: plan, ledger, queue, posting`, targeted],
  ['second', ({ rows }) => `${count(rows)} rows of other vouchers into the same ledger`, untargeted],
  ['duplicates', ({ rows }) => `the first ${count(rows)} rows again: all duplicates`, atMost(DUPLICATES_TARGET)],
  ['quoted', ({ rows }) => `${count(rows)} rows, every cell in quotes`, atMost(VARIANT_TARGET)],
  ['windows', ({ rows }) => `${count(rows)} rows in Windows-1252`, atMost(VARIANT_TARGET)],
  ['ruled', ({ rows }) => `${count(rows)} rows, 10 rules, 100 mapped accounts`, atMost(VARIANT_TARGET)],
  ['scattered', ({ rows }) => `${count(rows)} rows sorted by account`, atMost(SCATTERED_TARGET)],
  ['large', ({ rows }) => `${count(rows)} rows`, targeted],
  ['newerNode', ({ rows, version }) => `${count(rows)} rows, all on Node ${version.slice(1)}`, targeted],
  ['xlsxRead', ({ rows }) => `XLSX, ${count(rows)} rows: reading alone`, inSeconds],
  ['xlsxPlan', ({ rows }) => `XLSX, ${count(rows)} rows: plan`, untargeted],
  ['xlsxImport', ({ rows }) => `XLSX, ${count(rows)} rows: import`, atMost(XLSX_TARGET)],
];

/** Everything that was measured as titled tables: `[{title, columns, rows, notes}]`. */
export function tablesOf(results) {
  return [
    speedTable(results),
    figuresTable(results),
    contactsTable(results),
    keptTable(results),
    droppedTable(results),
    ...waitingTables(results),
    sharesTable(results),
    profileTable(results),
    othersTable(results),
    commandsTable(results),
    ...dashboardTables(results),
  ].filter((table) => table !== undefined && table.rows.length > 0);
}

function speedTable(results) {
  const rows = SPEED_ROWS.filter(([key]) => results[key] !== undefined).map(([key, what, target]) =>
    speedRow(what(results[key]), results[key], target),
  );
  const { reference } = results;
  if (reference !== undefined) {
    rows.unshift([
      `csv-parse, ${count(reference.rows)} rows to arrays`,
      times(1),
      '',
      '',
      megabytes(reference.peakMb),
      '',
      '',
    ]);
  }
  return {
    title: 'CPU and memory',
    columns: SPEED_COLUMNS,
    rows,
    notes: [
      `${FILE_DESCRIPTION}. The reference is bare csv-parse on the same rows in the same run.`,
      'CPU: the import with all its threads and its private Redis, ledger durable; the service, in another process, apart.',
      'Memory: the largest sum of the resident memory of our processes together. Every import was checked against the service, line for line of its totals.',
    ],
  };
}

function figuresTable({ figures }) {
  if (figures === undefined) return undefined;
  const { rows, plain, checked, more } = figures;
  return {
    title: `A statement of ${count(rows)} rows, with figures that prove themselves`,
    columns: [
      ['job', 'left'],
      ['CPU ÷ csv-parse', 'right'],
      ['', 'right'],
      ['target', 'right'],
      ['', 'left'],
      ['peak memory', 'right'],
    ],
    rows: [
      ['checks nothing', times(plain.ratio), '', '', '', megabytes(plain.peakMb)],
      [
        'checks balance, currency, gross, net and VAT',
        times(checked.ratio),
        `+${percent(more - 1, 1)}`,
        `≤ +${percent(FIGURES_TARGET, 1)}`,
        mark(more - 1 <= FIGURES_TARGET),
        megabytes(checked.peakMb),
      ],
    ],
    notes: [
      'The same rows and bytes but for the header. Import by turns, each on a home of its own; the middle one counts.',
    ],
  };
}

function contactsTable({ contacts, contactsPlan }) {
  if (contacts === undefined) return undefined;
  const row = (what, { ratio, ownRatio, othersRatio, cpuSeconds, rows, peakMb, requests }) => [
    what,
    times(ratio),
    times(ownRatio),
    times(othersRatio),
    `${((cpuSeconds / rows) * 1e6).toFixed(0)} µs`,
    megabytes(peakMb),
    `< ${CONTACTS_MEMORY_TARGET_MB} MB`,
    mark(peakMb < CONTACTS_MEMORY_TARGET_MB),
    lookUps(requests),
  ];
  const { rows, created, existing, different } = contacts;
  return {
    title: `${count(rows)} contacts against a service that holds ${count(rows)}`,
    columns: [
      ['what', 'left'],
      ['CPU ÷ csv-parse', 'right'],
      ['bilag', 'right'],
      ['private Redis', 'right'],
      ['CPU a row', 'right'],
      ['peak memory', 'right'],
      ['target', 'right'],
      ['', 'left'],
      ['look-ups', 'right'],
    ],
    rows: [row('plan alone', contactsPlan), row('import: plan, ledger, queue, posting', contacts)],
    notes: [
      `${count(created)} are created, each by a request of its own; ${count(existing)} exist already, of which ${count(different)} differ. The service answers 1,000 contacts a page.`,
      'Every contact that was created was compared with what it should be, and no other was.',
      `Requests of the import: ${Object.entries(contacts.requests)
        .filter(([, sent]) => sent > 0)
        .map(([path, sent]) => `${path} ${count(sent)}`)
        .join('; ')}.`,
    ],
  };
}

function keptTable({ import: result }) {
  if (result === undefined) return undefined;
  const { rows, fileBytes, keptBytes } = result;
  const target = (KEPT_TARGET_MB * rows) / 1e6;
  const mb = keptBytes / 1e6;
  return {
    title: `On disk after ${count(rows)} rows`,
    columns: [
      ['what', 'left'],
      ['size', 'right'],
      ['target', 'right'],
      ['', 'left'],
    ],
    rows: [
      ['the CSV file', megabytes(fileBytes / 1e6), '', ''],
      ['ledger and attempt log', megabytes(mb), `≤ ${megabytes(target)}`, mark(mb <= target)],
    ],
    notes: [],
  };
}

function droppedTable({ dropped }) {
  if (dropped === undefined) return undefined;
  const { rows, files, one, many, more } = dropped;
  const row = (what, { cpuSeconds, wallSeconds }, ...rest) => [
    what,
    `${cpuSeconds.toFixed(1)} s`,
    `${wallSeconds.toFixed(1)} s`,
    ...rest,
  ];
  return {
    title: `${count(rows)} rows dropped into the inbox`,
    columns: [
      ['files', 'left'],
      ['CPU', 'right'],
      ['clock on the wall', 'right'],
      ['CPU ÷ that of one file', 'right'],
      ['target', 'right'],
      ['', 'left'],
    ],
    rows: [
      row('one', one, '', '', ''),
      row(count(files), many, times(more), `≤ ${DROPPED_TARGET} ×`, mark(more <= DROPPED_TARGET)),
    ],
    notes: ['From the moment at which they are dropped until all are booked; CPU with the private Redis.'],
  };
}

function waitingTables({ waiting }) {
  if (waiting === undefined) return [];
  const { rows, entries, services, contacts } = waiting;
  const services16 = services.map((each) => [
    `${each.ms} ms`,
    `${each.wallSeconds.toFixed(1)} s`,
    each.busy.toFixed(1),
    count(Math.round(each.entriesASecond)),
    count(Math.round(each.scriptEntriesASecond)),
    `${each.cpuMsAnEntry.toFixed(2)} ms`,
    `${each.scriptCpuMsAnEntry.toFixed(2)} ms`,
  ]);
  const { wallSeconds, cpuMsEach } = contacts;
  return [
    {
      title: `${count(rows)} rows, ${count(entries)} entries, against services that take their time`,
      columns: [
        ['a request takes', 'left'],
        ['clock on the wall', 'right'],
        ['busy connections of 16', 'right'],
        ['entries a second', 'right'],
        ['of the script', 'right'],
        ['CPU an entry', 'right'],
        ['of the script', 'right'],
      ],
      rows: services16,
      notes: [
        'The script is csv-parse and fetch with 16 connections, an entry a request: it checks nothing, remembers nothing and stops at the first error.',
        `Busy connections: from the first booking that is sent to the last reply; the aim is ${BUSY_TARGET} of 16 at 100 ms.`,
      ],
    },
    {
      title: `${count(contacts.rows)} contacts against a service of 5 ms, 8 connections`,
      columns: [
        ['what', 'left'],
        ['measured', 'right'],
        ['target', 'right'],
        ['', 'left'],
      ],
      rows: [
        [
          'clock on the wall',
          `${wallSeconds.toFixed(1)} s`,
          `≤ ${CONTACTS_TARGET_SECONDS} s`,
          mark(wallSeconds <= CONTACTS_TARGET_SECONDS),
        ],
        [
          'CPU each',
          `${cpuMsEach.toFixed(2)} ms`,
          `≤ ${CONTACTS_TARGET_CPU_MS} ms`,
          mark(cpuMsEach <= CONTACTS_TARGET_CPU_MS),
        ],
      ],
      notes: [`${count(contacts.created)} are created; the others exist.`],
    },
  ];
}

/** Requests that only ask. */
function lookUps(requests) {
  const asked = Object.entries(requests).filter(([path]) => path.startsWith('GET '));
  return count(asked.reduce((sum, [, sent]) => sum + sent, 0));
}

function sharesTable({ import: result }) {
  if (result === undefined) return undefined;
  return {
    title: 'Processes of the import',
    columns: [
      ['process', 'left'],
      ['CPU ÷ csv-parse', 'right'],
    ],
    rows: [
      ['bilag: main thread', times(result.mainRatio)],
      ['bilag: planner', times(result.plannerRatio)],
      ['bilag: helpers of Node', times(Math.max(0, result.ownRatio - result.mainRatio - result.plannerRatio))],
      ['private Redis', times(result.othersRatio)],
      ['the service (not ours)', times(result.serviceRatio)],
    ],
    notes: [],
  };
}

function profileTable({ profile }) {
  if (profile === undefined) return undefined;
  const { groups, cpuSeconds, ownSeconds, others } = profile;
  const threads = groups.reduce((sum, { main, planner }) => sum + main + planner, 0);
  const share = (seconds) => percent(seconds, cpuSeconds);
  const redis = Object.values(others).reduce((sum, each) => sum + each, 0);
  const rows = groups.map(({ group, main, planner }) => [group, share(planner), share(main), share(main + planner)]);
  const main = groups.reduce((sum, each) => sum + each.main, 0);
  const helpers = Math.max(0, ownSeconds - threads);
  return {
    title: 'Where the CPU of the import goes',
    columns: [
      ['work', 'left'],
      ['planner', 'right'],
      ['main', 'right'],
      ['together', 'right'],
    ],
    rows: [
      ...rows,
      ['helpers of Node: disk, compiler, parallel collection', '', '', share(helpers)],
      ['private Redis', '', '', share(redis)],
      ['sum', share(threads - main), share(main), share(threads + helpers + redis)],
    ],
    notes: [
      'Shares of one import under the profiler, which costs something itself. Waiting for the disk is no CPU and left out.',
    ],
  };
}

function commandsTable({ commands }) {
  if (commands === undefined) return undefined;
  const row = (what, { cpuSeconds, peakMb }) => [what, `${cpuSeconds.toFixed(2)} s`, megabytes(peakMb)];
  return {
    title: 'Commands that have little to do',
    columns: [
      ['command', 'left'],
      ['CPU', 'right'],
      ['peak memory', 'right'],
    ],
    rows: [
      row('Node alone', commands.node),
      row('bilag list', commands.list),
      row('bilag show', commands.show),
      row(`bilag import, ${count(commands.rows)} rows`, commands.import),
    ],
    notes: ['CPU of bilag with all its threads, without its private Redis; memory with it.'],
  };
}

function othersTable({ small, others }) {
  if (others === undefined) return undefined;
  const rows = others.map(({ name, version, timesOurCpu, missing }) =>
    missing === undefined
      ? [
          version,
          times(timesOurCpu),
          timesOurCpu >= 1 ? `we are ${times(timesOurCpu)} faster` : `we are ${times(1 / timesOurCpu)} slower`,
        ]
      : [version ?? name, '', missing],
  );
  return {
    title: `Other programs, ${count(small.rows)} rows to a journal`,
    columns: [
      ['program', 'left'],
      ['its CPU ÷ ours', 'right'],
      ['', 'left'],
    ],
    rows,
    notes: [
      'Ours is the whole import with start-up, grouping, ledger and posting; theirs turn every row into a transaction, and neither group nor post.',
    ],
  };
}
