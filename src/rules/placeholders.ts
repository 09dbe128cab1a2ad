/** Fills `{file}`, `{row}` and `{field}` in a value of the job; anything else in braces stays as it is. */
export function fillPlaceholders<Field extends string>(
  template: string,
  file: string,
  row: number,
  fields: readonly Field[],
  value: (field: Field) => string,
): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'file') return file;
      if (name === 'row') return String(row);
      const field = fields.find((each) => each === name);
      return field === undefined ? whole : value(field);
    })
    .trim();
}
