import { dashboardTables } from './dashboard/table.mjs';
import { FILE_DESCRIPTION } from './parts.mjs';
import { count, megabytes, percent, times } from './report.mjs';

/** Targets: CPU as a multiple of csv-parse, memory of our processes together in MB, CPU seconds of reading a workbook. */
const CPU_TARGET = 4;
const CPU_PROUD = 3;
const MEMORY_TARGET_MB = 300;
const XLSX_TARGET_SECONDS = 5;
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
const inSeconds = ({ ratio, cpuSeconds }) => [
  `${times(ratio)} = ${cpuSeconds.toFixed(1)} s`,
  `≤ ${XLSX_TARGET_SECONDS} s`,
  mark(cpuSeconds <= XLSX_TARGET_SECONDS),
];

const SPEED_ROWS = [
  ['import', ({ rows }) => `import of ${count(rows)} rows: plan, ledger, queue, posting`, targeted],
  ['second', ({ rows }) => `${count(rows)} rows of other vouchers into the same ledger`, untargeted],
  ['duplicates', ({ rows }) => `the first ${count(rows)} rows again: all duplicates`, untargeted],
  ['scattered', ({ rows }) => `${count(rows)} rows sorted by account`, untargeted],
  ['large', ({ rows }) => `${count(rows)} rows`, targeted],
  ['xlsxRead', ({ rows }) => `XLSX, ${count(rows)} rows: reading alone`, inSeconds],
  ['xlsxPlan', ({ rows }) => `XLSX, ${count(rows)} rows: plan`, untargeted],
];

/** Everything that was measured as titled tables: `[{title, columns, rows, notes}]`. */
export function tablesOf(results) {
  return [
    speedTable(results),
    figuresTable(results),
    contactsTable(results),
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
