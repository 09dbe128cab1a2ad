import { posix } from 'node:path';
import type { Cell } from '../../core/cell.ts';
import type { Chunk, Source } from '../table.ts';
import { type Archive, openArchive } from './archive.ts';
import { serialDates } from './cell-value.ts';
import {
  HEADS_MAX_BYTES,
  malformed,
  notWorkbook,
  PART_MAX_RELATIONSHIPS,
  tooLarge,
  WORKBOOK_MAX_SHEETS,
} from './limits.ts';
import { SheetReader } from './sheet-reader.ts';
import { readSharedStrings, type SharedStrings } from './strings.ts';
import { type CellFormat, readStyles } from './styles.ts';
import { readXmlPart, utf8Xml } from './xml.ts';
import { nameCode } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

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
    const reader = new SheetReader({
      part,
      strings: await strings,
      styles,
      isUncalculated: workbook.isUncalculated,
      dates,
    });
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

const RELATIONSHIP = nameCode('Relationship');
const RELATIONSHIP_ID = nameCode('Id');
const TYPE = nameCode('Type');
const TARGET = nameCode('Target');
const TARGET_MODE = nameCode('TargetMode');

/** How a part points to another one. */
interface Relationship {
  /** The last word of the type's address: `worksheet`, `sharedStrings`, … (the addresses differ between the two forms of the standard). */
  readonly type: string;
  /** Name of the part inside the archive. */
  readonly part: string;
}

/** Where `part` (the empty string: the whole package) points to, by id. None where it has no relationships. @throws FileRejected */
async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relationships = new Map<string, Relationship>();
  if (!archive.has(path)) return relationships;
  await readXmlPart(archive, path, (xml) => {
    if (xml.name !== RELATIONSHIP || xml.attribute(TARGET_MODE) === 'External') return;
    const [id, type, target] = [xml.attribute(RELATIONSHIP_ID), xml.attribute(TYPE), xml.attribute(TARGET)];
    if (relationships.size === PART_MAX_RELATIONSHIPS) {
      throw tooLarge(path, `holds more than ${PART_MAX_RELATIONSHIPS} relationships`);
    }
    if (id === undefined || type === undefined || target === undefined) return;
    relationships.set(id, { type: type.slice(type.lastIndexOf('/') + 1), part: resolve(archive, folder, target) });
  });
  return relationships;
}

function resolve(archive: Archive, folder: string, target: string): string {
  const path = unescaped(target).replaceAll('\\', '/');
  const relative = posix.join('/', folder, path).slice(1);
  const absolute = posix.join('/', path).slice(1);
  // Some writers leave out the slash of an absolute target, others put one where the folder is missing.
  const candidates = path.startsWith('/') ? [absolute, relative] : [relative, absolute];
  return candidates.find((candidate) => archive.has(candidate)) ?? (candidates[0] as string);
}

function unescaped(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

const WORKBOOK = nameCode('workbook');
const WORKBOOK_PROPERTIES = nameCode('workbookPr');
const DATE_1904 = nameCode('date1904');
const CALCULATION = nameCode('calcPr');
const CALCULATE_ON_LOAD = nameCode('fullCalcOnLoad');
const SHEETS = nameCode('sheets');
const SHEET = nameCode('sheet');
const NAME = nameCode('name');
const STATE = nameCode('state');
const SHEET_RELATIONSHIP = nameCode('id');

const DEFAULT_WORKBOOK_PART = 'xl/workbook.xml';

interface WorkbookPart {
  readonly epoch1904: boolean;
  /** It asks whoever opens it to calculate all formulas. */
  readonly isUncalculated: boolean;
  /** Worksheets only: chart sheets and the like hold no cells. `part` is undefined where the workbook lost it. */
  readonly sheets: readonly { readonly name: string; readonly visible: boolean; readonly part: string | undefined }[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
}

/** @throws FileRejected `file-type` where the archive is something else than a workbook */
async function readWorkbookPart(archive: Archive): Promise<WorkbookPart> {
  const part = await workbookPartName(archive);
  const relationships = await readRelationships(archive, part);
  const sheets: WorkbookPart['sheets'][number][] = [];
  let epoch1904 = false;
  let isUncalculated = false;
  let list = 0;
  await readXmlPart(archive, part, (xml) => {
    if (xml.depth === 1 && xml.name !== WORKBOOK) throw xml.error('is not a workbook');
    if (xml.depth === 2) list = xml.name;
    if (xml.depth === 2 && xml.name === WORKBOOK_PROPERTIES) {
      epoch1904 = ['1', 'true', 'on'].includes(xml.attribute(DATE_1904) ?? '');
    } else if (xml.depth === 2 && xml.name === CALCULATION) {
      isUncalculated = ['1', 'true', 'on'].includes(xml.attribute(CALCULATE_ON_LOAD) ?? '');
    } else if (xml.depth === 3 && list === SHEETS && xml.name === SHEET) {
      if (sheets.length === WORKBOOK_MAX_SHEETS) throw tooLarge(part, `names more than ${WORKBOOK_MAX_SHEETS} sheets`);
      const target = relationships.get(xml.prefixedAttribute(SHEET_RELATIONSHIP) ?? '');
      if (target !== undefined && target.type !== 'worksheet') return;
      const visible = (xml.attribute(STATE) ?? 'visible') === 'visible';
      sheets.push({ name: unescapeXstring(xml.attribute(NAME) ?? ''), visible, part: target?.part });
    }
  });
  const partOf = (type: string): string | undefined =>
    [...relationships.values()].find((relationship) => relationship.type === type)?.part;
  const sharedStrings = partOf('sharedStrings');
  return {
    epoch1904,
    isUncalculated,
    sheets,
    // Writers point to shared strings that they then don't write when there are none.
    sharedStrings: sharedStrings !== undefined && archive.has(sharedStrings) ? sharedStrings : undefined,
    styles: partOf('styles'),
  };
}

async function workbookPartName(archive: Archive): Promise<string> {
  const main = [...(await readRelationships(archive, '')).values()].find(({ type }) => type === 'officeDocument')?.part;
  if (main?.endsWith('.bin')) {
    throw notWorkbook('it is a binary workbook (.xlsb)', 'Open it in Excel and save it as Excel Workbook (.xlsx).');
  }
  if (main !== undefined && /^(word|ppt)\//i.test(main)) {
    throw notWorkbook('it is a Word or PowerPoint file', 'Give the workbook that holds the bookings.');
  }
  const part = main !== undefined && archive.has(main) ? main : DEFAULT_WORKBOOK_PART;
  if (archive.has(part)) return part;
  if (archive.has('content.xml') && archive.has('mimetype')) {
    throw notWorkbook('it is an OpenDocument file', 'Open it in LibreOffice and save it as .xlsx.');
  }
  throw notWorkbook('it is a ZIP archive without a workbook in it', 'Unpack it and give the files that are in it.');
}
