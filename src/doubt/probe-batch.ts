import { entryName, entryNames, namesOf } from '../core/entry-names.ts';
import type { LookPart, LookWhy } from '../core/look.ts';
import { isMarked } from '../core/marker.ts';
import { type BatchEntry, entryTexts } from '../core/states.ts';
import type { PipelinePorts, Probe, ServicePort } from '../kinds/ports.ts';
import type { BookedAfter, LookResult } from '../ledger/probe-log.ts';
import type { BatchRow } from '../ledger/rows.ts';
import { bookedLines } from '../service/booked-lines.ts';
import { type Answer, judgeAnswer, type Sought, type SoughtLine } from './judge-answer.ts';
import { controlsFor } from './probe-control.ts';

/** Look-ups under way at once: few of the connections, the others are for planning. */
const LOOKUPS_AT_ONCE = 4;
/** A look that takes longer is given up, in milliseconds. */
const LOOK_MAX_MS = 10 * 60_000;
/** Characters of what went wrong that are kept. */
const WHY_CHARACTERS = 300;

/** A batch that can be looked up: every entry has the marker, so that what is found under its description is it. */
export interface LookedFor {
  readonly entries: readonly BatchEntry[];
  /** Description of the first line of each entry. */
  readonly descriptions: readonly string[];
  /** By description, the first of an entry among them. */
  readonly sought: ReadonlyMap<string, Sought>;
}

interface Line {
  readonly AccountID: number;
  readonly Description: string;
  readonly FinancialDate: string;
}

/** What there is to look for; undefined for a batch that was planned without the marker, or with another one, or recovered. */
export async function lookedFor(
  batch: BatchRow,
  { marker }: Pick<ServicePort, 'marker'>,
  { ledger }: PipelinePorts,
): Promise<LookedFor | undefined> {
  const { entries, body } = await ledger.posting.body(batch.import, batch.no);
  // Of a recovered batch nobody knows what was sent.
  if (body === '') return undefined;
  const { id } = await ledger.imports.byNum(batch.import);
  const sent = linesOf(entries, body);
  const descriptions = sent.map((lines) => lines[0]!.Description);
  if (!entries.every(({ seq }, at) => isMarked(descriptions[at]!, marker, id, seq))) return undefined;
  const elsewhere = batch.parent === null ? new Set() : await descriptionsOfKin(batch, ledger);
  const lines = new Map<string, SoughtLine[]>(descriptions.map((description) => [description, []]));
  for (const [entry, each] of sent.entries()) {
    for (const { AccountID, Description, FinancialDate } of each)
      lines.get(Description)?.push({ entry, accountId: AccountID, date: FinancialDate });
  }
  const sought = new Map(
    [...lines].map(([description, those]) => [description, { lines: those, elsewhere: elsewhere.has(description) }]),
  );
  return { entries, descriptions, sought };
}

function linesOf(entries: readonly BatchEntry[], body: string): Line[][] {
  return entryTexts(body, entries).map((text) => (JSON.parse(text) as { DraftLines: Line[] }).DraftLines);
}

/** Descriptions in other batches that came out of the same one: they have the same marker. */
async function descriptionsOfKin(batch: BatchRow, ledger: PipelinePorts['ledger']): Promise<ReadonlySet<string>> {
  const batches = new Map((await ledger.posting.batches(batch.import)).map((each) => [each.no, each]));
  const originOf = (no: number): number => {
    const parent = batches.get(no)?.parent ?? null;
    return parent === null ? no : originOf(parent);
  };
  const origin = originOf(batch.no);
  const kin = [...batches.values()].filter(
    ({ no, state }) => no !== batch.no && state !== 'split' && state !== 'withdrawn' && originOf(no) === origin,
  );
  return new Set(
    (
      await Promise.all(
        kin.map(async ({ no }) => {
          const { entries, body } = await ledger.posting.body(batch.import, no);
          return linesOf(entries, body).flatMap((lines) => lines.map(({ Description }) => Description));
        }),
      )
    ).flat(),
  );
}

/** A line that the service said it has booked, after the attempt that is in doubt. */
export interface Control extends SoughtLine {
  readonly description: string;
  /** For people: its entry, and the import that it stands in. */
  readonly name: string;
}

/** Later batches among which a control is looked for: the first ones. */
const CONTROL_BATCHES = 50;

/**
 * Lines that were booked later than what is sought, under the same marker, and whose descriptions are as hard to find;
 * undefined where there are none.
 */
export async function findControls(
  { descriptions }: LookedFor,
  after: BookedAfter,
  marker: string,
  ledger: PipelinePorts['ledger'],
): Promise<readonly Control[] | undefined> {
  const booked = (await ledger.probeLog.bookedAfter(after, CONTROL_BATCHES)).filter(({ body }) => body !== '');
  const shown = booked.flatMap(({ importId, entries, body }) =>
    linesOf(entries, body).flatMap((lines, at): Control[] => {
      const entry = entries[at]!;
      const name = `voucher ${entryName(entry)} of import ${importId}`;
      const marked = lines.filter(({ Description }) => isMarked(Description, marker, importId, entry.seq));
      return marked.map(({ AccountID: accountId, Description: description, FinancialDate: date }) => ({
        entry: at,
        accountId,
        date,
        description,
        name,
      }));
    }),
  );
  return controlsFor([...new Set(descriptions)], shown);
}

export interface LookUp {
  readonly sought: LookedFor;
  /** Absence is believed only of a service that shows these; undefined: it proves nothing. */
  readonly controls: readonly Control[] | undefined;
  /** See `judgeAnswer`. */
  readonly rejection: ServicePort['rejection'];
  readonly leaving: AbortSignal;
}

