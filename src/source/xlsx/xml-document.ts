import type { Archive } from './archive.ts';
import { utf8Xml } from './xml-bytes.ts';
import { MORE, OPEN, XmlScanner } from './xml-scanner.ts';

/** Reads a small part whole and calls `opened` for each of its elements. @throws FileRejected */
export async function readXmlPart(archive: Archive, part: string, opened: (xml: XmlScanner) => void): Promise<void> {
  const bytes = await archive.read(part);
  const xml = new XmlScanner(part);
  for await (const chunk of utf8Xml(once(bytes), part)) {
    xml.feed(chunk);
    for (let token = xml.next(); token !== MORE; token = xml.next()) if (token === OPEN) opened(xml);
  }
  xml.finish();
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}
