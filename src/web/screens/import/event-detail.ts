/** What stands beside a line of the history, as the pipeline wrote it, and parts of it as people read them. */
export interface Detail {
  readonly all: Readonly<Record<string, unknown>>;
  /** Whether the import is of vouchers. */
  readonly hasVouchers: boolean;
  text(key: string): string;
  number(key: string): string;
  moment(key: string): string;
  /** Of an issue with the whole file: its title. */
  readonly issue: string;
  /** Of an import that stands still: why. */
  readonly stall: string;
  /** Of an answer to a question about the whole file: what was asked, and what was answered. */
  readonly question: string;
  readonly answer: string;
}
