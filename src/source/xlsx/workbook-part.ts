import type { Archive } from './archive.ts';
import { WORKBOOK_MAX_SHEETS } from './limits.ts';
import { notWorkbook, tooLarge } from './reject.ts';
import { readRelationships } from './relationships.ts';
import { readXmlPart } from './xml-document.ts';
import { nameCode } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

const WORKBOOK = nameCode('workbook');
const WORKBOOK_PROPERTIES = nameCode('workbookPr');
const DATE_1904 = nameCode('date1904');
const SHEETS = nameCode('sheets');
const SHEET = nameCode('sheet');
const NAME = nameCode('name');
const STATE = nameCode('state');
const ID = nameCode('id');

const DEFAULT_WORKBOOK_PART = 'xl/workbook.xml';

export interface WorkbookPart {
  readonly epoch1904: boolean;
  /** Worksheets only: chart sheets and the like hold no cells. `part` is undefined where the workbook lost it. */
  readonly sheets: readonly { readonly name: string; readonly visible: boolean; readonly part: string | undefined }[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
}

/** @throws FileRejected `file-type` where the archive is something else than a workbook */
export async function readWorkbookPart(archive: Archive): Promise<WorkbookPart> {
  const part = await workbookPartName(archive);
  const relationships = await readRelationships(archive, part);
  const sheets: WorkbookPart['sheets'][number][] = [];
  let epoch1904 = false;
  let list = 0;
  await readXmlPart(archive, part, (xml) => {
    if (xml.depth === 1 && xml.name !== WORKBOOK) throw xml.error('is no workbook');
    if (xml.depth === 2) list = xml.name;
    if (xml.depth === 2 && xml.name === WORKBOOK_PROPERTIES) {
      epoch1904 = ['1', 'true', 'on'].includes(xml.attribute(DATE_1904) ?? '');
    } else if (xml.depth === 3 && list === SHEETS && xml.name === SHEET) {
      if (sheets.length === WORKBOOK_MAX_SHEETS) throw tooLarge(part, `names more than ${WORKBOOK_MAX_SHEETS} sheets`);
      const target = relationships.get(xml.prefixedAttribute(ID) ?? '');
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
