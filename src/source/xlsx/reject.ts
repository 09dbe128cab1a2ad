import { FileRejected } from '../../domain/issue.ts';

const SAVE_AGAIN = 'Open it in Excel or LibreOffice and save it again as .xlsx, or export it anew where it came from.';

/** The workbook is damaged, or not written as workbooks are. `where` is the part's name inside the workbook, as in `xl/worksheets/sheet1.xml`. */
export function malformed(where: string, what: string): FileRejected {
  return new FileRejected({
    code: 'file-malformed',
    value: where,
    message: `The workbook can't be read: ${where} ${what}.`,
    suggestion: SAVE_AGAIN,
  });
}

/** The workbook is larger than we take. */
export function tooLarge(where: string, what: string): FileRejected {
  return new FileRejected({
    code: 'file-too-large',
    value: where,
    message: `The workbook is too large: ${where} ${what}.`,
    suggestion: 'Split it into several workbooks, or export it as CSV.',
  });
}

/** The file is no .xlsx workbook. */
export function notWorkbook(what: string, suggestion: string): FileRejected {
  return new FileRejected({ code: 'file-type', message: `The file is not an .xlsx workbook: ${what}.`, suggestion });
}
