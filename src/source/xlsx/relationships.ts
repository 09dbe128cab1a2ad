import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { PART_MAX_RELATIONSHIPS } from './limits.ts';
import { tooLarge } from './reject.ts';
import { readXmlPart } from './xml-document.ts';
import { nameCode } from './xml-scanner.ts';

const RELATIONSHIP = nameCode('Relationship');
const ID = nameCode('Id');
const TYPE = nameCode('Type');
const TARGET = nameCode('Target');
const TARGET_MODE = nameCode('TargetMode');

/** How a part points to another one. */
export interface Relationship {
  /** The last word of the type's address: `worksheet`, `sharedStrings`, … (the addresses differ between the two forms of the standard). */
  readonly type: string;
  /** Name of the part inside the archive. */
  readonly part: string;
}

/** Where `part` (the empty string: the whole package) points to, by id. None where it has no relationships. @throws FileRejected */
export async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relationships = new Map<string, Relationship>();
  if (!archive.has(path)) return relationships;
  await readXmlPart(archive, path, (xml) => {
    if (xml.name !== RELATIONSHIP || xml.attribute(TARGET_MODE) === 'External') return;
    const [id, type, target] = [xml.attribute(ID), xml.attribute(TYPE), xml.attribute(TARGET)];
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
