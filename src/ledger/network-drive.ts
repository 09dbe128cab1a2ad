import { statfsSync } from 'node:fs';

/** File systems across a network, by the number that statfs tells on Linux: SQLite's locks can't be trusted on them. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB2',
};

/** Name of the network file system that an existing folder lies on; undefined for a disk of this machine. */
export function networkDrive(folder: string): string | undefined {
  return NETWORK_FILE_SYSTEMS[statfsSync(folder).type];
}
