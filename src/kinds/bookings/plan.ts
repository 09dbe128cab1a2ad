import { plainTotals, totalsJson } from '../../core/batch-body.ts';
import type { Cell } from '../../core/cell.ts';
import {
  amountIdentity,
  type ContentField,
  contentOf,
  keyIdentity,
  originalIdentity,
  type SourceRow,
  spanOf,
} from '../../core/entry-content.ts';
import { hash53 } from '../../core/hash.ts';
import type { Issue, QuestionCode } from '../../core/issue.ts';
import type { BookingsJob } from '../../core/job.ts';
import type { BookingField } from '../../core/job-fields.ts';
import { batchMarker } from '../../core/marker.ts';
import type { MinorSum } from '../../core/money.ts';
import type { Account, VatType } from '../../core/records.ts';
import type { Twin } from '../../ledger/claims.ts';
import { amountForm, sendsVat } from '../../reading/amount-form.ts';
import { checkEntry, type EntryKind, type Fingerprint } from '../../reading/entry.ts';
import type { FoundFigures } from '../../reading/file-figures.ts';
import { FiguresReader, toleranceUnits } from '../../reading/gross-net-vat.ts';
import { type OpenTable, valuesOf } from '../../reading/open-table.ts';
import type { PlanFacts, PlanOrder, PlanPorts, PlanSummary, References, Restarts } from '../../reading/plan-ports.ts';
import { PlanSink } from '../../reading/plan-sink.ts';
import type { AccountSlot, Group, RowReading, VatSlot } from '../../reading/row-context.ts';
import { descriptionShortened } from '../../reading/row-issues.ts';
import { rowPass, rowsInvalid } from '../../reading/row-pass.ts';
import { UnmatchedRows } from '../../reading/unmatched-rows.ts';
import { type Chunk, ReadAgain } from '../../tabular/table.ts';
import { AccountSlots, accountIssue, vatCodes } from './accounts.ts';
import { addTotals, BodyWriter, type DescriptionLimit, freezeBatch, subtractTotals } from './body.ts';
import { earlierPayees } from './earlier-payees.ts';
import { figuresOf, heldForBalance, withBalance } from './figures.ts';
import { type OnceSaid, remarksOfFile } from './file-remarks.ts';
import { FileTally, type FileVerdict } from './file-tally.ts';
import { RowGrouper, type RowOrder } from './group-rows.ts';
import { BookingJudge } from './judge.ts';
import { movedLines } from './moved-lines.ts';
import { accountsLacking } from './one-sided.ts';
import { readingOf, rowsReadDifferently } from './read-differently.ts';
import { RowReader } from './read-row.ts';
import { regroup } from './regroup.ts';
import { copiesByCells, packCopies, unpackCopies } from './repeated-lines.ts';
import { VatSettler } from './settle-vat.ts';
import { SumRows } from './sum-rows.ts';
import { VatTwice } from './vat-twice.ts';
import { type Voucher, VoucherGrouping } from './voucher-grouping.ts';

/** What a whole pass over a file showed. */
export interface FileKnown {
  /** Set where the whole file showed what its entries did not show one by one: it is read again, now knowing. */
  verdict: FileVerdict | undefined;
  /** What its balances and sums say. */
  figures: FoundFigures | undefined;
}

/** What earlier passes over a file showed. */
export interface BookingsKnown extends FileKnown {
  readonly rowOrder: RowOrder;
  readonly restarts: Restarts | undefined;
}

