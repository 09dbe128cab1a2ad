import { type Cell, cellText } from '../domain/cell.ts';

/** `Kari` and `Nordmann` are `Kari Nordmann`; an error in one of the cells is one in the whole. */
export function joinedCell(cells: readonly (Cell | undefined)[]): Cell {
  const wrong = cells.find((cell) => typeof cell === 'object' && cell.kind === 'error');
  const parts = cells.map((cell) => cellText(cell).trim()).filter((text) => text !== '');
  return wrong ?? parts.join(' ');
}
