import { describe, expect, it } from 'vitest';
import { explainError, explainTrouble } from '../../src/cli/output/explain-error.ts';
import { FileRejected, UsageError } from '../../src/core/issue.ts';

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('what a person hears of an error', () => {
  it('usage: exit code 2, with the suggestion', () => {
    expect(explainError(new UsageError('No such job.', 'Did you mean x?'))).toEqual({
      code: 2,
      message: 'No such job.',
      suggestion: 'Did you mean x?',
    });
  });

  it('a file refused before it was recorded: exit code 3, with the reason', () => {
    const error = new FileRejected({ code: 'file-too-large', message: 'Too large.', suggestion: 'Split it.' });
    expect(explainError(error)).toEqual({ code: 3, message: 'Too large.', suggestion: 'Split it.' });
  });

  it.each([
    ['a full disk', withCode('ENOSPC', 'ENOSPC: no space left on device, write'), /disk is full/],
    ['a full disk, as SQLite says it', withCode('SQLITE_FULL', 'database or disk is full'), /disk is full/],
    ['a locked ledger', withCode('SQLITE_BUSY', 'database is locked'), /locked/],
    ['a file that is no ledger', withCode('SQLITE_NOTADB', 'file is not a database'), /not a ledger/],
    [
      'a ledger that can not be written',
      withCode('SQLITE_READONLY', 'attempt to write a readonly database'),
      /can't be opened/,
    ],
  ])('%s: exit code 1, said clearly, with what to do', (_, error, words) => {
    const told = explainError(error);
    expect(told.code).toBe(1);
    expect(told.message).toMatch(words);
    expect(told.suggestion).toBeTruthy();
  });

  it('a full disk: the same command goes on', () => {
    expect(explainError(withCode('ENOSPC', 'x')).suggestion).toContain('the same command continues where it stopped');
  });

  it('anything else: one line, never a stack', () => {
    const told = explainTrouble('', 'Something broke\n    at planFile (plan-file.js:1:1)', undefined);
    expect(told.message).toBe('Something broke');
  });
});
