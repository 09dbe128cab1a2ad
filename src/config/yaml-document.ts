import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, Scalar } from 'yaml';
import type { Problem } from './problem.ts';
import { explainSyntax, placeOfSyntax } from './yaml-syntax.ts';

export type Path = readonly (string | number)[];

/** A YAML file as plain values whose scalars are all text, and where each stands. */
export interface YamlDocument {
  readonly file: string;
  /** Objects, lists, text; null where nothing was written. `0123`, `yes` and `2026-01-31` stay as they are written. */
  readonly value: unknown;
  /** Lines counted from 1: of the key, or of the nearest thing around it where the key is absent. */
  lineOf(path: Path): number;
  readonly problems: readonly Problem[];
}

/** Deeper than any job or configuration; aliases can nest without end. */
const DEPTH_MAX = 20;
/** More values than any job holds; aliases can multiply without end. */
const VALUES_MAX = 100_000;

export function readYaml(source: string, file: string): YamlDocument {
  const lines = new LineCounter();
  const problems: Problem[] = [];
  const positions = new Map<string, number>([['[]', 1]]);
  let values = 0;
  // `failsafe` keeps every scalar as the text that was written: no number loses its zeros, no `NO` becomes false.
  const document = parseDocument(source, {
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const lineAt = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line);
  const say = (line: number, key: string, message: string) => problems.push({ file, line, key, message });

  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const at = lines.linePos(placeOfSyntax(syntax, document));
    say(at.line, '', `column ${at.col}: ${explainSyntax(syntax, source)}.`);
  } else {
    for (const warning of document.warnings)
      say(lineAt(warning.pos[0]), '', 'a value begins with !, which YAML reads as a tag. Put the value in quotes.');
  }
  const value = syntax === undefined ? valueOfNode(document.contents, []) : undefined;
  return { file, value, problems, lineOf };

  function valueOfNode(node: Node | null | undefined, path: Path): unknown {
    if (++values > VALUES_MAX || path.length > DEPTH_MAX) {
      if (values === VALUES_MAX + 1 || path.length === DEPTH_MAX + 1)
        say(
          lineAt(node?.range?.[0]),
          keyText(path),
          `${keyText(path)} is nested too deeply, or the file holds too much.`,
        );
      return null;
    }
    if (isAlias(node)) {
      const target = node.resolve(document);
      if (target !== undefined) return valueOfNode(target, path);
      say(
        lineAt(node.range?.[0]),
        keyText(path),
        `${keyText(path)} begins with *, which YAML reads as a reference. Put the value in quotes.`,
      );
      return `*${node.source}`;
    }
    if (isMap(node)) return valueOfMap(node.items as Pair<Node, Node | null>[], path);
    if (isSeq(node))
      return node.items.map((item, index) => {
        const at = [...path, index];
        positions.set(JSON.stringify(at), lineAt((item as Node | null)?.range?.[0]));
        return valueOfNode(item as Node, at);
      });
    if (!isScalar(node)) return null;
    const text = String(node.value ?? '');
    return node.type === Scalar.PLAIN && /^(|~|null|Null|NULL)$/.test(text) ? null : text;
  }

  function valueOfMap(items: readonly Pair<Node, Node | null>[], path: Path): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const { key, value: held } of items) {
      const line = lineAt(key?.range?.[0]);
      if (!isScalar(key)) {
        say(line, keyText(path), 'a key is not plain text. Put a key that begins with {, [, * or ? in quotes.');
        continue;
      }
      const name = String(key.value ?? '');
      const at = [...path, name];
      const before = positions.get(JSON.stringify(at));
      if (name === '__proto__') say(line, keyText(at), `${keyText(at)} can't be used as a key.`);
      else if (before !== undefined && Object.hasOwn(result, name))
        say(line, keyText(at), `${keyText(at)} stands twice, here and on line ${before}. Keep one of them.`);
      else {
        positions.set(JSON.stringify(at), line);
        result[name] = valueOfNode(held, at);
      }
    }
    return result;
  }

  function lineOf(path: Path): number {
    for (let length = path.length; length >= 0; length--) {
      const line = positions.get(JSON.stringify(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return 1;
  }
}

/** `rules[0].when.column."S/H"`: the key as a message names it; empty for the whole file. */
export function keyText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else {
      const name = /^[\p{L}\p{N}_-]+$/u.test(step) ? step : JSON.stringify(step);
      text += text === '' ? name : `.${name}`;
    }
  }
  return text;
}
