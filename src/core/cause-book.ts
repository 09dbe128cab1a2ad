import { FileRejected, type Issue } from './issue.ts';

/** A cause as it is stored: the same code, column and value, in however many rows. */
export interface Cause extends Issue {
  readonly no: number;
}

/** Issues grouped by cause: one line for four hundred rows. */
export class CauseBook {
  readonly #causes = new Map<string, number>();
  readonly #fresh: Cause[] = [];
  readonly #limit: number;
  #next: number;

  /** @param limit different causes above which the file is rejected whole (job: `limits.issues`) */
  constructor(limit: number, firstNo: number) {
    this.#limit = limit;
    this.#next = firstNo;
  }

  /** Number that the next new cause would get. */
  get next(): number {
    return this.#next;
  }

  /** @returns the number of the issue's cause */
  note(issue: Issue): number {
    const id = `${issue.code}\u0001${issue.column ?? ''}\u0001${issue.value ?? ''}`;
    let no = this.#causes.get(id);
    if (no === undefined) {
      if (this.#causes.size >= this.#limit) {
        throw new FileRejected({
          code: 'too-many-issues',
          facts: { most: this.#limit },
          message: `The file has more than ${this.#limit} different problems; the newest is: ${issue.message}`,
          suggestion:
            'This is probably the wrong file, or the wrong job for it. If it is right, raise limits.issues in the job.',
        });
      }
      no = this.#next++;
      this.#causes.set(id, no);
      this.#fresh.push({ ...issue, no });
    }
    return no;
  }

  /** Causes that were first noted since the last call. */
  takeFresh(): Cause[] {
    return this.#fresh.splice(0);
  }
}
