/** A source can't be reached, or doesn't give what it should: nothing more can be fetched from it now. */
export class SourceFailed extends Error {
  /** What to do about it. */
  readonly suggestion: string;
  /** It is away or busy: trying again soon may help, and does no harm. A wrong password does. */
  readonly passing: boolean;
  constructor(message: string, suggestion: string, { passing = false } = {}) {
    super(message);
    this.name = 'SourceFailed';
    this.suggestion = suggestion;
    this.passing = passing;
  }
}

/** One file can't be taken; the others can. The message speaks of "the file". */
export class FileRefused extends Error {
  readonly suggestion: string;
  /** Its name, where that became known only while it was fetched. */
  readonly file: string | undefined;
  constructor(message: string, suggestion: string, file?: string) {
    super(message);
    this.name = 'FileRefused';
    this.suggestion = suggestion;
    this.file = file;
  }
}
