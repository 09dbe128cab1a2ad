import { counted } from '../core/counted.ts';
import { UsageError } from '../core/issue.ts';
import { nearest } from '../core/nearest.ts';
import type { Ledger } from './open-ledger.ts';
import type { ImportRow } from './rows.ts';

/** Imports that a message names at most. */
const NAMED = 5;
/** Imports among which a mistyped id is looked for. */
const SEARCHED = 500;

/**
 * The import that a person means by an id, or by the beginning of one; upper and lower case alike.
 * @throws UsageError where none or several begin so: it names those that may be meant
 */
export async function findImport(given: string, ledger: Ledger): Promise<ImportRow> {
  const id = given.trim().toUpperCase();
  const found = id === '' ? [] : (await ledger.imports.find(id)).filter((row) => row.id.startsWith(id));
  const [first] = found;
  if (first !== undefined && (found.length === 1 || first.id === id)) return first;
  if (found.length > 1) {
    throw new UsageError(
      `${counted(found.length, 'import begins', 'imports begin')} with ${id}.`,
      `Give more of the id: ${found.slice(0, NAMED).map(named).join(', ')}${found.length > NAMED ? ', …' : ''}.`,
    );
  }
  const known = await ledger.imports.list(SEARCHED);
  const meant = nearest(
    id,
    known.map((row) => row.id),
  );
  const newest = known.slice(0, NAMED).map(named).join(', ');
  throw new UsageError(
    `There is no import ${given}.`,
    known.length === 0
      ? 'Nothing has been imported here yet; BILAG_HOME says where the ledger is.'
      : `${meant === undefined ? '' : `Did you mean ${meant}? `}The newest: ${newest}. All of them: bilag list`,
  );
}

function named({ id, file }: ImportRow): string {
  return `${id} (${file})`;
}
