import { useEffect } from 'preact/hooks';
import type { EditQueue } from './edit-queue.ts';

/** What was written and is not saved: leaving the screen sends it, and leaving the page asks first. */
export function useUnsaved(edits: EditQueue): void {
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (!edits.hasUnsaved()) return;
      void edits.settle();
      event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('beforeunload', leave);
      void edits.settle();
    };
  }, [edits]);
}
