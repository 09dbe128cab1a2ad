// Writes the tables of docs/job-reference.md from schema/job.schema.json, between the file's two marks. With --check it
// writes nothing, and ends with exit code 1 where the tables are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const SCHEMA = fileURLToPath(new URL('../schema/job.schema.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/job-reference.md', import.meta.url));
const BEGIN = '<!-- keys: begin. Written by scripts/job-reference.mjs -->';
const END = '<!-- keys: end -->';

const code = (value) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** Any scalar of YAML is taken as the text that stands there. */
const isText = (node) => Array.isArray(node.type) && node.type.includes('string');

/** What may stand as a value of a node, in words. */
function valuesOf(node) {
  if (node.const !== undefined) return code(node.const);
  if (node.enum !== undefined) return node.enum.map(code).join(', ');
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(valuesOf))].join('; or ');
  if (isText(node) || node.type === 'string') return 'text';
  if (node.type === 'boolean') return '`true`, `false`';
  if (node.type === 'integer' || node.type === 'number') {
    return node.minimum === undefined ? 'number' : `${node.minimum} to ${node.maximum}`;
  }
  if (node.type === 'array') return `list (${valuesOf(node.items)})`;
  if (node.propertyNames !== undefined) return '`{ text: text }`';
  if (node.type === 'object') return `\`{ ${Object.keys(node.properties ?? {}).join(', ')} }\``;
  return '';
}

function row(path, node, description = node.description ?? '') {
  const preset = node.default === undefined || valuesOf(node).startsWith('`{') ? '' : code(node.default);
  return `| \`${path}\` | ${cell(valuesOf(node))} | ${cell(preset)} | ${cell(description)} |`;
}

/** The object of which keys are told one by one: the node itself, or the one that it may be. */
function keysOf(node) {
  if (node.properties !== undefined) return node.properties;
  return (node.anyOf ?? node.oneOf ?? []).find((each) => each.properties !== undefined)?.properties;
}

/** A row for a key, and for each key below it. `fields`: the names of the kind's fields. */
function rowsOf(path, node, fields) {
  const item = node.type === 'array' ? node.items : undefined;
  const below = keysOf(item ?? node);
  const rows = [row(path, node)];
  if (below === undefined) return rows;
  const named = Object.keys(below);
  if (fields.every((field) => named.includes(field)) && path !== 'columns') {
    const rest = named.filter((name) => !fields.includes(name));
    const inside = item === undefined ? path : `${path}[]`;
    rows[0] = row(path, { ...node, type: 'object', properties: { FIELD: {} } });
    return [...rows, ...rest.flatMap((name) => rowsOf(`${inside}.${name}`, below[name], fields))];
  }
  const inside = item === undefined ? path : `${path}[]`;
  return [...rows, ...named.flatMap((name) => rowsOf(`${inside}.${name}`, below[name], fields))];
}

function table(properties, fields) {
  const rows = Object.entries(properties).flatMap(([name, node]) => rowsOf(name, node, fields));
  return ['| key | value | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function tables(schema) {
  const kinds = schema.oneOf.map((kind) => ({
    name: kind.properties.kind.const,
    properties: kind.properties,
    required: kind.required,
  }));
  const [first] = kinds;
  const text = (kind, key) => JSON.stringify(kind.properties[key]);
  const shared = Object.keys(first.properties).filter((key) =>
    kinds.every((kind) => text(kind, key) === text(first, key)),
  );
  const only = (kind, keys) => Object.fromEntries(keys.map((key) => [key, kind.properties[key]]));
  const parts = [`### Every kind\n\n${table(only(first, shared), [' '])}`];
  for (const kind of kinds) {
    const own = Object.keys(kind.properties).filter((key) => !shared.includes(key));
    const fields = Object.keys(kind.properties.columns.properties);
    parts.push(
      `### \`kind: ${kind.name}\`\n\nRequired: ${kind.required.map(code).join(', ')}. FIELD is one of: ${fields.map(code).join(', ')}.\n\n${table(only(kind, own), fields)}`,
    );
  }
  return parts.join('\n\n');
}

const page = readFileSync(PAGE, 'utf8');
const [before, rest] = page.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`docs/job-reference.md lacks "${BEGIN}" or "${END}".`);
const made = `${before}${BEGIN}\n\n${tables(JSON.parse(readFileSync(SCHEMA, 'utf8')))}\n\n${END}${after}`;

if (process.argv.includes('--check')) {
  if (made !== page) {
    console.error('docs/job-reference.md is out of date: run "node scripts/job-reference.mjs".');
    process.exitCode = 1;
  }
} else if (made !== page) {
  writeFileSync(PAGE, made);
}
