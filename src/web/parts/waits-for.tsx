import type { z } from 'zod';
import { waitsOnly } from '../../core/states.ts';
import type { importAnswer } from '../../http/api/shapes.ts';
import { count } from '../format.ts';
import { common } from '../words.ts';
import { Link } from './link.tsx';

type Import = Pick<z.output<typeof importAnswer>, 'state' | 'entries' | 'waitsFor'>;

/** All that is left of an import waits for other imports. */
export const isWaiting = ({ state, entries, waitsFor = [] }: Partial<Import>): boolean =>
  state !== undefined && waitsOnly(state, entries?.pending ?? 0, waitsFor);

/** Entries that wait for what becomes of the same ones in other imports: how many, for which, and what is known of these. */
export function WaitsFor({ of: waitsFor = [] }: { readonly of: Import['waitsFor'] }) {
  const { waits, waitsWhy } = common;
  return (
    <ul class="plain-list waits-for">
      {waitsFor.map(({ import: id, file, entries, state }) => (
        <li key={id}>
          {waits(entries, count(entries))} <Link to={`/imports/${id}`}>{file}</Link>: {waitsWhy[state]}
        </li>
      ))}
    </ul>
  );
}
