import { STEPS } from './cells.mjs';

const STEP_OF = new Map(Object.entries(STEPS).map(([step, { counted }]) => [counted, step]));

/** @returns {string[]} the cell of every fault that struck, one for each time */
export function firedContactsCells({ scenario, met, hits, actions }) {
  const { quirk, drop } = scenario;
  return [
    ...hits.map((hit) => `${hit.do}@contacts-${hit.point}`),
    ...actions.flatMap(({ what, detail }) =>
      what === 'proxy' ? [detail.cell] : detail?.point === undefined ? [] : [`${what}@contacts-${detail.point}`],
    ),
    ...met.map(({ kind, path }) => `${path.startsWith('GET') ? 'get-' : ''}${kind}@${STEP_OF.get(path) ?? 'look-up'}`),
    ...(quirk === undefined ? [] : [quirk.id]),
    drop.id,
  ];
}
