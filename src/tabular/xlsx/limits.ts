import { FileRejected } from '../../core/issue.ts';

/** What a workbook may hold. The first five are Excel's own limits; the others bound what a hostile file can cost. */

/** Rows of a sheet. */
export const SHEET_MAX_ROWS = 1_048_576;
/** Columns of a sheet (XFD). */
export const SHEET_MAX_COLUMNS = 16_384;
/** UTF-16 characters of a cell. */
export const CELL_MAX_CHARACTERS = 32_767;
/** Cell formats of a workbook. */
export const WORKBOOK_MAX_CELL_FORMATS = 65_490;
/** The last day that Excel knows, 9999-12-31, as a serial number of the 1900 epoch. */
export const LAST_SERIAL_1900 = 2_958_465;

/** Unpacked bytes of a sheet or of the shared strings: a full sheet of 1,048,576 rows has room for 48 columns at 40 bytes of XML a cell. */
export const PART_MAX_BYTES = 2 * 1024 ** 3;
/** Unpacked bytes of all parts that are read for one reading of a workbook: overlapping parts can unpack the same bytes again and again. */
export const WORKBOOK_MAX_BYTES = 3 * 1024 ** 3;
/** Unpacked bytes of a part that describes the others (workbook, relationships, styles). */
export const SMALL_PART_MAX_BYTES = 32 * 1024 ** 2;
/** Unpacked bytes of all sheets together that are looked at for a header: a million formatted rows without a value take 90 MB. */
export const HEADS_MAX_BYTES = 256 * 1024 ** 2;
/** How much larger than its packed form a part may be. Deflate reaches 1,032; real workbooks of repeated long texts reach 70. */
export const PART_MAX_INFLATION = 200;
/** Unpacked bytes up to which `PART_MAX_INFLATION` is not asked about. */
export const PART_INFLATION_FREE_BYTES = 64 * 1024 ** 2;
/** UTF-8 bytes of all shared strings together, held in memory while the workbook is open. */
export const SHARED_STRINGS_MAX_BYTES = 128 * 1024 ** 2;
/** Shared strings of a workbook; each costs four bytes beside its text. */
export const SHARED_STRINGS_MAX_COUNT = 8 * 1024 ** 2;
/** Entries of the ZIP archive: a sheet has a few beside itself. */
export const ARCHIVE_MAX_ENTRIES = 10_000;
/** Sheets of a workbook: each that is visible may be looked at for a header. */
export const WORKBOOK_MAX_SHEETS = 1_000;
/** Relationships of one part. */
export const PART_MAX_RELATIONSHIPS = 20_000;
/** Number formats that a workbook spells out. Excel takes about 250. */
export const WORKBOOK_MAX_NUMBER_FORMATS = 10_000;
/** Cells of a sheet, the empty ones left of a value included: a full sheet of 1,048,576 rows has room for 64 columns. */
export const SHEET_MAX_CELLS = 64 * 1024 ** 2;
/** Characters of a row, as far as its texts are long (`LONG_TEXT_CHARACTERS`): as many as a record of a CSV file. */
export const ROW_MAX_CHARACTERS = 10 * 1024 ** 2;
/** Characters of a sheet's long texts together, since many cells can refer to one: a full sheet has room for one of 512 in each row. */
export const SHEET_MAX_CHARACTERS = 512 * 1024 ** 2;
/** Texts from this length on are long. */
export const LONG_TEXT_CHARACTERS = 256;

/** Bytes of one tag, text or comment: a cell of 32,767 characters, each written as a ten-byte reference, takes a third of it. */
export const XML_MAX_TOKEN_BYTES = 1024 ** 2;
/** Elements inside each other; a worksheet needs about ten. */
export const XML_MAX_DEPTH = 128;
/** Attributes of one element; a root element with all of Excel's namespaces has about 40. */
export const XML_MAX_ATTRIBUTES = 256;

/** Records of a chunk. */
export const CHUNK_RECORDS = 1_000;
/** Cells of a chunk plus characters of its long texts: wide or wordy sheets give shorter chunks. */
export const CHUNK_MAX_WEIGHT = 1_000_000;

const SAVE_AGAIN = 'Open it in Excel or LibreOffice and save it again as .xlsx, or export it anew where it came from.';

/** The workbook is damaged, or not written as workbooks are. `where` is the part's name inside the workbook, as in `xl/worksheets/sheet1.xml`. */
export function malformed(where: string, what: string): FileRejected {
  return new FileRejected({
    code: 'file-malformed',
    value: where,
    variant: 'workbook',
    message: `The workbook can't be read: ${where} ${what}.`,
    suggestion: SAVE_AGAIN,
  });
}

/** The workbook is larger than we take. */
export function tooLarge(where: string, what: string): FileRejected {
  return new FileRejected({
    code: 'file-too-large',
    value: where,
    variant: 'workbook',
    message: `The workbook is too large: ${where} ${what}.`,
    suggestion: 'Split it into several workbooks, or export it as CSV.',
  });
}

/** The file is no .xlsx workbook. */
export function notWorkbook(what: string, suggestion: string): FileRejected {
  return new FileRejected({ code: 'file-type', message: `The file is not an .xlsx workbook: ${what}.`, suggestion });
}
