import type { Cell } from '../../domain/cell.ts';
import type { Chunk, Source } from '../../domain/table.ts';
import { type Archive, openArchive } from './archive.ts';
import { HEADS_MAX_BYTES } from './limits.ts';
import type { CellFormat } from './number-format.ts';
import { malformed, tooLarge } from './reject.ts';
import { serialDates } from './serial-date.ts';
import { readSharedStrings, type SharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet-reader.ts';
import { readStyles } from './styles.ts';
import { readWorkbookPart, type WorkbookPart } from './workbook-part.ts';
import { utf8Xml } from './xml-bytes.ts';

/**
 * Opens an .xlsx workbook (ECMA-376, both forms) for reading row by row. Its tables are its worksheets; a merged cell has its
 * value in its first cell alone, as Excel keeps it; a row without a value is left out; rows end with their last value.
 * @throws FileRejected `file-type`, `file-malformed` or `file-too-large`
 */
export async function openWorkbook(path: string): Promise<Source> {
  const archive = await openArchive(path);
  try {
    const workbook = await readWorkbookPart(archive);
    return workbookSource(archive, workbook, await readStyles(archive, workbook.styles));
  } catch (error) {
    archive.close();
    throw error;
  }
}

function workbookSource(archive: Archive, workbook: WorkbookPart, styles: readonly CellFormat[]): Source {
  let strings: Promise<SharedStrings> | undefined;
  const dates = serialDates(workbook.epoch1904);

  let headBytes = 0;

  async function* chunks(table: number, head = false): AsyncGenerator<Chunk, void> {
    const sheet = workbook.sheets[table];
    if (sheet === undefined) throw new RangeError(`The workbook has no table ${table}`);
    const { part } = sheet;
    if (part === undefined) throw malformed(`its sheet “${sheet.name}”`, 'is missing');
    strings ??= readSharedStrings(archive, workbook.sharedStrings);
    const reader = new SheetReader({ part, strings: await strings, styles, dates });
    // Read to the end of the part even when the rows have ended, since only then its checksum is known to be right.
    for await (const bytes of utf8Xml(archive.stream(part), part)) {
      if (head && (headBytes += bytes.length) > HEADS_MAX_BYTES) {
        throw tooLarge('its sheets', `take more than ${HEADS_MAX_BYTES / 1024 ** 2} MiB before one has a header`);
      }
      if (reader.done) continue;
      reader.feed(bytes);
      while (reader.read()) yield* reader.take();
    }
    yield* reader.finish();
  }

  return {
    facts: { kind: 'xlsx', epoch1904: workbook.epoch1904 },
    tables: workbook.sheets.map(({ name, visible }) => ({ name, visible })),
    chunks: (table) => chunks(table),
    head: async (table, count) => {
      const lines: number[] = [];
      const records: (readonly Cell[])[] = [];
      let hiddenColumns: Chunk['hiddenColumns'];
      if (count > 0) {
        for await (const chunk of chunks(table, true)) {
          lines.push(...chunk.lines.slice(0, count - lines.length));
          records.push(...chunk.records.slice(0, count - records.length));
          hiddenColumns = chunk.hiddenColumns;
          if (lines.length === count) break;
        }
      }
      return { lines, records, ...(hiddenColumns === undefined ? {} : { hiddenColumns }) };
    },
    close: async () => {
      strings = undefined;
      archive.close();
    },
  };
}
