import type { Refusal } from './detect-type.ts';

/** Markup and exchange formats that are text but no table; none where the text may be CSV. */
export function detectText(head: Buffer): Refusal | undefined {
  const text = looseText(head);
  if (text.startsWith('#FLAGGA')) {
    return { what: 'an SIE file', suggestion: 'SIE is not read. Export the vouchers as CSV or XLSX instead.' };
  }
  if (text.startsWith('<')) return markup(text);
  if (/^(\{\s*("[^"]*"\s*:|\})|\[\s*(\{\s*"|\]))/.test(text)) {
    return { what: 'JSON', suggestion: 'Export the rows as CSV or XLSX.' };
  }
  return undefined;
}

function markup(text: string): Refusal | undefined {
  if (/<(\w+:)?AuditFile\b/.test(text)) {
    return { what: 'a SAF-T file (XML)', suggestion: 'SAF-T is not read. Export the vouchers as CSV or XLSX instead.' };
  }
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet')) {
    return { what: 'an Excel 2003 spreadsheet (XML)', suggestion: 'Open it in Excel and save it as XLSX.' };
  }
  if (/urn:iso:std:iso:20022:tech:xsd:camt/.test(text)) {
    return { what: 'a bank statement in XML (camt)', suggestion: 'Ask the bank for the statement as CSV or XLSX.' };
  }
  if (
    /^<(!doctype html|html|head|meta|body|table|div|style)\b/i.test(text) ||
    /^<\?xml[^>]*>\s*<!doctype html|^<\?xml[^>]*>\s*<html\b/i.test(text)
  ) {
    return {
      what: 'a web page (HTML)',
      suggestion:
        'If it opens as a table in Excel, save it there as XLSX; if it is a login or error page, download the file again.',
    };
  }
  if (/^<(\?xml\b|!--|!doctype\b|[a-z][\w:.-]*(\s[^<>]*)?\/?>)/i.test(text)) {
    return { what: 'XML', suggestion: 'Export the rows as CSV or XLSX.' };
  }
  return undefined;
}

/** The text as far as markup needs it, in whatever encoding: byte order marks, NULs and leading blanks dropped. */
function looseText(head: Buffer): string {
  return head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
}
