import { once } from 'node:events';
import { createServer } from 'node:net';
import { connectThrough } from './proxy-connection.mjs';
import { reset } from './reset.mjs';
import { senderOf } from './sender-of.mjs';

/**
 * @typedef {object} Rule what happens once, at one place of one request
 * @property {'POST' | 'GET'} [method] not for connections
 * @property {string} [path] a regular expression: only requests that it fits are counted
 * @property {number} nth of the requests with that method (and path), or of the connections, from 1
 * @property {'connect' | 'request' | 'reply'} side
 * @property {'first' | 'head' | 'body' | 'last' | 'whole' | number} [at] exactly the bytes before it are given on: none,
 *   half of the head, the head and half of the body, all but one, all, or so many
 * @property {boolean} [forward] false: nothing of the message is given on before the action
 * @property {'reset' | 'close' | 'hold' | 'kill' | 'stop'} do RST or FIN on both sides, a wait, or a signal to the sender
 * @property {number} [ms] of the wait
 *
 * @typedef {object} Exchange a request as the proxy saw it; times are those of `Date.now()` here
 * @property {number} n from 1
 * @property {string} [id] its X-Request-ID
 * @property {string} [method] missing where no whole head came
 * @property {string} [path]
 * @property {number} [pid] of the sender
 * @property {number} connectedAt
 * @property {number} requestBytes that came
 * @property {string} [bodySha256] of the whole body as it stood on the wire
 * @property {boolean} requestWhole
 * @property {number} forwardedBytes given on to the service
 * @property {number} [replyStatus]
 * @property {number} replyBytes given on to the sender
 * @property {boolean} replyWhole given on to its last byte, and not thrown away unread by the sender's machine
 * @property {'reply' | 'reset' | 'closed' | 'held' | 'killed' | 'dropped' | 'client-gone' | 'no-service'} [ended]
 * @property {{ firstByte?: number, requestWhole?: number, replyHead?: number, replyWhole?: number, end?: number }} at
 */

/**
 * A TCP proxy before a service of this machine that can tell requests apart and cuts them at chosen bytes. Whatever is
 * not cut passes through as it is.
 * @param {object} options
 * @param {number} options.port of the service
 * @param {Rule[]} [options.rules] may be added to while it runs
 * @param {(rule: Rule, exchange: Exchange) => void} [options.onFire] told just before a rule acts
 * @param {() => { pid: number, name: string }[]} [options.children] processes that may be senders
 */
export async function startProxy({ port: target, rules = [], onFire = () => undefined, children = () => [] }) {
  /** @type {Exchange[]} */
  const requests = [];
  const connections = new Set();
  const fired = new Set();
  /** Paths of all requests by method; of connections nothing but how many there were. @type {Map<string, string[]>} */
  const seen = new Map();
  const closing = new AbortController();
  let dropUntil = 0;

  const proxy = {
    target,
    closing: closing.signal,
    onFire,
    /** Counts a connection or a request. @param {string} what `connect` or a method */
    count(what, path = '') {
      if (!seen.has(what)) seen.set(what, []);
      seen.get(what).push(path);
    },
    /** The rule for this side of the request (or connection) that was counted last, which it then can't be any more for another. */
    take(side, what, path = '') {
      const rule = rules.find(
        (each) =>
          !fired.has(each) &&
          each.side === side &&
          (side === 'connect' || each.method === what) &&
          fits(each, path) &&
          each.nth === countOf(each, what),
      );
      if (rule !== undefined) fired.add(rule);
      return rule;
    },
    /** A rule that found nobody to strike waits for the next request, unless it was called off. */
    rearm(rule) {
      const at = rules.indexOf(rule);
      if (at >= 0) rules[at] = { ...rule, nth: countOf(rule, rule.side === 'connect' ? 'connect' : rule.method) + 1 };
    },
    /** @returns {Exchange} */
    record(first) {
      const exchange = {
        n: requests.length + 1,
        ...first,
        requestBytes: 0,
        requestWhole: false,
        forwardedBytes: 0,
        replyBytes: 0,
        replyWhole: false,
        at: {},
      };
      requests.push(exchange);
      return exchange;
    },
    senderOf: (theirPort) => senderOf(theirPort, port, children()),
    isChild: (pid) => children().some((child) => child.pid === pid),
  };

  /** Of how many so far. */
  const countOf = (rule, what) => {
    const paths = seen.get(what) ?? [];
    return rule.path === undefined ? paths.length : paths.filter((path) => fits(rule, path)).length;
  };

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (Date.now() < dropUntil) {
      client.on('error', () => undefined);
      reset(client);
      return;
    }
    const connection = connectThrough(client, proxy);
    connections.add(connection);
    const [, service] = connection.sockets;
    // The one to the service lasts longer where what came before is held back.
    service.once('close', () => connections.delete(connection));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();

  const cutAll = () => {
    for (const connection of connections) connection.drop();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    rules,
    /** The network is away: all connections are reset, new ones too, for so many milliseconds. */
    drop(ms) {
      dropUntil = Date.now() + ms;
      cutAll();
    },
    /** Nothing listens for so many milliseconds: connections are refused, those that stand are reset. */
    async down(ms) {
      const stopped = new Promise((resolve) => server.close(resolve));
      cutAll();
      await stopped;
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (closing.signal.aborted) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async close() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}

function fits({ path: pattern }, path) {
  return pattern === undefined || new RegExp(pattern).test(path);
}
