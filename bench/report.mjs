/** Tables as text for a terminal and as Markdown for a document. Columns: `[header, 'left' | 'right']`; cells are text. */

export function textTable(columns, rows) {
  const widths = columns.map(([header], i) => Math.max(header.length, ...rows.map((row) => row[i].length)));
  const line = (cells) =>
    cells
      .map((cell, i) => (columns[i][1] === 'right' ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [line(columns.map(([header]) => header)), rule, ...rows.map(line)].join('\n');
}

export function markdownTable(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = columns.map(([, side]) => (side === 'right' ? '---:' : '---'));
  return [line(columns.map(([header]) => header)), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

export const times = (ratio) => `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`;
export const megabytes = (mb) => `${Math.round(mb)} MB`;
export const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`;
export const count = (number) => number.toLocaleString('en');
