/** @typedef {(point: string) => void} Reach */

const into = (table) => new RegExp(`^insert (?:or \\w+ )?into ${table}\\b`);

/**
 * What statements say of where the pipeline stands. `before`: just before it runs; `done`: what has happened once its
 * transaction is durable. Only planners run in worker threads (`planner`).
 */
const STATEMENTS = [
  { is: into('import'), done: 'recorded' },
  { is: into('batch'), before: 'planning', planner: true },
  { is: into('batch'), done: 'halves', planner: false },
  { is: /^update import set .*\bclaims_seen\b/, done: 'planned', planner: true },
  { is: into('claim'), before: 'claiming' },
  { is: /^update attempt set ended_at\b/, before: 'outcome-before', done: 'outcome' },
  { is: /\bset state = 'sending'/, done: 'intent' },
  { is: /\bset state = 'in-doubt'/, done: 'doubt' },
  { is: into('decision'), done: 'decision' },
  { is: into('look'), done: 'look' },
  // Entries that waited for those of another import are judged again, by whoever moved that one.
  { is: /^update batch set state = 'withdrawn'/, before: 'withdrawing', done: 'withdrawn', planner: false },
  { is: /^update batch set state = 'ready' .*'waiting'$/, before: 'freeing', done: 'freed', planner: false },
  { is: /^delete from wait\b/, before: 'unblocking', done: 'unblocked', planner: false },
  { is: into('revision'), done: 'revised' },
  { is: /^update entry set state = 'skipped'/, done: 'skipped' },
  { is: into('correction'), done: 'corrected' },
  // Its batches are written; the entries that they take the place of still wait.
  { is: /^update entry set state = 'replaced'/, before: 'replacing', planner: true },
  // What is left where it lies has no holder.
  { is: /^insert into arrival \(.*\bholder\b/, done: 'found' },
  { is: /^update arrival set state = \?, place = \?, target = \?, reserved = \?/, done: 'claimed' },
  { is: /^update arrival set state = \?, import = \?, bytes = \?, modified = \?/, done: 'taken' },
];

/** Points around a commit, by all that its transaction did. */
const COMMITS = [
  { of: (did) => did.has('recorded'), after: 'recorded' },
  { of: (did) => did.has('planned'), after: 'planned' },
  { of: (did) => did.has('outcome'), after: 'outcome-committed' },
  { of: (did) => did.has('outcome') && did.has('halves'), before: 'splitting', after: 'split' },
  // A contact or a field is sent alone: what comes out of it is its next step.
  { of: (did) => did.has('outcome') && did.has('halves'), before: 'continuing', after: 'continued' },
  { of: (did) => did.has('intent'), before: 'intent-before', after: 'intent-committed' },
  // What is decided of a part leaves the rest in doubt: that is no new doubt.
  { of: (did) => did.has('doubt') && !did.has('decision'), before: 'doubting', after: 'doubted' },
  { of: (did) => did.has('decision'), before: 'resolving', after: 'resolved' },
  { of: (did) => did.has('look'), after: 'probing' },
  ...['withdrawn', 'freed', 'unblocked'].map((done) => ({ of: (did) => did.has(done), after: done })),
  { of: (did) => did.has('revised'), before: 'revising', after: 'revised' },
  { of: (did) => did.has('skipped'), before: 'skipping', after: 'skipped' },
  { of: (did) => did.has('corrected'), before: 'correcting', after: 'corrected' },
  ...['found', 'claimed', 'taken'].map((done) => ({ of: (did) => did.has(done), after: done })),
];

/**
 * Tells which points the statements of this thread reach.
 * @param {object} Database the class of libsql
 * @param {Reach} reach
 * @param {boolean} planner whether this is a planner's thread
 */
export function watchSql({ prototype }, reach, planner) {
  const { prepare, exec } = prototype;
  /** What the open transaction of a connection has changed. */
  const open = new WeakMap();
  const around = (did, commit, changed = () => true) => {
    const points = COMMITS.filter(({ of }) => of(did));
    for (const { before } of points) if (before !== undefined) reach(before);
    const result = commit();
    if (changed(result)) for (const { after } of points) reach(after);
    return result;
  };

  prototype.exec = function (sql) {
    const [, verb] = /^\s*(begin|commit|end|rollback)\b/i.exec(sql) ?? [];
    if (verb === undefined) return exec.call(this, sql);
    const did = open.get(this);
    open.delete(this);
    const run = () => exec.call(this, sql);
    const commits = /^(commit|end)$/i.test(verb) && did !== undefined;
    return commits ? around(did, run) : run();
  };

  prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    const plain = sql.replace(/\s+/g, ' ').replace(/ ?= ?/g, ' = ').trim();
    const kinds = STATEMENTS.filter(
      (kind) => kind.is.test(plain) && (kind.planner === undefined || kind.planner === planner),
    );
    if (kinds.length === 0) return statement;
    const done = kinds.map((kind) => kind.done).filter((name) => name !== undefined);
    const watch = (method, changed) => {
      const original = statement[method];
      statement[method] = (...values) => {
        for (const { before } of kinds) if (before !== undefined) reach(before);
        const run = () => original.apply(statement, values);
        // Outside a transaction a statement is one of its own.
        if (!this.inTransaction) return around(new Set(done), run, changed);
        const result = run();
        if (changed(result)) open.set(this, new Set([...(open.get(this) ?? []), ...done]));
        return result;
      };
    };
    watch('run', (result) => result.changes > 0);
    watch('get', (row) => row !== undefined);
    watch('all', (rows) => rows.length > 0);
    return statement;
  };
}
