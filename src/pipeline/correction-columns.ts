/** The columns that a workbook of failed rows ends with (design, section 7; fixed). */
export const CORRECTION_COLUMNS = {
  import: 'bilag import',
  row: 'bilag row',
  problem: 'bilag problem',
} as const;
