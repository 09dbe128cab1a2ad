export { openWorkbook } from './xlsx/open-workbook.ts';
