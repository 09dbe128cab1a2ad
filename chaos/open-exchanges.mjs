/** @typedef {import('./proxy.mjs').Exchange} Exchange */

/**
 * The requests of one connection that have not ended.
 * @param {(known: object) => Exchange} record
 * @param {object} known of each of them
 */
export function openExchanges(record, known) {
  /** @type {Set<Exchange>} */
  const open = new Set();
  /** @param {Exchange} exchange @param {Exchange['ended']} how */
  const end = (exchange, how) => {
    exchange.ended = how;
    exchange.at.end = Date.now();
    open.delete(exchange);
  };
  return {
    /** @returns {Exchange} */
    begin(more) {
      const exchange = record({ ...known, ...more });
      open.add(exchange);
      return exchange;
    },
    end,
    /** @param {Exchange['ended']} how */
    endAll(how) {
      for (const exchange of open) end(exchange, how);
    },
    has: (exchange) => open.has(exchange),
    isEmpty: () => open.size === 0,
  };
}
