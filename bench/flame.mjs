import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupNodes, isPlanner } from './profile.mjs';

/** Of the picture, in pixels. */
const WIDTH = 1600;
const ROW = 16;
const MARGIN = 12;
const CHARACTER = 6.2;
/** Narrower frames are left out: nobody could read or hit them. */
const NARROWEST = 1.5;
const COLOURS = [
  '#e8a87c',
  '#85c1b9',
  '#c9b1d9',
  '#f2c94c',
  '#9ec5e8',
  '#e38b8b',
  '#a8d08d',
  '#d4b483',
  '#b5bfc9',
  '#f0a8c0',
];

/**
 * Draws where the time of an import goes, from the profiles that Node wrote (--cpu-prof): a frame is as wide as the time that is
 * spent in it and in what it calls, which stands below it, with the time that it waits for the disk. Its colour is its group in the
 * table of the benchmark.
 * @returns SVG
 */
export function flameGraph(folder, title) {
  const threads = { 'The planner’s thread': newFrame(''), 'The main thread': newFrame('') };
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.cpuprofile')) continue;
    const profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    addProfile(profile, threads[isPlanner(profile) ? 'The planner’s thread' : 'The main thread']);
  }
  const colours = new Map();
  const parts = [];
  let top = MARGIN + 2 * ROW;
  for (const [name, root] of Object.entries(threads)) {
    parts.push(text(MARGIN, top + ROW - 4, `${name}: ${(root.us / 1e6).toFixed(1)} s`, 'bold'));
    top += ROW + 4;
    const scale = (WIDTH - 2 * MARGIN) / root.us;
    top += draw(root, { x: MARGIN, y: top, scale, colours, parts }) * ROW + MARGIN;
  }
  let x = MARGIN;
  for (const [group, colour] of colours) {
    parts.push(`<rect x="${x}" y="${top}" width="11" height="11" fill="${colour}"/>`, text(x + 15, top + 10, group));
    x += 30 + group.length * CHARACTER;
    if (x < WIDTH - 300) continue;
    x = MARGIN;
    top += ROW;
  }
  const height = top + 2 * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="monospace" font-size="10"><rect width="100%" height="100%" fill="#fff"/>
${text(MARGIN, MARGIN + ROW - 4, title, 'bold')}
${parts.join('\n')}
</svg>
`;
}

function newFrame(group) {
  return { us: 0, group, below: new Map() };
}

/** Frames of one function under one caller are one, wherever in it they were called. */
function addProfile({ nodes, samples, timeDeltas }, root) {
  const groups = groupNodes(nodes);
  const own = new Map();
  for (const [at, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + timeDeltas[at]);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const add = (node, frames) => {
    for (const frame of frames) frame.us += own.get(node.id) ?? 0;
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      const group = groups.get(id);
      if (group === undefined) continue;
      const label = labelOf(child.callFrame);
      const { below } = frames.at(-1);
      if (!below.has(label)) below.set(label, newFrame(group));
      add(child, [...frames, below.get(label)]);
    }
  };
  add(nodes[0], [root]);
}

function labelOf({ functionName, url }) {
  const file = url.replace(/^.*\/(build|node_modules)\//, '');
  return `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}`}`;
}

/** @returns rows that it took */
function draw(frame, { x, y, scale, colours, parts }) {
  let rows = 0;
  let left = x;
  for (const [label, child] of [...frame.below].sort(([, a], [, b]) => b.us - a.us)) {
    const width = child.us * scale;
    if (width < NARROWEST) break;
    if (!colours.has(child.group)) colours.set(child.group, COLOURS[colours.size % COLOURS.length]);
    const shown = label.slice(0, Math.max(0, Math.floor((width - 4) / CHARACTER)));
    const seconds = `${(child.us / 1e6).toFixed(2)} s`;
    parts.push(
      `<g><title>${escapeXml(`${label}: ${seconds}`)}</title><rect x="${left.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${colours.get(child.group)}"/>${shown.length > 2 ? text(left + 2, y + ROW - 5, shown) : ''}</g>`,
    );
    rows = Math.max(rows, 1 + draw(child, { x: left, y: y + ROW, scale, colours, parts }));
    left += width;
  }
  return rows;
}

function text(x, y, words, weight) {
  return `<text x="${x.toFixed(1)}" y="${y}"${weight === undefined ? '' : ` font-weight="${weight}"`}>${escapeXml(words)}</text>`;
}

function escapeXml(words) {
  return words.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
