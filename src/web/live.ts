import { effect, signal } from '@preact/signals';
import type { z } from 'zod';
import type { importEvent } from '../http/api/shapes.ts';
import { ask } from './api.ts';
import { user } from './session.ts';

/** How an import stands, as the server tells it while it happens. */
export type ImportEvent = z.output<typeof importEvent>;

/** Whether the stream of events is open: what is shown is then as it is now. */
export const isLive = signal(false);

type Listener = (event: ImportEvent | 'reload') => void;
const listeners = new Set<Listener>();
let source: EventSource | undefined;
/** A stream that was refused is asked for again after this time, in milliseconds. */
const AGAIN_MS = 5_000;

/** One stream for the whole dashboard, open while somebody listens; the browser opens it again where it breaks. */
function connect(): void {
  source = new EventSource('/api/events');
  source.onopen = () => {
    isLive.value = true;
  };
  source.onerror = () => {
    isLive.value = false;
    // The browser tries again by itself where the stream broke, and never where it was refused.
    if (source?.readyState === EventSource.CLOSED) void refused();
  };
  source.addEventListener('import', ({ data }) => tell(JSON.parse(data) as ImportEvent));
  source.addEventListener('reload', () => tell('reload'));
}

async function refused(): Promise<void> {
  disconnect();
  // Where the session is over, this says so.
  await ask('/api/session').catch(() => undefined);
  setTimeout(() => {
    if (source === undefined && listeners.size > 0 && user.peek()) connect();
  }, AGAIN_MS);
}

function tell(event: ImportEvent | 'reload'): void {
  for (const listener of listeners) listener(event);
}

function disconnect(): void {
  source?.close();
  source = undefined;
  isLive.value = false;
}

effect(() => {
  if (!user.value) disconnect();
  else if (source === undefined && listeners.size > 0) connect();
});

/**
 * Follows what becomes of imports. `reload`: more has changed than is told, so ask again.
 * @returns ends it
 */
export function follow(listener: Listener): () => void {
  listeners.add(listener);
  if (source === undefined && user.value) connect();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) disconnect();
  };
}
