import type { Locator } from 'playwright-core';

/** Drops a file on a place of a page, as from a folder of the desktop. */
export async function dropFile(place: Locator, name: string, content: string | Buffer): Promise<void> {
  const carried = await place.page().evaluateHandle(
    ([called, base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (each) => each.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], called!));
      return transfer;
    },
    [name, Buffer.from(content).toString('base64')],
  );
  for (const event of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(event, { dataTransfer: carried });
}
