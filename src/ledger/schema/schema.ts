/** Statements that bring a ledger from one version to the next. Never edited once released: add another. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table import (
      num integer primary key autoincrement, id text not null unique, job text not null, service text not null,
      company text not null, file text not null, sha256 text not null, bytes integer not null, state text not null,
      book integer not null, host text not null, created_at integer not null, created_by text not null, job_hash text,
      facts text, reason text, rows_read integer not null default 0, rows_skipped integer not null default 0,
      file_totals text, counts text, planned_at integer, posting_at integer, finished_at integer,
      worked integer not null default 0, planner text, planner_until integer not null default 0,
      claims_seen integer not null default 0, todo text not null default 'plan')`,
    'create index import_file on import (job, sha256)',
    'create index import_state on import (state)',
    `create table correction (
      import integer not null, no integer not null, file text not null, sha256 text not null, facts text,
      at integer not null, who text not null, primary key (import, no))`,
    `create table event (
      id integer primary key autoincrement, import integer not null, at integer not null, who text not null,
      what text not null, detail text)`,
    'create index event_import on event (import, id)',
    `create table batch (
      import integer not null, no integer not null, parent integer, source integer not null default 0,
      state text not null, entries integer not null, rows integer not null, lines integer not null, totals text not null, sha256 text not null,
      attempts integer not null default 0, due_at integer not null default 0, attempt text, holder text,
      deadline integer, message text, ids text, primary key (import, no))`,
    'create index batch_state on batch (import, state, no)',
    "create index batch_sending on batch (state) where state = 'sending'",
    `create table batch_body (
      import integer not null, no integer not null, entries text not null, body blob not null,
      primary key (import, no))`,
    `create table attempt (
      id text primary key, import integer not null, batch integer not null, holder text not null,
      began_at integer not null, deadline integer not null, ended_at integer, outcome text, evidence text)`,
    'create index attempt_batch on attempt (import, batch)',
    `create table entry (
      import integer not null, seq integer not null, source integer not null, key text not null, rows text not null,
      row_count integer not null, state text not null, totals text not null, primary key (import, seq))`,
    'create index entry_state on entry (import, state)',
    `create table cause (
      import integer not null, no integer not null, code text not null, "column" text, value text,
      message text not null, suggestion text, primary key (import, no))`,
    `create table problem (
      import integer not null, seq integer not null, row integer not null, cause integer not null, detail text,
      primary key (import, seq, row, cause))`,
    'create index problem_cause on problem (import, cause)',
    `create table claim (
      identity integer not null, content text not null, import integer not null, seq integer not null,
      row integer not null, primary key (identity, content)) without rowid`,
    `create table holder (
      id text primary key, host text not null, pid integer not null, started text not null,
      lease_until integer not null)`,
    'create table meta (name text primary key, value text not null)',
    "insert into meta (name, value) values ('claims', '0')",
  ],
  [
    'alter table holder add column struck integer not null default 0',
    `create table decision (
      id integer primary key autoincrement, import integer not null, batch integer not null, attempt text not null,
      became text not null, at integer not null, who text not null, reason text not null, part text)`,
    'create index decision_import on decision (import, id)',
    `create table look (
      id integer primary key autoincrement, import integer not null, batch integer not null, attempt text not null,
      at integer not null, ended_at integer, found integer, absent integer, unclear integer, detail text)`,
    'create index look_attempt on look (attempt, id)',
    "create index batch_doubt on batch (state) where state = 'in-doubt'",
  ],
  ['alter table import add column recovered integer not null default 0'],
  ['alter table decision add column ended integer not null default 0'],
  [
    'alter table import add column cancelled text',
    `create table arrival (
      id text primary key, folder text not null, job text not null, name text not null, state text not null,
      place text, target text, reserved integer not null default 0, bytes integer not null default 0, ino text,
      modified text, import integer, reason text, stamp text, shown text, gone_at integer, holder text,
      until integer not null default 0, at integer not null)`,
    'create index arrival_state on arrival (folder, state)',
    'create index arrival_name on arrival (folder, job, name)',
    'create index arrival_import on arrival (import)',
    'create index arrival_moving on arrival (folder) where target is not null',
    'create index arrival_held on arrival (holder) where holder is not null',
    `create table run (
      id text primary key, job text not null, due_at integer not null, manual integer not null default 0,
      began_at integer not null, holder text not null, until integer not null, ended_at integer, outcome text,
      detail text, unique (job, due_at))`,
    'create index run_job on run (job, began_at)',
    'create index run_under_way on run (until) where ended_at is null',
    'create table schedule (job text primary key, cron text not null, tz text not null, since integer not null)',
    `create table fetched (
      job text not null, company text not null, source text not null, version text, etag text, modified text,
      sha256 text not null, import integer not null, job_hash text not null, at integer not null,
      primary key (job, company, source)) without rowid`,
    `create table notice (
      id text primary key, about text not null, channel text not null, message text not null, state text not null,
      attempts integer not null default 0, refusals integer not null default 0, due_at integer not null, holder text,
      until integer not null default 0, rest text, at integer not null, ended_at integer, error text, unique (about, channel))`,
    "create index notice_waiting on notice (channel, due_at) where state = 'waiting'",
    'alter table import add column told integer not null default 0',
    'create index import_told on import (state, told, finished_at)',
    'alter table run add column told integer not null default 0',
    "create index run_failed on run (told, ended_at) where outcome = 'failed'",
    // For sums over all imports: what else stands in their rows is large.
    'create index import_totals on import (state, job, finished_at, counts)',
  ],
  [
    "alter table import add column kind text not null default 'bookings'",
    "alter table batch add column step text not null default 'book'",
    'alter table batch add column stage integer not null default 0',
    'alter table batch add column target integer',
    "create index batch_stage on batch (import, stage, state, no) where state in ('ready', 'sending', 'in-doubt')",
    'alter table cause add column remark integer not null default 0',
    'alter table look add column ids text',
    'alter table import add column named integer not null default 0',
    "create index import_unnamed on import (state) where kind = 'contacts' and named = 0",
    'alter table entry add column service_id integer',
    `create table custom_field (
      company text not null, model text not null, name text not null, spelling text not null, type text not null,
      nullable integer not null, service_id integer, active integer not null default 0, import integer not null,
      at integer not null, primary key (company, model, name)) without rowid`,
  ],
  [
    // What a list shows and is searched by, without the long texts that stand in the rows themselves.
    'alter table import add column amount text',
    'alter table import add column scale integer not null default 2',
    // The key of the sum of debit begins with U+0000 (domain/batch.ts), which SQLite's own JSON functions can't name.
    `update import set scale = coalesce(facts ->> '$.scale', 2),
       amount = (select substr(rest, 1, instr(rest, '"') - 1) from (
         select substr(file_totals, instr(file_totals, 'u0000debit":"') + length('u0000debit":"')) as rest))
     where file_totals like '%u0000debit":"%'`,
    'create index import_list on import (num, state, job, kind, file)',
    'create index import_listed_state on import (state, num)',
    'create index import_listed_job on import (job, num)',
    // Rows by the day on which their import was taken in: kept in step with the counts of imports.
    'create table daily (day text not null, outcome text not null, rows integer not null, primary key (day, outcome)) without rowid',
    `insert into daily (day, outcome, rows)
      select date(created_at / 1000, 'unixepoch'), key, sum(value) from import, json_each(counts, '$.rows')
      where counts is not null and key <> 'read' group by 1, 2`,
    `create table revision (
      id integer primary key autoincrement, import integer not null, seq integer not null, row integer not null,
      "column" integer not null, was text not null, became text not null, at integer not null, who text not null,
      correction integer, undone_at integer)`,
    'create index revision_import on revision (import, seq, row, id)',
    'alter table entry add column insisted integer not null default 0',
    'alter table entry add column skipped text',
    `create table proposal (
      import integer not null, batch integer not null, attempt text not null, became text not null, reason text not null,
      at integer not null, who text not null, primary key (import, batch, attempt)) without rowid`,
    'alter table proposal add column part text',
    'alter table proposal add column sender_gone integer not null default 0',
    "alter table proposal add column place text not null default ''",
    // Whatever settles a doubt (a decision, the probe, a late reply): what was proposed about it is over.
    `create trigger proposal_settled after update of state on batch when old.state = 'in-doubt' and new.state <> 'in-doubt'
      begin delete from proposal where import = new.import and batch = new.no; end`,
    // In the order in which they are listed.
    'drop index batch_doubt',
    "create index batch_doubt on batch (import, no) where state = 'in-doubt'",
    'create table paused_job (job text primary key, at integer not null, who text not null, reason text)',
    `create table session (
      id text primary key, user text not null, csrf text not null, began_at integer not null,
      seen_at integer not null, until integer not null)`,
    // What the user may do, and how it was proved: changed, the session is over.
    "alter table session add column grounds text not null default ''",
    // Whoever writes the counts of an import, the sums over its day follow in the same transaction.
    `create trigger import_daily after update of counts on import when new.counts is not old.counts begin
      insert into daily (day, outcome, rows)
        select date(new.created_at / 1000, 'unixepoch'), key, sum(rows) from (
          select key, value as rows from json_each(new.counts, '$.rows')
          union all select key, -value from json_each(old.counts, '$.rows'))
        where key <> 'read' group by key having sum(rows) <> 0
        on conflict (day, outcome) do update set rows = rows + excluded.rows;
    end`,
    `create trigger import_daily_gone after delete on import when old.counts is not null begin
      insert into daily (day, outcome, rows)
        select date(old.created_at / 1000, 'unixepoch'), key, -value from json_each(old.counts, '$.rows')
        where key <> 'read' and value <> 0
        on conflict (day, outcome) do update set rows = rows + excluded.rows;
    end`,
    // Who asked for a run; since when a process sends.
    'alter table run add column who text',
    'alter table holder add column since integer',
  ],
  [
    // Counts and states of the batches of a large import out of the index alone: their rows hold the totals of every account.
    'drop index batch_state',
    'create index batch_state on batch (import, state, no, step, entries, rows)',
    // How many batches of an import were ever thrown away: while that stands, a number means the same batch.
    'create table discarded (import integer primary key, batches integer not null)',
    `create trigger batch_discarded after delete on batch begin
      insert into discarded (import, batches) values (old.import, 1)
        on conflict (import) do update set batches = batches + 1;
    end`,
    // A retry that takes entries as the file says, also those that somebody mended.
    'alter table import add column as_file integer not null default 0',
  ],
  [
    // What an entry that was set aside would be claimed by.
    'alter table entry add column identity integer',
    'alter table entry add column content text',
    // What the entries of each plan say, for plans of files whose days overlap.
    `create table entry_block (
      id integer primary key autoincrement, import integer not null, company text not null, first_day text not null,
      last_day text not null, keyed integer not null, hashes blob not null, seqs blob not null)`,
    'create index entry_block_days on entry_block (company, last_day, first_day)',
    'create index entry_block_import on entry_block (import)',
    `create table answer (
      import integer not null, code text not null, answer text not null, reason text not null, who text not null,
      at integer not null, primary key (import, code)) without rowid`,
    // Imports whose entries are the same as others', and what these had unfinished when that was last looked at.
    `create table wait (
      import integer not null, other integer not null, entries integer not null, unfinished integer not null,
      primary key (import, other)) without rowid`,
    'create index wait_other on wait (other)',
    "create index batch_waiting on batch (import) where state = 'waiting'",
  ],
  [
    // What a file was when it was taken: when its inode last changed, and the hash of its bytes. Since when it lies in done/.
    'alter table arrival add column changed text',
    'alter table arrival add column sha256 text',
    'alter table arrival add column put_at integer',
    'create index arrival_put on arrival (folder) where put_at is not null',
    // Files of an inbox that wait because another process holds them open for writing; shown until that time.
    `create table open_file (
      folder text not null, job text not null, name text not null, pid integer not null, program text not null,
      since integer not null, until integer not null, primary key (folder, job, name)) without rowid`,
  ],
  [
    // An answer about a batch in doubt that was wrong, and that nothing was built on.
    'alter table decision add column taken_back_at integer',
  ],
  [
    // What was booked after an attempt in doubt: a look that finds none of it proves no absence.
    'alter table look add column control integer not null default 0',
    "create index attempt_booked on attempt (began_at) where outcome = 'booked'",
    // Whether a service answers bookings with IDs.
    "create index batch_named on batch (import) where ids is not null and step = 'book'",
  ],
  [
    // Whose books: what the configuration calls them, no longer an address.
    ...['entry_block', 'custom_field', 'fetched', 'import'].map(
      (table) => `update or replace ${table} set company = case
        when instr(company, '#') > 0 then 'company:' || substr(company, instr(company, '#') + 1)
        else 'service:' || ${table === 'import' ? 'service' : `coalesce((select i.service from import i where i.company = ${table}.company limit 1), 'main')`} end
        where company like 'http%'`,
    ),
    // Which books a service means by a name, as somebody said.
    `create table company_name (
      service text not null, name text not null, books text not null, at integer not null, who text not null,
      primary key (service, name)) without rowid`,
    'create index company_name_name on company_name (name)',
    // The newest import of a service.
    'create index import_service on import (service, num)',
    // IDs of accounts and VAT types that plans rested on; null where the service knows the number no more.
    `create table known_id (
      company text not null, kind text not null, code text not null, service_id integer, at integer not null,
      primary key (company, kind, code)) without rowid`,
  ],
];
