import { afterAll, afterEach } from 'vitest';
import { closeOfFile, closeOfTest } from './closing.ts';

// Set up for each file: a helper that files share a process with would register its hooks in the first of them alone.
afterEach(closeOfTest);
afterAll(closeOfFile);
