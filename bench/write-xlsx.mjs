import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32, createDeflateRaw } from 'node:zlib';
import { amountText, Control, HEADER, journal, YEAR_OF_JOURNAL } from './journal.mjs';

const CHUNK_CHARACTERS = 256 * 1024;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Format 14 is Excel's own short date. */
const DATE_STYLE = 1;
const EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const COLUMNS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Bilag" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/**
 * Writes a journal as a workbook in the way that Excel does: shared strings, dates as serials, amounts as numbers.
 * @param options what `journal` takes
 * @returns its control totals
 */
export async function writeXlsx(path, options) {
  const control = new Control();
  const strings = new Map();
  const shared = (text) => {
    let index = strings.get(text);
    if (index === undefined) strings.set(text, (index = strings.size));
    return index;
  };
  const zip = openZip(path);
  try {
    for (const [name, xml] of Object.entries(PARTS)) await zip.add(name, [XML + xml]);
    await zip.add('xl/worksheets/sheet1.xml', sheetXml(options, control, shared));
    await zip.add('xl/sharedStrings.xml', stringsXml(strings));
    zip.end();
  } finally {
    zip.close();
  }
  return control;
}

function* sheetXml(options, control, shared) {
  const text = (column, row, value) => `<c r="${COLUMNS[column]}${row}" t="s"><v>${shared(value)}</v></c>`;
  const number = (column, row, value) => `<c r="${COLUMNS[column]}${row}"><v>${value}</v></c>`;
  let row = 1;
  let xml = `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1:H${options.rows + 1}"/><sheetData>`;
  xml += `<row r="1">${HEADER.map((name, column) => text(column, 1, name)).join('')}</row>`;
  for (const entry of journal(options)) {
    control.add(entry);
    const serial = (Date.UTC(YEAR_OF_JOURNAL, entry.month - 1, entry.day) - EPOCH) / DAY_MS;
    for (const line of entry.lines) {
      row++;
      xml += `<row r="${row}" spans="1:8">${number(0, row, entry.number)}<c r="B${row}" s="${DATE_STYLE}"><v>${serial}</v></c>${number(2, row, line.account)}${text(3, row, line.text)}${number(4, row, amountText(line.cents, '.'))}`;
      if (line.vat !== '') xml += text(5, row, line.vat);
      xml += `${number(6, row, line.department)}${text(7, row, line.reference)}</row>`;
    }
    if (xml.length < CHUNK_CHARACTERS) continue;
    yield xml;
    xml = '';
  }
  yield `${xml}</sheetData></worksheet>`;
}

function* stringsXml(strings) {
  let xml = `${XML}<sst xmlns="${MAIN}" uniqueCount="${strings.size}">`;
  for (const text of strings.keys()) {
    xml += `<si><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></si>`;
    if (xml.length < CHUNK_CHARACTERS) continue;
    yield xml;
    xml = '';
  }
  yield `${xml}</sst>`;
}

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const LOCAL_BYTES = 30;

/** A ZIP archive with one deflated part after the other; sizes are filled in once a part has been written. */
function openZip(path) {
  const file = openSync(path, 'w');
  const directory = [];
  let offset = 0;
  const append = (bytes) => {
    writeSync(file, bytes, 0, bytes.length, offset);
    offset += bytes.length;
  };
  const fields = ({ crc, packed, size }) => {
    const buffer = Buffer.alloc(22);
    buffer.writeUInt16LE(20, 0);
    buffer.writeUInt16LE(UTF8_NAMES, 2);
    buffer.writeUInt16LE(DEFLATED, 4);
    buffer.writeUInt32LE(0x0021_0000, 6);
    buffer.writeUInt32LE(crc, 10);
    buffer.writeUInt32LE(packed, 14);
    buffer.writeUInt32LE(size, 18);
    return buffer;
  };
  return {
    async add(name, texts) {
      const start = offset;
      const nameBytes = Buffer.from(name);
      const part = { nameBytes, start, crc: 0, packed: 0, size: 0 };
      offset += LOCAL_BYTES + nameBytes.length;
      const data = offset;
      const deflate = createDeflateRaw({ level: 5 });
      deflate.on('data', append);
      for (const text of texts) {
        const bytes = Buffer.from(text);
        part.crc = crc32(bytes, part.crc);
        part.size += bytes.length;
        if (!deflate.write(bytes)) await once(deflate, 'drain');
      }
      deflate.end();
      await once(deflate, 'end');
      part.packed = offset - data;
      const header = Buffer.concat([Buffer.from('PK\x03\x04'), fields(part), Buffer.alloc(4), nameBytes]);
      header.writeUInt16LE(nameBytes.length, 26);
      writeSync(file, header, 0, header.length, start);
      directory.push(part);
    },
    end() {
      const start = offset;
      for (const part of directory) {
        const tail = Buffer.alloc(18);
        tail.writeUInt16LE(part.nameBytes.length, 0);
        tail.writeUInt32LE(part.start, 14);
        append(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields(part), tail, part.nameBytes]));
      }
      const end = Buffer.alloc(22);
      end.write('PK\x05\x06', 'latin1');
      end.writeUInt16LE(directory.length, 8);
      end.writeUInt16LE(directory.length, 10);
      end.writeUInt32LE(offset - start, 12);
      end.writeUInt32LE(start, 16);
      append(end);
    },
    close: () => closeSync(file),
  };
}
