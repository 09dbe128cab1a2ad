import type { Archive } from './archive.ts';
import { WORKBOOK_MAX_CELL_FORMATS, WORKBOOK_MAX_NUMBER_FORMATS } from './limits.ts';
import { builtInKind, type CellFormat, cellFormat } from './number-format.ts';
import { NOT_DATE } from './serial-date.ts';
import { readXmlPart } from './xml-document.ts';
import { nameCode } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

const NUMBER_FORMATS = nameCode('numFmts');
const NUMBER_FORMAT = nameCode('numFmt');
const FORMAT_ID = nameCode('numFmtId');
const FORMAT_CODE = nameCode('formatCode');
const CELL_FORMATS = nameCode('cellXfs');
const CELL_FORMAT = nameCode('xf');

/** What each cell format of the workbook shows, by its number (`s` of a cell). @throws FileRejected */
export async function readStyles(archive: Archive, part: string | undefined): Promise<readonly CellFormat[]> {
  if (part === undefined) return [];
  const spelledOut = new Map<number, CellFormat>();
  const formatIds: number[] = [];
  // Elements of these names also stand elsewhere (in differential formats): the list they stand in tells.
  let list = 0;
  await readXmlPart(archive, part, (xml) => {
    if (xml.depth === 2) list = xml.name;
    if (xml.depth !== 3) return;
    if (list === NUMBER_FORMATS && xml.name === NUMBER_FORMAT) {
      if (spelledOut.size === WORKBOOK_MAX_NUMBER_FORMATS) {
        throw xml.error(`spells out more than ${WORKBOOK_MAX_NUMBER_FORMATS} number formats`);
      }
      spelledOut.set(Number(xml.attribute(FORMAT_ID)), cellFormat(unescapeXstring(xml.attribute(FORMAT_CODE) ?? '')));
    } else if (list === CELL_FORMATS && xml.name === CELL_FORMAT) {
      if (formatIds.length === WORKBOOK_MAX_CELL_FORMATS)
        throw xml.error('has more cell formats than a workbook can have');
      formatIds.push(Number(xml.attribute(FORMAT_ID) ?? 0));
    }
  });
  return formatIds.map((id) => spelledOut.get(id) ?? (Number.isInteger(id) ? builtInKind(id) : NOT_DATE));
}
