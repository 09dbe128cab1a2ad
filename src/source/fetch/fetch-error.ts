/** A source can't be reached, or doesn't give what it should: nothing more can be fetched from it now. */
export class SourceFailed extends Error {
  /** What to do about it. */
  readonly suggestion: string;
  constructor(message: string, suggestion: string) {
    super(message);
    this.name = 'SourceFailed';
    this.suggestion = suggestion;
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
