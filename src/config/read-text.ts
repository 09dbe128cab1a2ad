/** Larger than any job or configuration that a person writes, in bytes. */
const FILE_MAX_BYTES = 1_048_576;

/** A file's text, or what is wrong with it. A byte order mark is left out. */
export function decodeText(bytes: Uint8Array): { readonly text: string } | { readonly problem: string } {
  if (bytes.length > FILE_MAX_BYTES) return { problem: `the file is larger than ${FILE_MAX_BYTES} bytes.` };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { problem: 'the file is not UTF-8. Save it as UTF-8.' };
  }
}
