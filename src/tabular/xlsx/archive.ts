import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileRejected } from '../../core/issue.ts';
import {
  ARCHIVE_MAX_ENTRIES,
  malformed,
  notWorkbook,
  PART_INFLATION_FREE_BYTES,
  PART_MAX_BYTES,
  PART_MAX_INFLATION,
  tooLarge,
  WORKBOOK_MAX_BYTES,
} from './limits.ts';

const STORED = 0;
const DEFLATED = 8;
/** The flag of an entry whose name is UTF-8; other names are in the code page of the machine that packed them. */
const UTF8_NAME_FLAG = 0x800;
/** Bytes that zlib hands over at a time. */
const INFLATE_CHUNK_BYTES = 128 * 1024;

/** The parts of a workbook's ZIP archive. Names are compared as the packaging standard (ECMA-376, part 2) does: without case, `/` between folders. */
export interface Archive {
  has(part: string): boolean;
  /**
   * Unpacked bytes of a part as they come, counted against the limits. When it ends by itself, length and checksum were right.
   * @throws FileRejected
   */
  stream(part: string, maxBytes?: number): AsyncGenerator<Buffer, void>;
  close(): void;
}

/** @throws FileRejected `file-type` where the file is no ZIP archive, `file-malformed` where the archive is damaged */
export async function openArchive(path: string): Promise<Archive> {
  const { default: yauzl } = await import('yauzl');
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    // Names are decoded here: yauzl refuses whole archives for names that some writers use (`/xl/workbook.xml`).
    // Sizes are checked here too, together with the checksum, which yauzl leaves alone.
    const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false };
    yauzl.open(path, options, (error, opened) => (error ? reject(archiveError(error)) : resolve(opened)));
  });
  try {
    return archiveOf(zip, await readDirectory(zip));
  } catch (error) {
    zip.close();
    throw error;
  }
}

function archiveError(error: Error & { code?: string }): Error {
  if (error instanceof FileRejected || error.code !== undefined) return error;
  if (/end of central directory/i.test(error.message)) {
    return notWorkbook(
      'it is not a ZIP archive, or only the beginning of one',
      'Copy or download it again, or save it as .xlsx in Excel or LibreOffice.',
    );
  }
  return malformed('its ZIP archive', `is damaged (${error.message})`);
}

function partKey(part: string): string {
  return part.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** Two parts of one name are refused when they are read: which of them counts would be a guess. */
const TWICE = 'twice';

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry | typeof TWICE>> {
  if (zip.entryCount > ARCHIVE_MAX_ENTRIES) {
    throw tooLarge('its ZIP archive', `has ${zip.entryCount} entries, more than ${ARCHIVE_MAX_ENTRIES}`);
  }
  const entries = new Map<string, Entry | typeof TWICE>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(archiveError(error)));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      const utf8 = (entry.generalPurposeBitFlag & UTF8_NAME_FLAG) !== 0;
      const key = partKey(entry.fileNameRaw.toString(utf8 ? 'utf8' : 'latin1'));
      entries.set(key, entries.has(key) ? TWICE : entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

function archiveOf(zip: ZipFile, entries: ReadonlyMap<string, Entry | typeof TWICE>): Archive {
  let unpackedBytes = 0;
  async function* stream(part: string, maxBytes = PART_MAX_BYTES): AsyncGenerator<Buffer, void> {
    const entry = entries.get(partKey(part));
    if (entry === undefined) throw malformed(part, 'is missing');
    if (entry === TWICE) throw malformed(part, 'is there twice');
    const packed = await openPacked(zip, entry, part);
    const unpacked = entry.compressionMethod === DEFLATED ? inflated(packed) : packed;
    let bytes = 0;
    let checksum = 0;
    try {
      for await (const chunk of unpacked as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        unpackedBytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge(part, `unpacks to more than ${maxBytes / 1024 ** 2} MiB`);
        if (bytes > PART_INFLATION_FREE_BYTES && bytes > entry.compressedSize * PART_MAX_INFLATION) {
          throw tooLarge(part, `unpacks to more than ${PART_MAX_INFLATION} times its packed size`);
        }
        if (unpackedBytes > WORKBOOK_MAX_BYTES) {
          throw tooLarge('what is read of it', `unpacks to more than ${WORKBOOK_MAX_BYTES / 1024 ** 2} MiB`);
        }
        checksum = crc32(chunk, checksum);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof FileRejected) throw error;
      throw malformed(part, `can't be unpacked (${(error as Error).message})`);
    } finally {
      packed.destroy();
      unpacked.destroy();
    }
    if (bytes !== entry.uncompressedSize || checksum !== entry.crc32 >>> 0) {
      throw malformed(part, 'is damaged: its checksum does not fit its contents');
    }
  }
  return {
    has: (part) => entries.has(partKey(part)),
    stream,
    close: () => zip.close(),
  };
}

function inflated(packed: Readable): Readable {
  const inflate = createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES });
  packed.once('error', (error) => inflate.destroy(error));
  return packed.pipe(inflate);
}

function openPacked(zip: ZipFile, entry: Entry, part: string): Promise<Readable> {
  if (entry.isEncrypted()) throw malformed(part, 'is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw malformed(part, `is packed by a method that workbooks don't use (${entry.compressionMethod})`);
  }
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, { decodeFileData: false }, (error, stream) =>
      error ? reject(archiveError(error)) : resolve(stream),
    );
  });
}