/**
 * Asks the service for each entry of a batch by the description of its first line (design, section 4).
 * @returns undefined where `leaving` cut it off; `failed` where the service is of no help now
 */
export async function lookUpBatch(
  { sought, controls, rejection, leaving }: LookUp,
  { client }: ServicePort,
  { path, pauseMs }: Probe,
): Promise<(Omit<LookResult, 'at'> & { failed: boolean }) | undefined> {
  const answers = new Map<string, Answer>();
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(LOOK_MAX_MS)]);
  // First: what was booked before a control can be seen as soon as that can.
  const controlled = await seeControls(controls ?? [], client, path, signal);
  const { blind } = controlled;
  let { failure } = controlled;
  const waiting = [...sought.sought];
  const ask = async () => {
    for (let next = waiting.shift(); next !== undefined && failure === undefined; next = waiting.shift()) {
      const [description, those] = next;
      const { asked, room } = withRoom(path, those);
      const seen = await bookedLines(client, asked, description, signal);
      if ('lines' in seen)
        answers.set(description, judgeAnswer(seen.lines, those, rejection, seen.lines.length < room));
      else if (!seen.failed) answers.set(description, unclear(seen));
      else failure ??= seen;
      if (pauseMs > 0 && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: pauseMs > 0 ? 1 : LOOKUPS_AT_ONCE }, ask));
  const cut: Why = { why: 'it was not looked up', told: { code: 'failed' } };
  let said = sought.descriptions.map((each) => answers.get(each) ?? unclear(failure ?? cut));
  if (blind !== undefined) said = said.map((answer) => (answer.say === 'absent' ? unclear(blind) : answer));
  if (leaving.aborted) return undefined;
  const { detail, parts, ...counts } = summary(sought.entries, said);
  const isProved = controls !== undefined;
  const isAbsent = counts.absent === sought.entries.length;
  return {
    ...counts,
    control: isProved ? 1 : 0,
    detail: isAbsent ? `${detail}; ${proofWords(controls)}` : detail,
    parts: isAbsent && !isProved ? parts.map((part) => ({ ...part, why: { code: 'uncontrolled' } })) : parts,
    failed: failure !== undefined,
  };
}

/** Lines that the service may make of one that was sent, for VAT, accruals and currency (service interface, section 1). */
const LINES_OF_ONE = 4;

/** Where several entries have one description, the answer needs room for the lines of all (service interface, section 4: `top`). */
function withRoom(path: string, { lines }: Sought): { asked: string; room: number } {
  const top = /([?&]\$?top=)(\d+)/.exec(path);
  if (top === null) return { asked: path, room: Number.POSITIVE_INFINITY };
  const isOne = new Set(lines.map(({ entry }) => entry)).size === 1;
  const room = isOne ? Number(top[2]) : Math.max(Number(top[2]), lines.length * LINES_OF_ONE + 1);
  return { asked: path.replace(top[0], `${top[1]}${room}`), room };
}

/** Why nothing can be said: in words, and for pages. */
interface Why {
  readonly why: string;
  readonly told: LookWhy;
}

/** @returns `blind`: why an absence proves nothing; `failure`: why the service is of no help now */
async function seeControls(
  controls: readonly Control[],
  client: ServicePort['client'],
  path: string,
  signal: AbortSignal,
): Promise<{ blind?: Why; failure?: Why }> {
  for (const control of controls) {
    const seen = await bookedLines(client, path, control.description, signal);
    if (!('lines' in seen)) return { blind: seen, ...(seen.failed ? { failure: seen } : {}) };
    const isFound = judgeAnswer(seen.lines, { lines: [control], elsewhere: false }, 'whole').say === 'found';
    const why = `nothing is found, but neither is ${control.name}, which was booked later: the look-up can't be trusted`;
    if (!isFound) return { blind: { why, told: { code: 'blind' } } };
  }
  return {};
}

function proofWords(controls: readonly Control[] | undefined): string {
  if (controls === undefined)
    return 'that proves nothing: no voucher that was booked later has a description as long and as odd, so nothing shows that they would be found';
  return `${controls.map(({ name }) => name).join(', ')}, booked later, ${controls.length === 1 ? 'was' : 'were'} found`;
}

function summary(entries: readonly BatchEntry[], said: readonly Answer[]): Omit<LookResult, 'at'> {
  const those = (fits: (answer: Answer) => boolean) => entries.filter((_, at) => fits(said[at]!));
  const found = those(({ say }) => say === 'found');
  const absent = those(({ say }) => say === 'absent');
  const whys = new Map(said.flatMap((answer) => (answer.say === 'unclear' ? [[answer.why, answer.told]] : [])));
  const details: string[] = [];
  const parts: LookPart[] = [];
  const tell = (say: LookPart['say'], these: readonly BatchEntry[], because?: Why) => {
    if (these.length === 0) return;
    const words = because === undefined ? '' : ` (${because.why.slice(0, WHY_CHARACTERS)})`;
    details.push(`${say}: ${entryNames(these)}${words}`);
    parts.push({ say, entries: namesOf(these), why: because?.told ?? { code: say === 'found' ? 'found' : 'absent' } });
  };
  tell('found', found);
  tell('absent', absent);
  for (const [why, told] of whys)
    tell(
      'unclear',
      those((answer) => answer.say === 'unclear' && answer.why === why),
      { why, told },
    );
  const unclear = entries.length - found.length - absent.length;
  return { found: found.length, absent: absent.length, unclear, detail: `vouchers ${details.join('; ')}`, parts };
}

function unclear({ why, told }: Why): Answer {
  return { say: 'unclear', why, told };
}
