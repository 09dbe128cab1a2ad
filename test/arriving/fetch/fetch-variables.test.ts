// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { expect, test } from 'vitest';
import { fetchVariables } from '../../../src/arriving/fetch/open-source.ts';
import { SourceFailed } from '../../../src/arriving/fetch/source.ts';

const sftp = { host: 'h', port: 22, user: 'u', path: '/out/${A}.csv', after: 'keep' as const };

test('variables are put into what may hold secrets, and into nothing else', () => {
  const environment = { A: 'one', B: 'two' };
  expect(
    fetchVariables({ url: 'https://${A}.example/', headers: { X: '${A} ${B}', Y: 'plain' } }, environment),
  ).toEqual({ url: 'https://one.example/', headers: { X: 'one two', Y: 'plain' } });
  expect(fetchVariables({ sftp: { ...sftp, password: '${A}', passphrase: '${B}' } }, environment)).toEqual({
    sftp: { ...sftp, password: 'one', passphrase: 'two' },
  });
  expect(fetchVariables({ path: '/mnt/${A}/*.csv' }, environment)).toEqual({ path: '/mnt/${A}/*.csv' });
});

test('variables that are missing are named with their place; no value is shown', () => {
  const error = (() => {
    try {
      return fetchVariables({ url: 'https://x/${A}', headers: { K: '${SET} ${B}' } }, { SET: 'hunter2', B: '' });
    } catch (reason) {
      return reason as SourceFailed;
    }
  })();
  expect(error).toBeInstanceOf(SourceFailed);
  expect((error as SourceFailed).message).toBe(
    'fetch.url needs the variable A; fetch.headers.K needs the variable B, which are not set in the environment.',
  );
});
