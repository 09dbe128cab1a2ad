import { type Document, isCollection, isScalar, visit, type YAMLError } from 'yaml';

/**
 * What is wrong with a file that is not YAML, in words of our own: the parser's messages quote the file, which may
 * hold secrets, and say what the parser met rather than what a person should change.
 */
export function explainSyntax(error: YAMLError, source: string): string {
  const [from, to] = error.pos;
  const rest = source.slice(from, to);
  switch (error.code) {
    case 'BAD_DQ_ESCAPE':
      return "a backslash in double quotes begins an escape. Put the value in single quotes instead: '^\\d+$'";
    case 'TAB_AS_INDENT':
      return 'a tab is used to indent. Use spaces';
    case 'BAD_SCALAR_START':
      return `a value begins with ${rest.charAt(0) || 'a reserved character'}. Put the value in quotes`;
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return 'a value holds ": ", or this line is indented wrongly. Put the value in quotes, or line the key up with its neighbours';
    case 'MISSING_CHAR':
      if (/quote/.test(error.message)) return 'a quote is opened and never closed';
      return /map values/.test(error.message)
        ? 'a key has no value. Write a colon and a space behind it: "key: value"'
        : 'a character is missing. Look for a missing comma, colon or bracket';
    case 'BAD_INDENT':
      return /end with a/.test(error.message)
        ? `a bracket is opened and not closed by its ${/\]/.test(error.message) ? ']' : '}'}`
        : 'the line is indented wrongly. Line it up with its neighbours';
    case 'MULTIPLE_DOCS':
      return 'the file holds several documents. Remove the line "---", and what follows it';
    case 'UNEXPECTED_TOKEN':
      return 'something stands where the value has already ended. Put a value that begins with {, [ or a quote in quotes as a whole: "{file} {entry}"';
    default:
      return 'the line is not valid YAML. Put values with special characters in quotes';
  }
}

/** Where a person should look: for a quote or a bracket that is never closed, where it is opened; else where YAML stopped. */
export function placeOfSyntax(error: YAMLError, document: Document.Parsed): number {
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
