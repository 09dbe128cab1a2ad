/**
 * The number of the schema below, which a ledger carries (`pragma user_version`). Nothing has been released: there is one schema,
 * and a ledger of another one is refused.
 */
export const SCHEMA_VERSION = 27;

/** The statements that make an empty ledger. */
export const SCHEMA: readonly string[] = [
  `create table import (
    num integer primary key autoincrement, id text not null unique, job text not null, service text not null,
    company text not null, file text not null, sha256 text not null, bytes integer not null, state text not null,
    book integer not null, host text not null, created_at integer not null, created_by text not null, job_hash text,
    reading text, facts text, reason text, rows_read integer not null default 0, rows_skipped integer not null default 0,
    file_totals text, corrected_totals text, counts text, planned_at integer, posting_at integer, finished_at integer,
    worked integer not null default 0, planner text, planner_until integer not null default 0,
    claims_seen integer not null default 0, todo text not null default 'plan', recovered integer not null default 0,
    cancelled text, told integer not null default 0, kind text not null,
    named integer not null default 0, amount text, scale integer not null default 2,
    as_file integer not null default 0, leave_cancelled integer not null default 0,
    address text)`,
  'create index import_file on import (job, sha256)',
  'create index import_state on import (state)',
  'create index import_told on import (state, told, finished_at)',
  'create index import_totals on import (state, job, finished_at, counts)',
  'create index import_unnamed on import (kind, state) where named = 0',
  'create index import_list on import (num, state, job, kind, file)',
  'create index import_listed_state on import (state, num)',
  'create index import_listed_job on import (job, num)',
  'create index import_reading on import (company, reading) where reading is not null',
  'create index import_service on import (service, num)',
  `create table correction (
    import integer not null, no integer not null, file text not null, sha256 text not null, facts text,
    at integer not null, who text not null, primary key (import, no))`,
  `create table event (
    id integer primary key autoincrement, import integer not null, at integer not null, who text not null,
    what text not null, detail text)`,
  'create index event_import on event (import, id)',
  `create table batch (
    import integer not null, no integer not null, parent integer, source integer not null default 0,
    state text not null, entries integer not null, rows integer not null, lines integer not null,
    sha256 text not null, attempts integer not null default 0,
    due_at integer not null default 0, attempt text, holder text, deadline integer, message text, ids text,
    step text not null default 'book', stage integer not null default 0, target integer, primary key (import, no))`,
  "create index batch_sending on batch (state) where state = 'sending'",
  "create index batch_stage on batch (import, stage, state, no) where state in ('ready', 'sending', 'in-doubt')",
  // In the order in which they are listed.
  "create index batch_doubt on batch (import, no) where state = 'in-doubt'",
  'create index batch_state on batch (import, state, no, step, entries, rows)',
  "create index batch_waiting on batch (import) where state = 'waiting'",
  "create index batch_named on batch (import) where ids is not null and step = 'book'",
  'create index batch_parent on batch (import, parent, no) where parent is not null',
  "create index batch_contact on batch (import, ids) where ids is not null and step = 'create-contact'",
  `create table batch_body (
    import integer not null, no integer not null, entries text not null, totals text not null, body blob not null,
    primary key (import, no))`,
  `create table attempt (
    id text primary key, import integer not null, batch integer not null, holder text not null,
    began_at integer not null, deadline integer not null, ended_at integer, outcome text, evidence text)`,
  'create index attempt_batch on attempt (import, batch)',
  // By the time at which they ended, for what services did over time.
  "create index attempt_sent on attempt (ended_at, import, batch) where outcome = 'booked'",
  `create index attempt_failed on attempt (coalesce(ended_at, began_at))
    where outcome in ('in-doubt', 'not-applied', 'misconfigured')`,
  "create index attempt_booked on attempt (began_at) where outcome = 'booked'",
  `create table entry (
    import integer not null, seq integer not null, source integer not null, key text not null, rows text not null,
    row_count integer not null, state text not null, totals text not null, booked_totals text, service_id integer,
    insisted integer not null default 0, skipped text, identity integer, content text, twin text,
    primary key (import, seq))`,
  'create index entry_state on entry (import, state)',
  `create table cause (
    import integer not null, no integer not null, code text not null, "column" text, value text,
    message text not null, suggestion text, variant text, facts text, remark integer not null default 0,
    primary key (import, no))`,
  `create table problem (
    import integer not null, seq integer not null, row integer not null, cause integer not null, detail text,
    own text, primary key (import, seq, row, cause))`,
  'create index problem_cause on problem (import, cause)',
  `create table claim (
    identity integer not null, content text not null, import integer not null, seq integer not null,
    row integer not null, primary key (identity, content)) without rowid`,
  // What is the entry of another import although it says something else, by what a person said, or as far as both say the same:
  // found as that one is, as long as that one stands.
  `create table said_same (
    identity integer not null, content text not null, import integer not null, seq integer not null,
    row integer not null, primary key (identity, content, import, seq)) without rowid`,
  'create index said_same_import on said_same (import)',
  `create table holder (
    id text primary key, host text not null, pid integer not null, started text not null,
    lease_until integer not null, struck integer not null default 0, since integer)`,
  `create table meta (
    name text primary key, value text not null)`,
  `create table decision (
    id integer primary key autoincrement, import integer not null, batch integer not null, attempt text not null,
    became text not null, at integer not null, who text not null, reason text not null, part text,
    ended integer not null default 0, taken_back_at integer)`,
  'create index decision_import on decision (import, id)',
  `create table look (
    id integer primary key autoincrement, import integer not null, batch integer not null, attempt text not null,
    at integer not null, ended_at integer, found integer, absent integer, unclear integer, detail text, parts text,
    ids text, control integer not null default 0)`,
  'create index look_attempt on look (attempt, id)',
  `create table arrival (
    id text primary key, folder text not null, job text not null, name text not null, state text not null,
    place text, target text, reserved integer not null default 0, bytes integer not null default 0, ino text,
    modified text, import integer, reason text, stamp text, shown text, gone_at integer, holder text,
    until integer not null default 0, at integer not null, changed text, sha256 text, put_at integer, told text)`,
  'create index arrival_state on arrival (folder, state)',
  'create index arrival_name on arrival (folder, job, name)',
  'create index arrival_import on arrival (import)',
  'create index arrival_moving on arrival (folder) where target is not null',
  'create index arrival_held on arrival (holder) where holder is not null',
  'create index arrival_put on arrival (folder) where put_at is not null',
  'create index arrival_told on arrival (id) where told is not null',
  `create table run (
    id text primary key, job text not null, due_at integer not null, manual integer not null default 0,
    began_at integer not null, holder text not null, until integer not null, ended_at integer, outcome text,
    detail text, told integer not null default 0, who text, unique (job, due_at))`,
  'create index run_job on run (job, began_at)',
  'create index run_under_way on run (until) where ended_at is null',
  "create index run_failed on run (told, ended_at) where outcome = 'failed'",
  `create table schedule (
    job text primary key, cron text not null, tz text not null, since integer not null)`,
  `create table fetched (
    job text not null, company text not null, source text not null, version text, etag text, modified text,
    sha256 text not null, import integer not null, job_hash text not null, at integer not null,
    primary key (job, company, source)) without rowid`,
  `create table notice (
    id text primary key, about text not null, channel text not null, message text not null, state text not null,
    attempts integer not null default 0, refusals integer not null default 0, due_at integer not null, holder text,
    until integer not null default 0, rest text, at integer not null, ended_at integer, error text,
    unique (about, channel))`,
  "create index notice_waiting on notice (channel, due_at) where state = 'waiting'",
  "create index notice_given_up on notice (ended_at) where state = 'given-up'",
  `create table custom_field (
    company text not null, model text not null, name text not null, spelling text not null, type text not null,
    nullable integer not null, service_id integer, active integer not null default 0, import integer not null,
    at integer not null, primary key (company, model, name)) without rowid`,
  `create table daily (
    day text not null, outcome text not null, rows integer not null, primary key (day, outcome)) without rowid`,
  `create table revision (
    id integer primary key autoincrement, import integer not null, seq integer not null, row integer not null,
    "column" integer not null, was text not null, became text not null, at integer not null, who text not null,
    correction integer, undone_at integer)`,
  'create index revision_import on revision (import, seq, row, id)',
  'create index revision_was on revision (was, import) where correction is not null and undone_at is null',
  `create table proposal (
    import integer not null, batch integer not null, attempt text not null, became text not null,
    reason text not null, at integer not null, who text not null, place text not null, part text,
    primary key (import, batch, attempt, place, who)) without rowid`,
  `create table paused_job (
    job text primary key, at integer not null, who text not null, reason text)`,
  `create table session (
    id text primary key, user text not null, csrf text not null, began_at integer not null,
    seen_at integer not null, until integer not null, grounds text not null default '')`,
  `create table discarded (
    import integer primary key, batches integer not null)`,
  `create table entry_block (
    id integer primary key autoincrement, import integer not null, company text not null, first_day text not null,
    last_day text not null, keyed integer not null, hashes blob not null, seqs blob not null)`,
  'create index entry_block_days on entry_block (company, last_day, first_day)',
  'create index entry_block_import on entry_block (import)',
  `create table answer (
    import integer not null, code text not null, answer text not null, reason text not null, who text not null,
    at integer not null, primary key (import, code)) without rowid`,
  `create table wait (
    import integer not null, other integer not null, entries integer not null, settled integer not null,
    primary key (import, other)) without rowid`,
  'create index wait_other on wait (other)',
  `create table open_file (
    folder text not null, job text not null, name text not null, pid integer not null, program text not null,
    since integer not null, until integer not null, primary key (folder, job, name)) without rowid`,
  `create table company_name (
    service text not null, name text not null, books text not null, at integer not null, who text not null,
    primary key (service, name)) without rowid`,
  'create index company_name_name on company_name (name)',
  `create table books_address (
    books text not null, address text not null, at integer not null, who text not null,
    primary key (books, address)) without rowid`,
  `create table known_id (
    company text not null, kind text not null, code text not null, service_id integer, at integer not null,
    primary key (company, kind, code)) without rowid`,
  `create table listed_contact (
    import integer not null, first integer not null, last integer not null, primary key (import, first)) without rowid`,
  `create table chart (
    company text not null, service text not null, kind text not null, code text not null, service_id integer not null,
    name text not null, percent text, primary key (company, service, kind, code)) without rowid`,
  `create table chart_list (
    company text not null, service text not null, asked_at integer not null, read_at integer not null default 0,
    failed_at integer not null default 0, whole integer not null default 0, primary key (company, service)) without rowid`,
  // Whatever settles a doubt (a decision, the probe, a late reply): what people answered about it is over.
  `create trigger proposal_settled after update of state on batch when old.state = 'in-doubt' and new.state <> 'in-doubt'
    begin delete from proposal where import = new.import and batch = new.no; end`,
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
  `create trigger batch_discarded after delete on batch begin
    insert into discarded (import, batches) values (old.import, 1)
      on conflict (import) do update set batches = batches + 1;
  end`,
  "insert into meta (name, value) values ('claims', '0')",
];
