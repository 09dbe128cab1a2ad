import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLError,
} from 'yaml';
import type { Diagnosis } from '../core/diagnosis.ts';
import type { Path } from '../core/schema-parts.ts';
import { keyText, type Problem } from './problems.ts';

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
  const say = (line: number, key: string, message: string, told: Diagnosis) =>
    problems.push({ file, line, key, message, told });

  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const at = lines.linePos(placeOfSyntax(syntax, document));
    const { message, code, facts } = explainSyntax(syntax, source);
    say(at.line, '', `column ${at.col}: ${message}.`, { code, facts: { column: at.col, ...facts } });
  } else {
    for (const warning of document.warnings)
      say(lineAt(warning.pos[0]), '', 'a value begins with !, which YAML reads as a tag. Put the value in quotes.', {
        code: 'tag',
      });
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
          { code: 'nested', facts: { key: keyText(path) } },
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
        { code: 'reference', facts: { key: keyText(path) } },
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
        say(line, keyText(path), 'a key is not plain text. Put a key that begins with {, [, * or ? in quotes.', {
          code: 'key-form',
        });
        continue;
      }
      const name = String(key.value ?? '');
      const at = [...path, name];
      const before = positions.get(JSON.stringify(at));
      if (name === '__proto__')
        say(line, keyText(at), `${keyText(at)} can't be used as a key.`, {
          code: 'key-forbidden',
          facts: { key: keyText(at) },
        });
      else if (before !== undefined && Object.hasOwn(result, name))
        say(line, keyText(at), `${keyText(at)} appears twice, here and on line ${before}. Keep one of them.`, {
          code: 'key-twice',
          facts: { key: keyText(at), line: before },
        });
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

/** Larger than any job or configuration that a person writes, in bytes. */
const FILE_MAX_BYTES = 1_048_576;

/** A file's text, or what is wrong with it. A byte order mark is left out. */
export function decodeText(
  bytes: Uint8Array,
): { readonly text: string } | { readonly problem: string; readonly told: Diagnosis } {
  if (bytes.length > FILE_MAX_BYTES)
    return { problem: `the file is larger than ${FILE_MAX_BYTES} bytes.`, told: { code: 'file-large' } };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'the file is not UTF-8. Save it as UTF-8.', told: { code: 'not-utf8' } };
  }
}

/**
 * What is wrong with a file that is not YAML, in words of our own: the parser's messages quote the file, which may
 * hold secrets, and say what the parser met rather than what a person should change.
 */
function explainSyntax(error: YAMLError, source: string): Diagnosis & { readonly message: string } {
  const [from, to] = error.pos;
  const rest = source.slice(from, to);
  switch (error.code) {
    case 'BAD_DQ_ESCAPE':
      return {
        code: 'escape',
        message: "a backslash in double quotes begins an escape. Put the value in single quotes instead: '^\\d+$'",
      };
    case 'TAB_AS_INDENT':
      return { code: 'tab', message: 'a tab is used to indent. Use spaces' };
    case 'BAD_SCALAR_START':
      return {
        code: 'character-reserved',
        message: `a value begins with ${rest.charAt(0) || 'a reserved character'}. Put the value in quotes`,
        facts: { character: rest.charAt(0) },
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        code: 'colon-inside',
        message:
          'a value holds ": ", or this line is indented wrongly. Put the value in quotes, or line the key up with its neighbours',
      };
    case 'MISSING_CHAR':
      if (/quote/.test(error.message)) return { code: 'quote-open', message: 'a quote is opened and never closed' };
      return /map values/.test(error.message)
        ? { code: 'colon-missing', message: 'a key has no value. Write a colon and a space behind it: "key: value"' }
        : { code: 'character-missing', message: 'a character is missing. Look for a missing comma, colon or bracket' };
    case 'BAD_INDENT':
      return /end with a/.test(error.message)
        ? {
            code: 'bracket-open',
            message: `a bracket is opened and not closed by its ${/\]/.test(error.message) ? ']' : '}'}`,
            facts: { bracket: /\]/.test(error.message) ? ']' : '}' },
          }
        : { code: 'indent', message: 'the line is indented wrongly. Line it up with its neighbours' };
    case 'MULTIPLE_DOCS':
      return {
        code: 'documents',
        message: 'the file holds several documents. Remove the line "---", and what follows it',
      };
    case 'UNEXPECTED_TOKEN':
      return {
        code: 'value-ended',
        message:
          'something stands where the value has already ended. Put a value that begins with {, [ or a quote in quotes as a whole: "{file} {entry}"',
      };
    default:
      return { code: 'yaml', message: 'the line is not valid YAML. Put values with special characters in quotes' };
  }
}

/** Where a person should look: for a quote or a bracket that is never closed, where it is opened; else where YAML stopped. */
function placeOfSyntax(error: YAMLError, document: Document.Parsed): number {
  let place = error.pos[0];
  const unclosed = error.code === 'MISSING_CHAR' ? /quote/ : error.code === 'BAD_INDENT' ? /end with a/ : undefined;
  if (unclosed?.test(error.message) !== true) return place;
  visit(document, (_key, node) => {
    const opens =
      (isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE')) ||
      (isCollection(node) && node.flow === true);
    if (opens && node.range && node.range[0] < error.pos[0] && node.range[2] >= error.pos[0]) place = node.range[0];
  });
  return place;
}