/** Plans a file of bookings: rows become draft lines, draft lines entries, entries batches. */
export async function planBookings(
  order: PlanOrder<BookingsJob>,
  ports: PlanPorts,
  opened: OpenTable,
  known: BookingsKnown,
): Promise<PlanSummary> {
  const { rowOrder } = known;
  const { job, again } = order;
  const accounts = new AccountSlots(job.accounts);
  const types = await ports.references.vatTypes();
  const vatMet = new Set<number>();
  const { reader, accountColumns } = bookingReader(
    opened,
    order,
    accounts,
    vatCodes(types, job.vat.codes, (id) => vatMet.add(id)),
  );
  known.verdict ??= heldForBalance(order);
  const { figures, ofRead, table } = figuresOf(order, opened, known, reader, ports.watchdog);
  const vat = vatSettler(order, table, types, (id) => vatMet.add(id));
  const hasOneVat = !(['contraVat', 'debitVat', 'creditVat'] as const).some(
    (field) =>
      job.columns[field] !== undefined ||
      job.defaults[field] !== undefined ||
      job.rules.some(({ set }) => set[field] !== undefined),
  );
  const tally = new FileTally();
  const unmatched = new UnmatchedRows();
  const sumRows = again === undefined && known.verdict === undefined ? SumRows.of(job) : undefined;
  const judge = new BookingJudge(order, ports.store, known.verdict ?? {}, tally);
  const shortened = descriptionShortened(table.nameOf('description'), order.descriptionMax);
  const kind = {
    ...bookings(order, types, reader.contentFields(), (seq, row) => sink.remark(seq, row, shortened, null)),
    met({ sourceKey, rows, issues }: Group, print: Fingerprint | undefined) {
      if (sourceKey !== '' || again !== undefined) return;
      tally.lines.add(rows[0]!, hash53(print?.content ?? textOf(issues)));
      if (print !== undefined) tally.days.add(spanOf(print.content));
    },
  };
  const sink: PlanSink<Group> = new PlanSink(order, ports.store, kind, judge, await ports.store.claimVersion());
  const accountsMet: Account[] = [];
  const issueOf = issuesOfAccounts(accountsMet);
  const fileTotals = new Map<string, MinorSum>();
  const pass = rowPass(order, ports);
  let rowsSkipped = 0;
  let once: readonly OnceSaid[] = [];
  const windowRows = rowOrder === 'near' ? undefined : Number.POSITIVE_INFINITY;
  const copies = again === undefined ? known.verdict?.copies : again.facts.copies && unpackCopies(again.facts.copies);
  const grouper = new RowGrouper(again?.nextSeq ?? 1, table.seqOf, windowRows);
  const vouchers = new VoucherGrouping({
    importId: order.importId,
    answers: again?.answers ?? {},
    restarts: restartsOf(order, known),
    mayAsk: again === undefined,
    copyOf: copiedBy(order, copies, (group) => kind.fingerprint(group)?.content),
    ordinals: grouper,
  });

  const columnsOf = (field: BookingField) => (table.header.columns[field] === undefined ? [] : [table.nameOf(field)]);
  const settle = (voucher: Voucher): void => {
    if (voucher.is === 'copies') {
      rowsSkipped += voucher.rows.length;
      subtractTotals(fileTotals, voucher.lines);
      return;
    }
    const { group } = voucher;
    if (voucher.is === 'held') {
      sink.setAside(group, 'held', voucher.why);
      return;
    }
    group.issues ??= accountsLacking(group, columnsOf);
    sink.add(group);
    if (once.length === 0) return;
    once = once.filter(({ remark, rowIn }) => {
      const row = rowIn(group);
      if (row !== undefined) sink.remark(group.seq, row, remark, null);
      return row === undefined;
    });
  };
  const settleAll = (groups: readonly Group[]): void => {
    for (const group of groups) for (const voucher of vouchers.vouchersOf(group)) settle(voucher);
  };

  const take = async (chunk: Chunk, rowOf: OpenTable['rowOf']): Promise<void> => {
    const readings: RowReading[] = [];
    if (pass.read === 0) once = remarksOfFile(job, table, chunk, again !== undefined);
    pass.each(chunk, rowOf, (record, row) => {
      const reading = reader.read(record, row);
      ofRead?.see(record, row, reading === undefined);
      if (reading === undefined) rowsSkipped++;
      else {
        readings.push(reading);
        sumRows?.see(record, reading);
      }
    });
    await resolveAccounts(accounts, ports.references, accountsMet);
    for (const reading of readings) {
      addTotals(fileTotals, reading.lines);
      if (reading.unmatched !== undefined) unmatched.note(reading.unmatched);
      noteAccountIssues(reading, accountColumns, issueOf);
      vat?.settle(reading);
      if (hasOneVat) placeVat(reading);
      settleAll(grouper.add(reading));
    }
    await sink.flushFull();
    ports.progress(pass.read);
  };

  if (rowOrder === 'near') {
    for await (const chunk of table.chunks()) await take(chunk, table.rowOf);
  } else {
    const { watchdog } = ports;
    const keys = {
      keyOf(record: readonly Cell[], row: number) {
        watchdog.at(row);
        const key = reader.groupOf(record, row);
        watchdog.rest();
        return key;
      },
    };
    for await (const chunk of regroup(table, keys, ports.scratch)) {
      await take(chunk.records, (_, row) => row);
      if (chunk.last) settleAll(grouper.flush());
    }
  }
  settleAll(grouper.finish());
  const numbersRestart = vouchers.finish();
  const decided = table.finish();
  const currency = reader.finish();
  const end = await sink.finish();
  const keyed = (table.header.columns.entry?.length ?? 0) > 0;
  if (known.verdict === undefined) {
    const numbersRepeat = again?.facts.numbersRepeat === true;
    // Held for its balance, nothing of the file was compared yet.
    const asked = again?.asked.includes('balance-broken') ? undefined : again && askedSoFar(again);
    const missingOf = judge.missingOf.bind(judge);
    const question = { company: order.company, total: sink.judged, numbersRepeat, asked, missingOf };
    known.figures = figures?.finish();
    const verdict = await tally.verdict(question, ports.store);
    known.verdict = withBalance(
      await withRows(verdict, tally, judge, sumRows?.found(), order, ports, opened),
      known.figures,
    );
    if (known.verdict !== undefined) throw new ReadAgain('The whole file shows more than its entries.', {});
  }
  if (job.onInvalid === 'reject' && again === undefined && end.held > 0)
    throw rowsInvalid(end.held, end.firstIssue, order);
  if (job.vat.default === 'account')
    for (const { vatTypeId } of accountsMet) if (vatTypeId !== null) vatMet.add(vatTypeId);
  const days = tally.days.span ?? again?.facts.days;
  const facts: PlanFacts = {
    ...table.facts,
    ...decided,
    scale: job.file.scale,
    ...currency,
    order: rowOrder,
    accounts: Object.fromEntries(accountsMet.map(({ id, number, name }) => [id, [number, name]])),
    vatTypes: Object.fromEntries(types.flatMap(({ id, code }) => (vatMet.has(id) ? [[id, code]] : []))),
    nextSeq: grouper.nextSeq,
    concurrency: job.batch.concurrency,
    keyed,
    ...(job.numbering.per === undefined ? {} : { per: job.numbering.per }),
    onDuplicate: job.onDuplicate,
    ...(numbersRestart === undefined ? {} : { numbersRestart }),
    ...(again?.facts.numbersRepeat || tally.numbersRepeat ? { numbersRepeat: true } : {}),
    ...(days === undefined ? {} : { days }),
    ...(copies === undefined ? {} : { copies: packCopies(copies) }),
    ...(known.restarts === undefined ? {} : { restarts: known.restarts }),
    ...vat?.facts(again?.facts.vatUnchecked),
    secondPerson: job.doubt?.confirm === 'second-person',
    // Rows that are planned again are a part of the file: what was said of the whole stands.
    unmatched:
      again === undefined
        ? await unmatched.result(job.file.scale, earlierPayees(order, ports.store))
        : (again.facts.unmatched ?? []),
    ...(known.figures === undefined ? {} : { figures: known.figures }),
  };
  return {
    facts,
    rowsRead: pass.read,
    rowsSkipped,
    fileTotals: plainTotals(fileTotals),
    claimVersion: sink.claimVersion,
    blocks: tally.blocks(),
    reading: readingOf(job, opened.header),
    ...(again === undefined ? {} : { again: { ...table.accounted(), ...end.again, corrected: end.corrected } }),
  };
}

