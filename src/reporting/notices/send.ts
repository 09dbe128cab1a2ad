import { retryDelay } from '../../core/retry-delay.ts';
import type { PipelinePorts } from '../../kinds/ports.ts';
import type { NoticeRow, PutOff } from '../../ledger/notices.ts';
import type { NoticeContent } from './find.ts';
import type { Channel, Delivery, Notice } from './notify.ts';

/** A message that can't be sent, and was written so long ago, is given up, in milliseconds. */
export const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000;
/** Tries of a message that is not taken while others may be; then it is given up. */
export const REFUSALS_MAX = 5;
/** Failures in a row by which a channel is down; a single one may be that message's own. */
const DOWN_AT = 2;
/** Messages on their way at once by one channel. */
const SENDS_AT_ONCE = 2;
/** One message on its way, in milliseconds. */
const SEND_MS = 30_000;
/** How long a message on its way may take to arrive when this process leaves, in milliseconds. */
const LEAVE_MS = 2_000;
/** Another process may send a message of one that died after so long, in milliseconds. */
const LEASE_MS = SEND_MS + 15_000;
/** First steps of the backoff, in milliseconds: of a channel that is down, and of one message. */
const CHANNEL_BASE_MS = 2_000;
const MESSAGE_BASE_MS = 10_000;
/** No message waits longer for its next try, in milliseconds. */
const MESSAGE_MAX_MS = 15 * 60_000;

/** A way to people. */
export interface ChannelDefinition {
  readonly name: string;
  /** In a sentence: `by e-mail`. */
  readonly words: string;
  /** Opened when there is something to send: it takes memory, and holds connections. */
  open(): Promise<Channel>;
}

export interface SenderPorts extends Pick<PipelinePorts, 'ledger' | 'now' | 'random' | 'log'> {
  /** This process, as the outbox knows it: the same name in no other. */
  readonly holder: string;
  /** Milliseconds on a clock that nobody can set. */
  monotonic(): number;
}

/**
 * Sends what waits in the outbox by one channel, round by round. While nothing goes that way it is tried with one
 * message now and then, another one each time, so that a message that nobody can take keeps none of the others.
 * @param leaving nothing more is sent
 */
export function noticeSender(
  channel: ChannelDefinition,
  ports: SenderPorts,
  leaving: AbortSignal,
): () => Promise<void> {
  const { ledger, now, monotonic, random, log } = ports;
  const { notices } = ledger;
  let failures = 0;
  let restUntil = 0;
  let missed = '';

  const wentThrough = () => {
    if (failures >= DOWN_AT)
      log('notices-resumed', `Messages ${channel.words} are sent again.`, { channel: channel.name });
    failures = 0;
  };
  const isDown = (words: string, waitMs: number | undefined) => {
    failures++;
    if (failures === DOWN_AT)
      log('notices-failing', `Messages ${channel.words} can't be sent: ${words}. bilag keeps trying for three days.`, {
        channel: channel.name,
        why: words,
      });
    restUntil = monotonic() + retryDelay(failures, random, { baseMs: CHANNEL_BASE_MS, atLeastMs: waitMs ?? 0 });
  };
  const later = ({ attempts }: NoticeRow) =>
    now() + retryDelay(attempts, random, { baseMs: MESSAGE_BASE_MS, maxMs: MESSAGE_MAX_MS });

  /** Those that were written long ago, and this way is not open now either. */
  const giveUpOld = async () => {
    const { count, error } = await notices.giveUpOld(channel.name, now() - GIVEN_UP_AFTER_MS, now());
    if (count === 0) return;
    const which = count === 1 ? 'A message' : `${count} messages`;
    const why = error === null ? '' : ` (${error})`;
    const given = `${which} ${channel.words} could not be sent for three days and ${count === 1 ? 'is' : 'are'} given up${why}.`;
    log('notices-given-up', given, { channel: channel.name, count, why: error });
  };

  const settle = async (row: NoticeRow, subject: string, delivery: Delivery) => {
    const putOff = (error: string, more: Pick<PutOff, 'rest' | 'refused'> = {}) =>
      notices.putOff(row.id, ports.holder, { dueAt: later(row), error, ...more });
    const giveUp = async (words: string) => {
      await notices.giveUp(row.id, now(), words);
      const given = `The message "${subject}" ${channel.words} is given up: ${words}.`;
      log('notices-given-up', given, { channel: channel.name, notice: row.id, count: 1, why: words });
    };
    switch (delivery.kind) {
      case 'sent': {
        wentThrough();
        const words = 'words' in delivery ? delivery.words : null;
        await notices.sent(row.id, now(), words);
        // Usually the same recipients every time.
        if (words !== null && words !== missed)
          log('notice-partly-sent', `A message ${channel.words} did not reach all: ${words}.`, {
            channel: channel.name,
            why: words,
          });
        missed = words ?? '';
        return;
      }
      case 'partly':
        wentThrough();
        if (now() - row.at > GIVEN_UP_AFTER_MS) return await giveUp(delivery.words);
        return await putOff(delivery.words, { rest: delivery.rest });
      case 'refused':
        if (delivery.final || row.refusals + 1 >= REFUSALS_MAX) return await giveUp(delivery.words);
        return await putOff(delivery.words, { refused: true });
      case 'down':
        await putOff(delivery.words);
        // Cut off because this process leaves: that says nothing of the channel.
        if (leaving.aborted) return;
        isDown(delivery.words, delivery.waitMs);
        await giveUpOld();
    }
  };

  const sendAll = async (opened: Channel, first: NoticeRow | undefined) => {
    for (let row = first ?? (await claim()); row !== undefined; row = await claim()) {
      const notice = noticeOf(row);
      const before = failures;
      await settle(row, notice.subject, await sendInTime(opened, notice, leaving));
      if (failures > before) return;
    }
  };
  const claim = async () =>
    leaving.aborted ? undefined : await notices.claim(channel.name, ports.holder, now(), now() + LEASE_MS);

  return async () => {
    if (monotonic() < restUntil) return;
    const first = await claim();
    if (first === undefined) return;
    const opened = await channel.open();
    try {
      const others = failures > 0 ? 0 : SENDS_AT_ONCE - 1;
      await Promise.all([sendAll(opened, first), ...Array.from({ length: others }, () => sendAll(opened, undefined))]);
    } finally {
      await opened.close();
    }
  };
}

function noticeOf({ id, at, message, rest }: NoticeRow): Notice {
  const content = JSON.parse(message) as NoticeContent;
  return { ...content, id, at, rest: rest === null ? undefined : (JSON.parse(rest) as string[]) };
}

/** Ends it when it takes too long, or when this process has to go. */
async function sendInTime(channel: Channel, notice: Notice, leaving: AbortSignal): Promise<Delivery> {
  const ending = new AbortController();
  const timers = [setTimeout(() => ending.abort(), SEND_MS)];
  const leave = () => void timers.push(setTimeout(() => ending.abort(), LEAVE_MS));
  leaving.addEventListener('abort', leave, { once: true });
  try {
    return await channel.send(notice, ending.signal);
  } finally {
    leaving.removeEventListener('abort', leave);
    for (const timer of timers) clearTimeout(timer);
  }
}
