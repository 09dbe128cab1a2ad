/**
 * The marker of a service's probe (design, section 6): text behind every description, by which an entry can be found
 * again in the service's books. `{import}`, `{batch}` and `{entry}` (the entry's ordinal in its import) are filled in.
 */
export function batchMarker(marker: string, importId: string, batch: number): string {
  return marker.replaceAll('{import}', importId).replaceAll('{batch}', String(batch));
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
  const parts = entryMarker(marker.replaceAll('{import}', importId), seq).split('{batch}').map(literally);
  return marker !== '' && new RegExp(`${parts.join('[1-9]\\d*')}$`).test(description);
}

/** As a part of a pattern. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