/** Rows that can't be read say the same where the same is wrong with the same values. */
function textOf(issues: Group['issues']): string {
  return JSON.stringify(issues?.map(({ issue: { code, column, value } }) => [code, column, value]));
}

/** Tells of a line without a number which row it is a copy of. In a correction one that says something else is a purchase of its own. */
function copiedBy(
  { again }: PlanOrder<BookingsJob>,
  copies: ReadonlyMap<number, number> | undefined,
  contentOfLine: (group: Group) => string | undefined,
): (group: Group) => number | undefined {
  /** What a person made of the rows that others are copies of. */
  const now = new Map<number, string | undefined>();
  return (group) => {
    if (copies === undefined) return undefined;
    const row = group.rows[0]!;
    const first = copies.get(row);
    if (!again?.numbered) return first;
    const content = contentOfLine(group);
    // A sum is no copy of one row.
    const isOfRow = first !== undefined && first !== row && now.has(first);
    const original = isOfRow ? now.get(first) : again.contents.get(group.seq);
    now.set(row, content);
    return content === original || original === undefined ? first : undefined;
  };
}

/**
 * What rows show by what all of them say: that they were read differently before, were sent of another day, or are copies of others.
 * @param sums rows that repeat others as a sum or a balance
 */
async function withRows(
  verdict: FileVerdict | undefined,
  tally: FileTally,
  judge: BookingJudge,
  sums: readonly number[] | undefined,
  order: PlanOrder<BookingsJob>,
  ports: PlanPorts,
  opened: OpenTable,
): Promise<FileVerdict | undefined> {
  const mayBeKnown = order.job.onDuplicate !== 'book' && !tally.isAllKnown;
  const differently = mayBeKnown ? await rowsReadDifferently(order, ports, opened) : undefined;
  const days = tally.days.span ?? order.again?.facts.days;
  const moved =
    mayBeKnown && tally.hasNewLines && days !== undefined && opened.header.columns['description'] !== undefined
      ? await movedLines(
          order,
          { days, hasRowFor: (sent) => judge.isTaken(sent) || isPaired(sent, verdict) },
          ports.store,
        )
      : undefined;
  const alike = tally.lines.find();
  const pasted = alike && (await copiesByCells(alike, tally.lines, order, ports));
  const copies = sums === undefined ? pasted : new Map([...sums.map((row) => [row, row] as const), ...(pasted ?? [])]);
  if (differently === undefined && moved === undefined && copies === undefined) return verdict;
  return { ...verdict, ...(differently && { differently }), ...(moved && { moved }), ...(copies && { copies }) };
}

