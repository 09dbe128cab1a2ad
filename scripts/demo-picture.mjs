// Draws docs/demo.svg: the beginning of `bilag demo --once` as a terminal shows it. Run after `npm run build`.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const CHARACTER_PX = 8.43;
const LINE_PX = 19;
const MARGIN_PX = 18;
const COLUMNS = 90;

const text = execFileSync(process.execPath, [join(root, 'dist/main.js'), 'demo', '--once'], { encoding: 'utf8' });
const lines = text.split('\n');
const from = lines.findIndex((line) => line.startsWith('1 of 9'));
const to = lines.findIndex((line) => line.startsWith('2 of 9'));
const end = lines.findIndex((line) => line.startsWith('✓ 72 '));
const shown = ['$ npm run demo', '', ...lines.slice(from, to), '…', '', ...lines[end].split(/(?<=;) /)].map((line) =>
  line.slice(0, COLUMNS),
);

const colour = (line) =>
  line.startsWith('$')
    ? '#8ab4f8'
    : line.startsWith('✓')
      ? '#7ee787'
      : /^\s*(account|rows|in the file)/.test(line)
        ? '#9aa4b2'
        : '#e6edf3';
const escaped = (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const width = Math.ceil(COLUMNS * CHARACTER_PX + 2 * MARGIN_PX);
const height = shown.length * LINE_PX + 2 * MARGIN_PX;
const rows = shown.map(
  (line, i) =>
    `<text x="${MARGIN_PX}" y="${MARGIN_PX + (i + 0.75) * LINE_PX}" fill="${colour(line)}" xml:space="preserve">${escaped(line)}</text>`,
);
writeFileSync(
  join(root, 'docs/demo.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`,
);
