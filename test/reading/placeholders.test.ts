import { expect, test } from 'vitest';
import { bookingFields } from '../../src/core/job-fields.ts';
import { fillPlaceholders } from '../../src/reading/row-context.ts';

const fill = (template: string) =>
  fillPlaceholders(template, 'a{row}.csv', 7, bookingFields, (field) =>
    field === 'entry' ? '12' : field === 'description' ? '{file}' : '',
  );

test('file, row and fields are filled in; anything else stays as it is', () => {
  expect(fill('{file} {entry} {row} {what} {} { row }')).toBe('a{row}.csv 12 7 {what} {} { row }');
});

test('what is filled in is not filled again', () => {
  expect(fill('{description}')).toBe('{file}');
});

test('nothing is left of an empty field at either end', () => {
  expect(fill(' {account} {entry} {vat} ')).toBe('12');
});
