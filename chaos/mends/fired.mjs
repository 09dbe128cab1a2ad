/** @returns {string[]} the cell of every fault that struck, one for each time */
export function firedMendsCells({ met, hits, actions }) {
  return [
    ...hits.map((hit) => `${hit.do}@mends-${hit.point}`),
    ...actions.flatMap(({ what, detail }) =>
      what === 'proxy' || what === 'people'
        ? [detail.cell]
        : detail?.point === undefined
          ? []
          : [`${what}@${detail.point}`],
    ),
    ...met.map(({ kind, path }) => (path.startsWith('GET') ? `get-${kind}@mends-planning` : `${kind}@mends-sending`)),
  ];
}
