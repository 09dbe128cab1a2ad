import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const mutant = process.env['BILAG_TEST_BUILD'];
/** The planner runs in a thread and some tests run processes, from compiled modules: as the set-up of all tests built them, or a copy with a safeguard broken. */
export const BUILD = mutant ?? join(root, 'build');
/** The program: as it is shipped, or that of the copy. */
export const MAIN = join(mutant ?? join(root, 'dist'), 'main.js');
