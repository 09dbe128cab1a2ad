import type { z } from 'zod';
import { formatMinor } from '../../../core/money.ts';
import type { Evidence } from '../../../core/outcome.ts';
import { DEBIT_TOTAL } from '../../../core/states.ts';
import { nextLook } from '../../../doubt/probe.ts';
import { needsSecondPerson, type Place } from '../../../doubt/second-person.ts';
import { lateUntil, senderOf } from '../../../doubt/sender.ts';
import { type SentContent, sentContent } from '../../../doubt/sent-content.ts';
import { correctableAnswer } from '../../../doubt/take-answer-back.ts';
import { answersFor, type SeenAnswer } from '../../../doubt/unseen.ts';
import { kindOf, type StepName } from '../../../kinds/kinds.ts';
import type { ListedDoubt } from '../../../ledger/doubt-pages.ts';
import type { AttemptRow, BatchRow, DecisionRow, ImportRow, LookRow } from '../../../ledger/rows.ts';
import type { ServerPorts } from '../../ports.ts';
import { partsBody } from '../describe.ts';
import { importUrl } from '../imports/body.ts';
import { markerOf } from '../marker-of.ts';
import type { doubtAnswer, doubtsAnswer } from './shapes.ts';

export type Listed = z.output<typeof doubtsAnswer>['doubts'][number];
export type DoubtStory = z.output<typeof doubtAnswer>;

/** Attempts, and looks, that are told of a batch: the newest. */
const TOLD = 20;

/** Where the story of a batch is found on this server. */
export function doubtUrl(id: string, no: number): string {
  return `${importUrl(id)}/batches/${no}/doubt`;
}

/** A batch that waits for an answer, as the list shows it. */
export async function listedDoubt(
  row: ListedDoubt,
  { ledger }: Pick<ServerPorts, 'ledger'>,
  contradicted = false,
): Promise<Listed> {
  const { id, no, job, kind, file, step, entries, rows, totals, scale, began_at, message } = row;
  const answered = JSON.parse(row.answered) as string[];
  const about = step === 'book' ? undefined : (await ledger.posting.body(row.import, no)).entries[0]?.key;
  const debit = (JSON.parse(totals) as Record<string, string>)[DEBIT_TOTAL];
  return {
    import: id,
    batch: no,
    url: doubtUrl(id, no),
    job,
    kind: kindOf(kind).name,
    file,
    step: step as StepName,
    ...(about === undefined ? {} : { about }),
    entries,
    rows,
    ...(debit === undefined ? {} : { debit: formatMinor(BigInt(debit), scale) }),
    ...(began_at === null ? {} : { sent: iso(began_at) }),
    ...(message === null || message === '' ? {} : { message }),
    ...(contradicted ? { contradicted } : {}),
    ...(answered.length === 0 ? {} : { answered }),
  };
}

/** Who asks, of which users. */
interface Asker {
  readonly place: Place;
  /** Users who may say what became of a batch. */
  readonly mayAnswer: readonly string[];
  readonly ports: ServerPorts;
}

/** All that is known of a batch, so that a person can say what became of it. */
export async function doubtBody(
  row: ImportRow,
  batch: BatchRow,
  page: { readonly from: number; readonly limit: number },
  { place, mayAnswer, ports }: Asker,
): Promise<DoubtStory> {
  const { ledger, now } = ports;
  const { no } = batch;
  const secondPerson = await needsSecondPerson(row, ports);
  const answers = await answersFor(batch, { who: ports.who, place }, ports);
  const attempts = await ledger.posting.attempts(row.num, no);
  const looks = (await Promise.all(attempts.map(({ id }) => ledger.probeLog.of(id))))
    .flat()
    .filter((look) => look.batch === no);
  const last = attempts.find(({ id }) => id === batch.attempt);
  const inDoubt = batch.state === 'in-doubt';
  const late = inDoubt ? lateUntil(last?.ended_at ?? undefined, now()) : undefined;
  const { next, isLost: _, ...content } = await sentContent(row, batch, page, markerOf(row, ports), ledger);
  const { state, holder } = await senderOf(batch, ports);
  return {
    import: row.id,
    batch: no,
    job: row.job,
    kind: kindOf(row.kind).name,
    file: row.file,
    service: row.service,
    step: batch.step as StepName,
    state: batch.state,
    ...(batch.parent === null ? {} : { parent: batch.parent }),
    ...(batch.attempt === null ? {} : { attempt: batch.attempt }),
    entries: batch.entries,
    rows: batch.rows,
    lines: batch.lines,
    ...(last === undefined ? {} : { sent: iso(last.began_at) }),
    ...newest('attempts', 'moreAttempts', attempts.map(attemptBody)),
    ...newest('looks', 'moreLooks', looks.map(lookBody)),
    decisions: (await ledger.doubts.decisions(row.num)).filter((each) => each.batch === no).map(decisionBody),
    ...(await correctableBody(row, batch, ports)),
    contradictions: (await ledger.doubts.contradictions(row.num))
      .filter((each) => each.batch === no)
      .map(({ became, who, reason, outcome, stands }) => ({ became, who, reason, outcome, batch: stands })),
    sender: { state, ...(holder === undefined ? {} : { pid: holder.pid, host: holder.host }) },
    ...(late === undefined ? {} : { lateUntil: iso(late) }),
    ...(inDoubt ? { nextLook: await lookBodyOf(batch, ports) } : {}),
    cancelled: row.cancelled !== null,
    recovered: row.recovered === 1,
    secondPerson,
    answers: answers.map(answerBody),
    ...(secondPerson
      ? { mayAnswer: mayAnswer.filter((name) => name !== ports.who && !hasAnswered(name, answers)) }
      : {}),
    mayDecide: !secondPerson || place !== undefined,
    content: contentBody(content),
    ...(next === undefined ? {} : { next: `${doubtUrl(row.id, no)}?limit=${page.limit}&from=${next}` }),
  };
}

