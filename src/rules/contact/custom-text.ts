import { SMALL_TEXT_MAX_CHARACTERS } from '../../domain/custom-field.ts';
import type { Issue } from '../../domain/issue.ts';
import { quoteValue } from '../quote-value.ts';

/**
 * A text value of a custom field (service interface, section 2.6), as the file has it.
 * @returns an issue where a small text has more than 255 characters (UTF-16 code units, as the service counts)
 */
export function customText(text: string, type: 'Small text field' | 'Text', column: string): string | Issue {
  if (type === 'Text' || text.length <= SMALL_TEXT_MAX_CHARACTERS) return text;
  return {
    code: 'custom-value-invalid',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} has ${text.length} characters; a small text field holds ${SMALL_TEXT_MAX_CHARACTERS}.`,
    suggestion: 'Shorten it in the file, or use a custom field of type Text.',
  };
}
