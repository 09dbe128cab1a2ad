import { canonicalText } from './canonical-text.ts';

/**
 * The marker of a service's probe (design, section 6): text behind every description, by which an entry can be found
 * again in the service's books. `{import}`, `{batch}` and `{entry}` (the entry's ordinal in its import) are filled in.
 */
export function batchMarker(marker: string, importId: string, batch: number): string {
  return marker.replaceAll('{import}', importId).replaceAll('{batch}', String(batch));
}

/** As it is sent: with single blanks, and at most one before it, behind the text. */
export function canonicalMarker(marker: string): string {
  return (/^\s/.test(marker) ? ' ' : '') + canonicalText(marker);
}

/** An import's ID, and digits of a batch and of an entry: more than there are. */
const LONGEST = { import: 26, batch: 8, entry: 8 };

/** Characters that a marker takes at most once its places are filled in. */
export function longestMarker(marker: string): number {
  return marker.replace(/\{(import|batch|entry)\}/g, (_, name: keyof typeof LONGEST) => '0'.repeat(LONGEST[name]))
    .length;
}

/** The marker of one entry, out of that of its batch. */
export function entryMarker(ofBatch: string, seq: number): string {
  return ofBatch.replaceAll('{entry}', String(seq));
}

/**
 * Whether a description ends with the marker of its entry. Any batch will do: the halves of a refused batch, and what is
 * left of one that others claimed from, keep the texts that they were frozen with.
 */
export function isMarked(description: string, marker: string, importId: string, seq: number): boolean {
  const own = entryMarker(marker.replaceAll('{import}', importId), seq);
  const pattern = own.split('{batch}').map(literally).join('[1-9]\\d*');
  // Without a text it stands alone, without the blank at its head.
  return marker !== '' && new RegExp(`${pattern}$|^${pattern.trimStart()}$`).test(description);
}

/** Takes the marker off a description, whatever import, batch and entry it names. */
export function withoutMarker(marker: string): (description: string) => string {
  if (marker === '') return (description) => description;
  const pattern = literally(marker).replace(/\\\{(import|batch|entry)\\\}/g, (_, name) =>
    name === 'import' ? '[0-9A-Z]{26}' : '\\d+',
  );
  const end = new RegExp(`${pattern}$`);
  return (description) => description.replace(end, '');
}

/** As a part of a pattern. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
