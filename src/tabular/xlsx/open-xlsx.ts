export { openWorkbook } from './workbook.ts';
