/** Before the name of an encoding: text in it that was misread as Windows-1252, and saved as UTF-8 with the wrong letters. */
export const REPAIR = 'repair:';

/** The encoding of the text before it was misread; undefined where the name asks for no repair. */
export function repairedEncoding(name: string): string | undefined {
  return name.toLowerCase().startsWith(REPAIR) ? name.slice(REPAIR.length) : undefined;
}