/** A row of the same day may be this one, with another text or at another rate. */
function isPaired(sent: Pick<Twin, 'import' | 'seq'>, { amounts, rates }: FileVerdict = {}): boolean {
  return amounts?.isPaired(sent) === true || rates?.isPaired(sent) === true;
}

/** Questions that are open, or were answered. After an answer about a series each changed voucher waits for itself. */
function askedSoFar({ asked, answers }: NonNullable<PlanOrder['again']>): QuestionCode[] {
  return [...asked, ...(Object.keys(answers) as QuestionCode[]).filter((code) => code !== 'other-series')];
}

/** What numbers with several dates are: as a person said, or as the first plan found; undefined where the job says it. */
function restartsOf({ job, again }: PlanOrder<BookingsJob>, known: BookingsKnown): Restarts | undefined {
  if (job.numbering.per !== undefined) return undefined;
  const answer = again?.answers['numbers-restart']?.answer;
  return (answer as Restarts | undefined) ?? known.restarts ?? again?.facts.restarts ?? 'separate';
}

function bookings(
  { job, company, marker, importId, descriptionMax, again }: PlanOrder<BookingsJob>,
  types: readonly VatType[],
  fields: readonly ContentField[],
  shortened: DescriptionLimit['shortened'],
): EntryKind<Group> {
  const { scale } = job.file;
  const { series = '' } = job.numbering;
  // Date, amount and balance identify a line of a bank whatever its text; a balance is no part of what a voucher says.
  const ofVouchers = fields.filter((field) => field !== 'balance');
  const ofLines: readonly ContentField[] = fields.includes('balance') ? ['balance'] : fields;
  const byAmount = amountIdentity(company);
  const byOriginal = originalIdentity(company);
  const asConverted = (source: SourceRow, { currency, units }: NonNullable<SourceRow['original']>) => {
    const content = contentOf([{ ...source, units }], ofLines, scale);
    return { identity: byOriginal(content, currency), content };
  };
  const byKey = keyIdentity(company, series);
  const byKeyAlone = keyIdentity(company, '');
  const writer = new BodyWriter(scale);
  const vatTwice = sendsVat(job) ? new VatTwice(types, scale) : undefined;
  return {
    weight: ({ lines }) => lines.length,
    check: (group) => checkEntry(group, scale, job.rate !== undefined) ?? vatTwice?.check(group),
    fingerprint({ seq, sourceKey, sources, rows }) {
      if (sources.length < rows.length || sources.length === 0) return undefined;
      const content = contentOf(sources, sourceKey === '' ? ofLines : ofVouchers, scale);
      if (sourceKey === '') {
        // What the file said before a person corrected it may have been booked, as an earlier correction has it.
        const was = again?.numbered && !again.duplicates.has(seq) ? again.contents.get(seq) : undefined;
        const others = was === undefined || was === content ? {} : { others: [byAmount(was)] };
        const [source] = sources;
        const converted = source?.original === undefined ? {} : { original: asConverted(source, source.original) };
        return { identity: byAmount(content), content, ...others, ...converted };
      }
      const identity = byKey(sourceKey);
      // What was sent before the job named a series is still the same voucher.
      return series === '' ? { identity, content } : { identity, content, others: [byKeyAlone(sourceKey)] };
    },
    totals({ tooLarge, lines }) {
      const sums = tooLarge ?? new Map<string, MinorSum>();
      addTotals(sums, lines);
      return totalsJson(sums);
    },
    together: job.batch.entries,
    freeze: (no, entries) =>
      freezeBatch(
        no,
        entries.map(({ unit, identity, content }) => ({ group: unit, identity, content })),
        writer,
        batchMarker(marker, importId, no),
        { most: descriptionMax, shortened },
      ),
  };
}