function attemptBody({ began_at, ended_at, outcome, evidence }: AttemptRow): DoubtStory['attempts'][number] {
  const { status, headers = {}, body = '', error, elapsed, contradiction } = JSON.parse(evidence ?? '{}') as Evidence;
  return {
    began: iso(began_at),
    ...(ended_at === null ? {} : { ended: iso(ended_at) }),
    ...(outcome === null ? {} : { outcome: outcome as NonNullable<DoubtStory['attempts'][number]['outcome']> }),
    ...(status === undefined ? {} : { status }),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body,
    ...(error === undefined ? {} : { error }),
    ...(contradiction === undefined ? {} : { contradiction }),
    ...(elapsed === undefined ? {} : { seconds: Math.round(elapsed) / 1_000 }),
  };
}

function lookBody({ at, ended_at, found, absent, unclear, detail, parts }: LookRow): DoubtStory['looks'][number] {
  if (ended_at === null) return { began: iso(at) };
  const counts = { found: found ?? 0, absent: absent ?? 0, unclear: unclear ?? 0 };
  return { began: iso(at), ended: iso(ended_at), ...counts, detail: detail ?? '', ...partsBody(parts) };
}

function decisionBody({ at, who, became, reason, part, taken_back_at }: DecisionRow): DoubtStory['decisions'][number] {
  return {
    at: iso(at),
    who,
    became,
    reason,
    ...(part === null ? {} : { entries: (JSON.parse(part) as unknown[]).length }),
    ...(taken_back_at === null ? {} : { takenBack: iso(taken_back_at) }),
  };
}

async function correctableBody(
  row: ImportRow,
  batch: BatchRow,
  ports: ServerPorts,
): Promise<Pick<DoubtStory, 'correctable'>> {
  const answer = await correctableAnswer(row, batch, ports);
  return answer === undefined ? {} : { correctable: answer.became };
}

async function lookBodyOf(batch: BatchRow, ports: ServerPorts): Promise<NonNullable<DoubtStory['nextLook']>> {
  const next = await nextLook(batch, ports);
  return 'never' in next ? next : { at: iso(Math.max(next.at, ports.now())) };
}

function answerBody({ who, at, place, isMine, said }: SeenAnswer): DoubtStory['answers'][number] {
  const known = { who, at: iso(at), place, mine: isMine };
  if (said === undefined) return known;
  const { became, reason, seqs } = said;
  return { ...known, became, reason, ...(seqs === undefined ? {} : { entries: seqs.length, seqs: [...seqs] }) };
}

function hasAnswered(name: string, answers: readonly SeenAnswer[]): boolean {
  return answers.some(({ who, place }) => who === name && place === 'dashboard');
}

function contentBody({ contact, ...rest }: Omit<SentContent, 'next' | 'isLost'>): DoubtStory['content'] {
  const said = {
    ...rest,
    totals: [...rest.totals],
    entries: rest.entries.map((each) => ({ ...each, lines: [...each.lines] })),
  };
  if (contact === undefined) return said;
  const { name, address, phone, email, comment, custom } = contact;
  const lines = address && [
    address.addressLine1,
    address.addressLine2,
    address.addressLine3,
    `${address.postalCode} ${address.city}`.trim(),
    address.country === '' ? address.countryCode : address.country,
  ];
  return {
    ...said,
    contact: {
      name,
      address: (lines ?? []).filter((line) => line !== ''),
      phone: phone === undefined ? '' : `${phone.countryCode} ${phone.number}`.trim(),
      email,
      comment,
      custom: Object.entries(custom).map(([field, value]) => ({ field, value: value === null ? '' : String(value) })),
    },
  };
}

/** The newest of a list, oldest first, and how many others there are. */
function newest<Name extends string, More extends string, Item>(
  name: Name,
  more: More,
  all: readonly Item[],
): { [Key in Name]: Item[] } & { [Key in More]?: number } {
  const rest = all.length - TOLD;
  return { [name]: all.slice(-TOLD), ...(rest > 0 ? { [more]: rest } : {}) } as never;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
