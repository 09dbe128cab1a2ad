import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCutter } from './cutter.mjs';
import { createFramer } from './http-framer.mjs';
import { createLane } from './lane.mjs';
import { openExchanges } from './open-exchanges.mjs';
import { reset } from './reset.mjs';

/** @typedef {import('./proxy.mjs').Exchange} Exchange @typedef {import('./proxy.mjs').Rule} Rule */

/** What becomes of a request where a rule ends its connection, or did something before it came. */
const ENDINGS = { reset: 'reset', close: 'closed', kill: 'killed' };
const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' };
const NONE = Buffer.alloc(0);

/**
 * One connection and the one behind it to the service.
 * @param {import('node:net').Socket} client
 * @param {object} proxy what is common to all connections
 */
export function connectThrough(client, proxy) {
  const connectedAt = Date.now();
  const pid = client.remotePort === undefined ? undefined : proxy.senderOf(client.remotePort);
  const service = connect({ port: proxy.target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  const toService = createLane(service);
  const toClient = createLane(client);
  const requestFramer = createFramer(false);
  const replyFramer = createFramer(true);
  const open = openExchanges(proxy.record, { pid, connectedAt });
  /** Those whose reply has not begun, oldest first, each with the rule for it. */
  const unanswered = [];
  let request;
  let reply;
  let firstByte;
  /** A request whose head has not come whole. @type {Exchange | undefined} */
  let headless;
  /** The last one whose reply was given on. @type {Exchange | undefined} */
  let answered;
  let cut = false;
  let clientGone = false;

  const endAll = (how) => {
    const { length } = requestFramer.held();
    if (length > 0) {
      headless ??= open.begin({});
      Object.assign(headless, { requestBytes: length, at: { ...headless.at, firstByte } });
    }
    open.endAll(how);
    // No reply to them comes any more: the rules for it wait for another request.
    for (const { rule } of unanswered.splice(0)) if (rule !== undefined) proxy.rearm(rule);
  };
  const cutBoth = (how) => {
    cut = true;
    for (const socket of [client, service]) how(socket);
  };

  /** @param {Rule} rule @param {Exchange} exchange */
  async function act(rule, exchange) {
    const signal = SIGNALS[rule.do];
    if (cut) return;
    // The sender is no process of ours, or gone: nobody can be signalled.
    if (signal !== undefined && (pid === undefined || !proxy.isChild(pid))) return proxy.rearm(rule);
    proxy.onFire(rule, exchange);
    if (signal !== undefined) process.kill(pid, signal);
    if (rule.do in ENDINGS) endAll(ENDINGS[rule.do]);
    if (rule.do === 'reset') cutBoth(reset);
    if (rule.do === 'kill') cutBoth((socket) => socket.destroy());
    // What still comes is read: left unread, it would make a RST of the FIN.
    if (rule.do === 'close') cutBoth((socket) => socket.end());
    if (rule.do === 'hold') await sleep(rule.ms ?? 0, undefined, { signal: proxy.closing }).catch(() => undefined);
  }

  function onRequestPiece(piece) {
    if (piece.starts) {
      const { head } = piece.message;
      const [method, path] = head.split(' ', 2);
      const exchange = open.begin({ id: /^x-request-id:[ \t]*(.*?)[ \t]*\r$/im.exec(head)?.[1], method, path });
      exchange.at.firstByte = firstByte ?? Date.now();
      proxy.count(method, path);
      // What comes after a FIN of ours is on record, and goes nowhere.
      if (cut) open.end(exchange, 'closed');
      const take = (side) => (cut ? undefined : proxy.take(side, method, path));
      const rule = take('request');
      unanswered.push({ exchange, rule: take('reply') });
      const give = (bytes) =>
        toService.write(bytes, () => {
          exchange.forwardedBytes += bytes.length;
        });
      const cutter = createCutter(rule, give, () => toService.step(() => act(rule, exchange)));
      request = { exchange, cutter, sha256: createHash('sha256') };
    } else request.sha256.update(piece.bytes);
    const { exchange, cutter, sha256 } = request;
    exchange.requestBytes += piece.bytes.length;
    if (piece.ends) {
      exchange.requestWhole = true;
      exchange.at.requestWhole = Date.now();
      exchange.bodySha256 = sha256.digest('hex');
      firstByte = undefined;
    }
    cutter.push(piece);
  }

  function onReplyPiece(piece) {
    if (piece.starts) {
      const status = Number(piece.message.head.split(' ', 2)[1]);
      // 1xx comes before the reply and is none.
      const { exchange, rule } = (status >= 200 && unanswered.shift()) || {};
      if (exchange !== undefined) {
        exchange.replyStatus = status;
        exchange.at.replyHead = Date.now();
      }
      const coming = { exchange, come: 0, ended: false };
      const give = (bytes) =>
        toClient.write(bytes, () => {
          if (exchange === undefined || clientGone) return;
          exchange.replyBytes += bytes.length;
          if (coming.ended && exchange.replyBytes === coming.come) given(exchange);
        });
      coming.cutter = createCutter(rule, give, () => toClient.step(() => act(rule, exchange)));
      reply = coming;
    }
    const { exchange, cutter } = reply;
    reply.come += piece.bytes.length;
    reply.ended = piece.ends;
    cutter.push(piece);
    if (!piece.ends || exchange === undefined) return;
    toClient.step(() => {
      if (clientGone || cut) return;
      if (!exchange.replyWhole) given(exchange);
      open.end(exchange, 'reply');
      answered = exchange;
    });
  }
  const given = (exchange) => {
    exchange.replyWhole = true;
    exchange.at.replyWhole = Date.now();
  };

  /** All that came is given on before the connection's end is. */
  const flushReply = () => {
    const message = replyFramer.current();
    if (message?.untilClose) onReplyPiece({ message, bytes: NONE, starts: false, ends: true });
    reply?.cutter.flush();
    const rest = replyFramer.held();
    if (rest.length > 0) toClient.write(rest, () => undefined);
  };
  const flushRequest = () => {
    request?.cutter.flush();
    const rest = requestFramer.held();
    if (rest.length === 0) return;
    toService.write(rest, () => {
      headless.forwardedBytes = rest.length;
    });
  };
  const leave = () => {
    if (!cut) endAll('client-gone');
    clientGone = true;
    flushRequest();
  };

  proxy.count('connect');
  const rule = proxy.take('connect', 'connect');
  if (rule !== undefined) {
    const exchange = open.begin({});
    toService.step(() => act(rule, exchange)).then(() => open.has(exchange) && open.end(exchange, 'held'));
  }
  client.on('data', (chunk) => {
    firstByte ??= Date.now();
    for (const piece of requestFramer.push(chunk)) onRequestPiece(piece);
  });
  service.on('data', (chunk) => {
    if (cut) return;
    for (const piece of replyFramer.push(chunk)) onReplyPiece(piece);
  });
  // Nobody here closes only one half: whoever says that no more comes does not listen any more either.
  client.on('end', () => {
    leave();
    toService.step(() => service.end());
    client.end();
  });
  client.on('error', () => {
    // A RST in answer to a reply: it was thrown away unread.
    if (answered !== undefined && open.isEmpty() && !cut) {
      answered.replyWhole = false;
      answered.ended = 'client-gone';
    }
    leave();
    toService.step(() => reset(service));
  });
  service.on('end', () => {
    if (cut) return;
    flushReply();
    toClient.step(() => {
      endAll('closed');
      client.end();
    });
  });
  service.on('error', (error) => {
    if (cut) return;
    flushReply();
    toClient.step(() => {
      endAll(error.code === 'ECONNREFUSED' ? 'no-service' : 'reset');
      reset(client);
    });
  });
  return {
    sockets: [client, service],
    drop() {
      endAll('dropped');
      cutBoth(reset);
    },
  };
}
