import { UsageError } from '../../domain/issue.ts';

const ID = /^[1-9]\d{0,14}$/;

/**
 * A record's ID as it stands on the command line.
 * @throws UsageError for what can't be one
 */
export function recordId(text: string, what: 'contact' | 'product'): number {
  if (ID.test(text)) return Number(text);
  throw new UsageError(
    `${JSON.stringify(text)} is not the ID of a ${what}: IDs are whole numbers from 1.`,
    what === 'contact' ? 'The IDs stand in: bilag service contacts' : undefined,
  );
}
