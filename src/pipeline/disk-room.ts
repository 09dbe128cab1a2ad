import { statfs } from 'node:fs/promises';

/** Room below which bilag says that the disk is nearly full, in bytes: a plan takes about three times its file. */
export const LEAST_ROOM_BYTES = 256 * 1024 * 1024;

/** Bytes that this user can still write where an existing folder is. */
export async function diskRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** `1.5 GB`, `90 MB` */
export function roomWords(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1024 ? `${Math.floor(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
