import type { Archive } from './archive.ts';
import { SMALL_PART_MAX_BYTES } from './limits.ts';
import { utf8Xml } from './xml-bytes.ts';
import { MORE, OPEN, XmlScanner } from './xml-scanner.ts';

/** Reads a small part to its end and calls `opened` for each of its elements. @throws FileRejected */
export async function readXmlPart(archive: Archive, part: string, opened: (xml: XmlScanner) => void): Promise<void> {
  const xml = new XmlScanner(part);
  for await (const chunk of utf8Xml(archive.stream(part, SMALL_PART_MAX_BYTES), part)) {
    xml.feed(chunk);
    for (let token = xml.next(); token !== MORE; token = xml.next()) if (token === OPEN) opened(xml);
  }
  xml.finish();
}
