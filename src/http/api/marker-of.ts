import { withoutMarker } from '../../core/marker.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import type { ServerPorts } from '../ports.ts';

/** The marker of an import's service; empty where it has none, or is no longer configured. */
export function markerOf({ service }: Pick<ImportRow, 'service'>, ports: Pick<ServerPorts, 'service'>): string {
  try {
    return ports.service(service).marker;
  } catch {
    return '';
  }
}

/** Takes what bilag appended off the descriptions of an import: people look for what their file says. */
export function unmarkedOf(row: Pick<ImportRow, 'service'>, ports: Pick<ServerPorts, 'service'>) {
  return withoutMarker(markerOf(row, ports));
}
