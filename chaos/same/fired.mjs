/** By the name of the process that a fault struck: which cells it is counted in. */
const WHICH = [
  [/^(first|second)/, (point, [, which]) => [`kill@${which}-${point}`]],
  [/^ending/, (point) => [`kill@ending-${point}`]],
  [/^settling/, (point) => [`kill@settling-${point}`]],
  [/^answering/, (point) => [`kill@answering-${point}`]],
];

/** @returns {string[]} the cell of every fault that struck, one for each time, and of all else that happened */
export function firedSameCells({ scenario, met, hits, actions, children }) {
  const names = new Map(children.map(({ pid, name }) => [pid, name]));
  return [
    ...hits.flatMap(({ pid, point }) => {
      const name = names.get(pid) ?? '';
      // What is said of a doubt is said by whoever settles, for the import that is to have it.
      if (name.startsWith('resolve')) return resolvingCells(scenario, point);
      for (const [is, cells] of WHICH) {
        const match = is.exec(name);
        if (match !== null) return cells(point, match);
      }
      return [`kill@${name}-${point}`];
    }),
    ...actions.flatMap(({ what, detail }) => (what === 'same' ? [detail.cell] : [])),
    ...met.map(({ kind, path }) => `${kind}@${path.startsWith('GET') ? 'same-planning' : 'same-sending'}`),
  ];
}

function resolvingCells({ overlap }, point) {
  const named = Object.entries({ first: overlap?.first, second: overlap?.second });
  return named.filter(([, cell]) => cell?.point === point).map(([which]) => `kill@${which}-${point}`);
}