async function resolveAccounts(slots: AccountSlots, references: References, known: Account[]): Promise<void> {
  const unresolved = slots.takeUnresolved();
  if (unresolved.length === 0) return;
  const found = await references.accounts([...new Set(unresolved.map((slot) => slot.number))]);
  for (const slot of unresolved) {
    slot.lookup = found.get(slot.number);
    if (slot.lookup?.found === 'one') known.push(slot.lookup.account);
  }
}

/** Undefined where the job maps nothing of the VAT but codes. */
function vatSettler(
  { job }: PlanOrder<BookingsJob>,
  { header }: OpenTable,
  types: readonly VatType[],
  met: (typeId: number) => void,
): VatSettler | undefined {
  if (job.figures === undefined && job.vat.percent === undefined) return undefined;
  const percent = job.vat.percent === undefined ? '' : (header.headers[header.columnOf(job.vat.percent)] ?? '');
  const figures = Object.fromEntries(
    Object.entries(job.figures ?? {}).map(([figure, accepted]) => [
      figure,
      header.headers[header.columnOf(accepted)] ?? '',
    ]),
  );
  return new VatSettler({ types, job, columns: { figures, percent }, met });
}

type IssueOf = (slot: AccountSlot, column: string) => Issue | undefined;

/** What is wrong with an account is found out once: the nearest ones are looked for among all that are known. */
function issuesOfAccounts(known: readonly Account[]): IssueOf {
  const issues = new Map<string, Issue | undefined>();
  return (slot, column) => {
    const id = `${slot.text}\u0001${column}`;
    if (!issues.has(id)) issues.set(id, accountIssue(slot, column, known));
    return issues.get(id);
  };
}

function noteAccountIssues(reading: RowReading, columns: readonly string[], issueOf: IssueOf): void {
  const first = reading.side === 'credit' ? 1 : 0;
  for (let at = 0; at < reading.lines.length; at++) {
    const { account } = reading.lines[at]!;
    if (account.lookup?.found === 'one') continue;
    const issue = issueOf(account, columns[first + at] ?? 'account');
    if (issue !== undefined) reading.issues = [...(reading.issues ?? []), issue];
  }
}

/**
 * A row with two accounts and one VAT code: the code is the account's that has VAT, for a bank, a customer or a supplier has none
 * (interface, section 2.3). Where both accounts have a VAT type, or neither has, it stays with the line that the job names.
 */
function placeVat({ lines: [first, second] }: RowReading): void {
  if (first?.vat?.typeId === undefined || second === undefined || second.vat !== undefined) return;
  const [own, other] = [first.account.lookup, second.account.lookup];
  if (own?.found !== 'one' || own.account.vatTypeId !== null) return;
  if (other?.found !== 'one' || other.account.vatTypeId === null) return;
  second.vat = first.vat;
  first.vat = undefined;
}

/** Reads the rows of a table into draft lines. */
function bookingReader(
  table: OpenTable,
  { job, file, descriptionMax, currency, again }: PlanOrder<BookingsJob>,
  accounts: AccountSlots,
  vat: (code: string) => VatSlot | undefined,
): { reader: RowReader /** Headers of the accounts of a row's first and second line. */; accountColumns: string[] } {
  const { source, header, nameOf, amount } = table;
  const reader = new RowReader({
    ...(job.figures === undefined ? {} : { figures: figuresReader(job, header, amount) }),
    ...(job.vat.percent === undefined ? {} : { percentColumn: header.columnOf(job.vat.percent) }),
    job,
    file,
    ...valuesOf(table),
    above: table.facts.above,
    accounts,
    vat,
    scale: job.file.scale,
    descriptionMax,
    currency,
    place: source.facts.kind === 'csv' ? 'line' : 'row',
    again: again !== undefined,
  });
  const pair = amountForm(job) === 'pair';
  return {
    reader,
    accountColumns: pair
      ? [nameOf('debitAccount'), nameOf('creditAccount')]
      : [nameOf('account'), nameOf('contraAccount')],
  };
}

/** Reads gross, net and VAT from the columns that the job names for them. */
function figuresReader(
  { figures = {}, vat, file }: BookingsJob,
  { headers, columnOf }: OpenTable['header'],
  amount: OpenTable['amount'],
): FiguresReader {
  const columns = Object.fromEntries(
    Object.entries(figures).map(([figure, accepted]) => {
      const at = columnOf(accepted);
      const name = headers[at] ?? String(at + 1);
      return [figure, { name, at, read: amount(name) }];
    }),
  );
  return new FiguresReader(columns, file.scale, toleranceUnits(vat.tolerance, file.scale));
}
