import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('has every key of a job, as schema/job.schema.json says', () => {
  const script = fileURLToPath(new URL('../../scripts/job-reference.mjs', import.meta.url));
  const checked = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(checked.stderr).toBe('');
  expect(checked.status).toBe(0);
});
