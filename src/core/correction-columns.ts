/** The columns that a workbook of failed rows ends with (design, section 7; fixed). */
export const CORRECTION_COLUMNS = {
  import: 'bilag import',
  row: 'bilag row',
  problem: 'bilag problem',
  /** Begins the names of columns that hold what stood beyond the file's last column. */
  beyond: 'bilag beyond',
} as const;
