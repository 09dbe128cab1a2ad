import type { Locator } from 'playwright-core';

/** Drops a file on a place of a page, as from a folder of the desktop. */
export function dropFile(place: Locator, name: string, content: string | Buffer): Promise<void> {
  return dropFiles(place, { [name]: content });
}

/** Drops several at once. @param files their contents by their names */
export async function dropFiles(place: Locator, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  const carried = await place.page().evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const [called, base64] of all) {
        const bytes = Uint8Array.from(atob(base64!), (each) => each.charCodeAt(0));
        transfer.items.add(new File([bytes], called!));
      }
      return transfer;
    },
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('base64')]),
  );
  for (const event of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(event, { dataTransfer: carried });
}
