/**
 * A booking row after resolution (service interface, section 2.1). The amount is an exact integer of minor units at
 * the import's scale; it becomes decimal text only where the request body is written.
 */
export interface DraftLine {
  readonly accountId: number;
  readonly amount: number;
  readonly description: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly vatTypeId: number | undefined;
}

/** Characters that a description may have, unless the service says otherwise (design, section 8; key `descriptionMax`). */
export const DESCRIPTION_MAX_CHARACTERS = 500;
