import { crc32, deflateRawSync } from 'node:zlib';

/** A part of an archive that may lie about itself. */
export interface Member {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Unpacked bytes that the archive says it has; default: the truth. */
  readonly says?: number;
  /** Shares the packed bytes of the member of this name, which stands before it. */
  readonly overlaps?: string;
}

/** A ZIP archive with these members, whatever they say of themselves. */
export function archive(members: readonly Member[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const placed = new Map<string, { common: Buffer; offset: number }>();
  let offset = 0;
  for (const { name, content = '', says, overlaps } of members) {
    let place = overlaps === undefined ? undefined : placed.get(overlaps);
    if (place === undefined) {
      const data = Buffer.from(content);
      const packed = deflateRawSync(data);
      const common = Buffer.alloc(26);
      common.writeUInt16LE(20, 0);
      common.writeUInt16LE(0x800, 2);
      common.writeUInt16LE(8, 4);
      common.writeUInt32LE(crc32(data), 10);
      common.writeUInt32LE(packed.length, 14);
      common.writeUInt32LE(says ?? data.length, 18);
      common.writeUInt16LE(Buffer.byteLength(name), 22);
      place = { common, offset };
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
      locals.push(local);
      offset += local.length;
    }
    placed.set(name, place);
    const central = Buffer.alloc(46);
    central.write('PK\x01\x02', 'latin1');
    place.common.copy(central, 6);
    central.writeUInt16LE(Buffer.byteLength(name), 28);
    central.writeUInt32LE(place.offset, 42);
    directory.push(Buffer.concat([central, Buffer.from(name)]));
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
