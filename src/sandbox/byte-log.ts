/** Bytes of a slab: entries lie side by side in slabs, outside the heap. */
const SLAB_BYTES = 1024 * 1024;

/** Pieces of bytes, kept in order: hundreds of thousands of them are a few hundred objects. */
export interface ByteLog {
  readonly count: number;
  append(bytes: Buffer): void;
  /** A view, not a copy. @param index counted from 0, less than `count` */
  at(index: number): Buffer;
}

export function createByteLog(): ByteLog {
  const slabs: Buffer[] = [];
  const slabNos: number[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  let used = SLAB_BYTES;
  return {
    get count() {
      return starts.length;
    },
    append(bytes) {
      if (used + bytes.length > (slabs.at(-1)?.length ?? 0)) {
        slabs.push(Buffer.allocUnsafeSlow(Math.max(bytes.length, SLAB_BYTES)));
        used = 0;
      }
      slabs.at(-1)?.set(bytes, used);
      slabNos.push(slabs.length - 1);
      starts.push(used);
      lengths.push(bytes.length);
      used += bytes.length;
    },
    at(index) {
      const start = starts[index]!;
      return slabs[slabNos[index]!]!.subarray(start, start + lengths[index]!);
    },
  };
}

/** Whether JSON bytes can hold a text, without reading them; a sender that escapes freely hides its texts. */
export function jsonMayHold(text: string): (json: Buffer) => boolean {
  const written = JSON.stringify(text).slice(1, -1);
  return (json) => json.includes(written) || json.includes('\\u') || json.includes('\\/');
}
