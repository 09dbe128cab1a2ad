import { open } from 'node:fs/promises';

/** Bytes at the start of a text file that hold its header, however many columns it has. */
const HEAD_BYTES = 1024 * 1024;
const ZIP_START = 'PK';

/**
 * Whether the head of a file may hold these words (in ASCII). False is certain: it is text in which they don't stand.
 * What is packed would have to be unpacked first, and may mention anything.
 */
export async function mayMention(path: string, words: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, HEAD_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.toString('latin1', 0, ZIP_START.length) === ZIP_START) return true;
    // In UTF-16 of either kind, the words' bytes stand with a NUL between each two.
    return head.includes(words, 0, 'latin1') || head.includes(words.split('').join('\0'), 0, 'latin1');
  } finally {
    await file.close();
  }
}
