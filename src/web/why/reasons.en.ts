import { counted } from '../counted.en.ts';
import type { ReasonWords } from './facts.ts';

const EXPORT = 'Export the file again and import that one.';
const MAP = 'Correct it, or check that the job reads the right column.';
const COMPARE = 'Compare them below, and give one answer for all.';

/** What the title of an issue leaves out, and on the second line what to do. */
export default {
  'account-ambiguous': (f) =>
    `There are ${counted(f('count'), 'account')} with this number.\nTidy up in the service so that only one has the number, then retry.`,
  'account-invalid': () =>
    'An account number is digits only, without zeros in front.\nUse another account, or correct the cell.',
  'account-unknown': (f) =>
    `${f('number') && `The job uses it as ${f('number')}. `}${f('near') && `Closest in the file: ${f('near')}.`}\nUse another account, or create this one in the accounting service and retry.`,
  'amount-invalid': (f) => `Expected: ${f('example')}.\nWrite the amount like the other amounts in the column.`,
  'amount-invalid/boolean': () => 'The cell holds true or false.\nEnter the amount.',
  'amount-invalid/cut': () => `The file seems to end in the middle of this amount.\n${EXPORT}`,
  'amount-invalid/date': () =>
    'The cell holds a date.\nEnter the amount, or format the cell as a number in the workbook.',
  'amount-invalid/kr': () => 'It can be read in two ways.\nPut a space after “kr.”.',
  'amount-invalid/mark': (f) => `The file uses “${f('mark')}” as decimal mark.\nWrite it like ${f('example')}.`,
  'amount-invalid/rate': () =>
    'The exchange rate can’t be used.\nCorrect it, or clear the cell if the amount is in the currency of the books.',
  'amount-invalid/side': () =>
    'The cell itself says debit or credit, and another column says it too.\nRemove the word, or the minus, from the cell.',
  'amount-invalid/thousands': (f) =>
    `It can be a rate of ${f('one')} or of ${f('thousand')}.\nWrite the rate that is meant.`,
  'amount-is-net': (f) =>
    `According to ${f('vat')}${f('gross') && ` and ${f('gross')}`}, VAT comes on top.\nIf that is wrong, let the job read the columns gross, net and VAT.`,
  'amount-too-long': (f) => `At most ${f('most')} digits.\nCorrect the amount.`,
  'amount-too-precise': (f) => `At most ${f('most')} decimals.\nRound the amount.`,
  'amount-too-precise/thousands': (f) => `It can be ${f('one')} or ${f('thousand')}.\nWrite the amount that is meant.`,
  'balance-broken': (f) =>
    `${f('rows') && `Between rows ${f('rows')}: the balance should be ${f.amount('expected')}, but is ${f.amount('balance')} (difference ${f.amount('difference')}). `}Nothing in this file is booked.\nIf a row is missing or appears twice, export the file again and import that one. If the rows are right, or you corrected them here, say so. If in and out are exchanged, set negate: true in the job.`,
  'balance-differs': (f) =>
    `${f('rows') && `Between rows ${f('rows')}: the balance should be ${f.amount('expected')}, but is ${f.amount('balance')} (difference ${f.amount('difference')}).`}\nCompare these rows with the statement. If in and out are exchanged, set negate: true in the job.`,
  cancelled: (f) => `By ${f('who')}: ${f('reason')}\nRetry to book them after all, or skip them.`,
  'cell-error': () => '\nCorrect the formula in the workbook, or enter the value here.',
  'column-duplicate': (f) => `Row ${f('row')}, columns ${f('columns')}.\nKeep only one of them in the file.`,
  'column-missing': (f) =>
    `Missing: ${f('missing')}. Row ${f('row')} has: ${f('names')}.${f('near') && ` Did the file rename it to ${f('near')}?`}\nCheck that this is the right job. If it is, change the name of the column in the job.`,
  'column-missing/misread': (f) =>
    `Row ${f('row')} has: ${f('names')}. Missing: ${f('missing')}. The letters were read with the wrong encoding.\nSave the file as UTF-8, or choose its encoding.`,
  'column-missing/number': (f) =>
    `The file has ${counted(f('columns'), 'column')}.\nCheck that this is the right job. If it is, correct the column numbers in the job.`,
  'contact-ambiguous': (f) => `${f('contacts')}\nMerge the contacts in the service, then retry.`,
  'contact-exists': (f) => `${f('contact')}\nNothing to do: the service has everything the file says.`,
  'contact-exists/differs': (f) =>
    `${f('contact')}${f('differs') && `. In the service ≠ in the file: ${f('differs')}`}\nIf the file is right, change the contact in the service. Then skip the row.`,
  'contact-exists/repeated': (f) =>
    `${f('row') && `See row ${f('row')}.`}\nNothing to do: the earlier row says the same.`,
  'contact-exists/repeated-differs': (f) =>
    `${f('row') && `See row ${f('row')}. `}${f('differs') && `Earlier row ≠ this row: ${f('differs')}`}\nCorrect one of the rows, and skip the other.`,
  'correction-mismatch': () => '\nDownload a new workbook of rows with errors, and correct that one.',
  'correction-mismatch/row': (f) =>
    `Row ${f('value')} is not on hold: it may have been booked already.\nDownload a new workbook of rows with errors, and correct that one.`,
  'correction-mismatch/twice': (f) =>
    `Row ${f('value')} stands twice in it, with the same cells.\nRemove one of the two. If a second one is to be booked, clear its cell in the column “bilag row”.`,
  'correction-mismatch/several': () =>
    'It holds rows of several imports.\nKeep the rows of each import in a file of its own.',
  'country-unknown': (f) => `${f('near') && `Did you mean ${f('near')}?`}\nEnter the name of the country or its code.`,
  'country-unknown/several': (f) => `It can be ${f('countries')}.\nEnter the code of the country.`,
  'country-unknown/two': (f) => `The row says both ${f('one')} and ${f('other')}.\nCorrect one of the cells.`,
  'credit-sign-ambiguous': () =>
    'The minus may only mark a credit, or it may reverse it.\nSay in the job what it means (creditSign: negative or positive).',
  'credit-sign-ambiguous/most': (f) =>
    `${f('negative')} are negative, ${f('positive')} positive. The minus may only mark money out, or it may reverse it.\nSay in the job what it means (creditSign: negative or positive).`,
  'credit-sign-ambiguous/word': () =>
    'For a bank CR is money in and DR money out; in a ledger it is the opposite.\nSay in the job what it means (creditSign: positive for money in, negative for money out).',
  'currency-differs': (f) =>
    `The books are in ${f('books')}.\n${f('original') && `If the amounts are in ${f('books')} already, and column ${f('column')} speaks of what they were converted from (see column ${f('original')}), set columns: { currency: none } in the job and retry. Otherwise: `}Enter the amount in ${f('books')}. If the file has a column with the converted amount or the rate, use that in the job and retry.`,
  'currency-differs/above': (f) =>
    `Line ${f('line')} above the header says so, and the books are in ${f('books')}.\nEnter the amount with its currency, as ${f('books')} 100. If the line speaks of something else, set columns: { currency: none } in the job and retry.`,
  'currency-differs/balance': (f) =>
    `The balance in column ${f('balance')} is in it, and the books are in ${f('books')}.\nEnter the amount with its currency, as ${f('books')} 100. If the amounts are in ${f('books')}, set columns: { currency: none } in the job and retry.`,
  'currency-differs/custom': (f) =>
    `The custom field ${f('field')} keeps no currency, and the books are in ${f('books')}.\nEnter the amount in ${f('books')}, as ${f('books')} 100.`,
  'currency-differs/either': (f) =>
    `The header of column ${f('column')} names several currencies, and the books are in ${f('books')}.\nEnter the amount with its currency, as ${f('books')} 100. If all amounts are in ${f('books')}, set currency: ${f('books')} in the job and retry.`,
  'currency-differs/unrated': (f) =>
    `The books are in ${f('books')}, and the rate is missing in column ${f('rate')}.\nEnter the rate.`,
  'currency-mixed': (f) =>
    `${f('currencies')}. Nothing says which currency the books are in.\n${f('original') && `If the amounts are in the currency of the books already, and another column says what they were converted from (see column ${f('original')}), set columns: { currency: none } in the job. Otherwise: `}Set the currency of the books in the job, or let the job read the converted amount or the rate.`,
  'custom-field-invalid': () => '\nCorrect the custom fields in the job.',
  'custom-field-undefined': () => '\nAdd the custom field to the job, with its data type; it is then created first.',
  'custom-value-invalid': () => 'The field holds whole numbers.\nEnter digits only.',
  'custom-value-invalid/digits': () =>
    'The field holds whole numbers, and this one is too long.\nUse a text field for it.',
  'custom-value-invalid/empty': (f) => `The field ${f('field')} can’t be empty.\nFill in the cell.`,
  'custom-value-invalid/long': (f) =>
    `It has ${counted(f('length'), 'character')}; at most ${f('most')} fit.\nShorten the text.`,
  'custom-value-invalid/zero': () =>
    'The field holds whole numbers, which can’t start with a zero.\nRemove the zero, or use a text field.',
  'custom-values-ignored': (f) =>
    `The service created contact ${f('contact')} without them; the other contacts are on hold.\nComplete that contact by hand, check the fields in the service, and retry.`,
  'custom-values-unread': () => '\nOpen one of the created contacts in the service and check its custom fields.',
  'custom-values-unread/compared': () =>
    'Custom fields of existing contacts were not compared.\nCheck them in the service where they matter.',
  'date-ambiguous': (f) =>
    `“${f('value')}” (row ${f('row')}) can be ${f('one')} or ${f('other')}.\nChoose how dates are written.`,
  'date-changed': (f) => `The earlier file: ${f('file')}.\n${COMPARE}`,
  'date-invalid': (f) => `Expected: ${f('expected')}.\nWrite the date like the other dates in the column.`,
  'date-invalid/no-day': () => 'There is no such day.\nCorrect the date.',
  'date-mixed': (f) =>
    `“${f('day')}” has the day first, “${f('month')}” (row ${f('row')}) the month.\nChoose how dates are written; the others are then put on hold.`,
  'date-mixed/turned': (f) =>
    `Dates up to the 12th are real dates (${f('cell')}, row ${f('row')}), all later ones are texts (“${f('text')}”): a program has probably taken the day for the month.\nExport the file again, and import it without opening it in between.`,
  'date-zone': (f) =>
    `The day is ${f('days')}.\nSet the time zone of the books in the job (file.timezone: Europe/Oslo) and retry, or enter the date alone.`,
  'day-changed': (f) =>
    `Here: ${f('day')}. Before: ${f('before')}. The earlier file: ${f('file')}, which has a payment that is missing here.\nBanks often list a card purchase under another day once it has settled.`,
  'debit-and-credit': (f) => `Debit ${f.amount('debit')}, credit ${f.amount('credit')}.\nRemove one of the amounts.`,
  'decimal-ambiguous': (f) =>
    `“${f('value')}” (row ${f('row')}): with a comma ${f.amount('comma')}, with a point ${f.amount('point')}.\nChoose the decimal mark.`,
  'decimal-mixed': (f) =>
    `“${f('first')}” and “${f('value')}” (row ${f('row')}) have different decimal marks.\nChoose the decimal mark; the others are then put on hold.`,
  'description-shortened': (f) =>
    `The service takes ${counted(f('most'), 'character')}.\nShorten the text if its end matters.`,
  'description-too-long': (f) =>
    `It has ${counted(f('length'), 'character')}; the service takes ${f('most')}.\nShorten the text.`,
  duplicate: (f) =>
    `${f('row') ? `Row ${f('row')} of ${f('file')}` : f('file')}.\nSkip them if the file was exported twice. If they are to be booked once more, say that they are not duplicates.`,
  'duplicate/answered': (f) => `${f('who')} answered that these were sent before: ${f('reason')}`,
  'duplicate/created': (f) =>
    `By ${f('file')}, though the service does not show it.\nLook for it in the service before you create it again.`,
  'email-invalid': () => 'Example: ola@firma.no.\nCorrect the address, or clear the cell.',
  'email-several': (f) => `${f('used') && `Used: ${f('used')}. Left out: ${f('others')}.`}`,
  'encoding-doubtful': (f) =>
    `Read as ${f('encoding')}: ${f('read')}. Other readings: ${f('others')}.\nChoose the encoding that looks right, or export the file as UTF-8.`,
  'encoding-invalid': (f) =>
    `Line ${f('line')} holds a letter that does not fit ${f('encoding')}.\nSave the file as UTF-8, or choose its encoding.`,
  'encoding-invalid/named': () => 'The file is UTF-8, and the job says otherwise.\nCorrect the encoding in the job.',
  'encoding-invalid/utf-32': () => 'The file is UTF-32.\nSave it as UTF-8.',
  'encoding-invalid/wide': (f) => `The file is damaged (${f('encoding')}).\nSave it as UTF-8.`,
  'entry-changed': (f) =>
    `Earlier file: ${f('file')}${f('row') && `, row ${f('row')}`}.${f('differs') && ` What differs: ${f.field('differs')}.`}\nIf both are right, book this one too; otherwise correct it, or skip it.`,
  'entry-changed/rate': (f) =>
    `At another rate: ${f('file')}${f('row') && `, row ${f('row')}`}.\nIf the bank revised the rate, skip this one. If it is another payment, book it too.`,
  'entry-too-large': (f) => `At most ${counted(f('most'), 'line')}.\nSplit the voucher.`,
  'entry-unbalanced': (f) =>
    `${f('difference') && `Debit ${f.amount('debit')}, credit ${f.amount('credit')}: difference ${f.amount('difference')}.`}\nCorrect the amount that is wrong, so that the difference becomes zero.`,
  'fee-not-booked': (f) =>
    `The job books column ${f('amount')}${f('other') && `, which differs from ${f('other')} by these fees`}. The first is ${f.amount('first')}.\n${f('other') && `If ${f('other')} is to be booked, let the job read it. `}To book the fees, import the file with a second job too, which reads ${f('column')} as the amount, and voucher numbers as a series of their own.`,
  'field-exists': () => 'It exists in the service.\nSkip the row if it is the same field.',
  'field-exists/differs': () =>
    'It exists with another data type or rule.\nGive this field another name, or skip the row.',
  'field-exists/repeated': () => 'It appears in an earlier row too.\nSkip the row if it is the same field.',
  'field-missing': () => '\nFill in the cell, or skip the row.',
  'field-missing/cut': () => `The file seems to end in this row.\n${EXPORT}`,
  'field-missing/side': () =>
    '\nFill in the cell. If the other account is in a row of its own, choose the column with the voucher number in the job.',
  'field-missing/line': () =>
    'It is all that the row says: a count, a print date or a page number.\nSkip the row. If it is a contact, fill in another cell.',
  'field-missing/unmapped': () => '\nAdd a rule or a default to the job, and retry.',
  'field-missing-in-service': () => '\nCorrect what the service says, then retry.',
  'field-missing-in-service/others': () =>
    'Another import is creating it.\nFinish that import first, then retry this one.',
  'field-missing-in-service/refused': (f) =>
    `The service says: “${f('said')}”\nCorrect it in the service or in the job, then retry.`,
  'field-missing-in-service/skipped': (f) =>
    `Skipped by ${f('who')}: ${f('reason')}\nCreate the field in the service and retry, or clear the cells of this column.`,
  'field-name-invalid': (f) => `A letter first, then letters, digits and _.\nUse ${f('better')} instead.`,
  'field-name-invalid/prefixed': (f) => `The service adds “Custom” by itself.\nUse ${f('better')} instead.`,
  'field-type-unknown': (f) =>
    `${f('near') && `Did you mean ${f('near')}? `}The service has: ${f('types')}.\nUse one of these.`,
  'file-empty': () => `\n${EXPORT}`,
  'file-malformed': () => `\n${EXPORT}`,
  'file-malformed/long': (f) => `The text on line ${f('line')} never ends.\n${EXPORT}`,
  'file-malformed/nul': (f) => `Line ${f('line')} holds a character that text never has.\n${EXPORT}`,
  'file-malformed/quote': (f) =>
    `A quotation mark is opened on line ${f('line')} and not closed.\nClose or remove it, or export the file again.`,
  'file-malformed/text': (f) =>
    `Text follows the closing quotation mark of a cell that starts on line ${f('line')}.\nCorrect the line, or export the file again.`,
  'file-malformed/wide': (f) => `Line ${f('line')} has too many columns.\nCheck what separates the columns.`,
  'file-malformed/workbook': () => '\nOpen it in Excel and save it again as XLSX.',
  'file-too-complex': (f) =>
    `It stops at row ${f('value')}.\nSimplify the regular expressions in the job (rules, skip), or take the row out of the file.`,
  'file-too-complex/memory': () =>
    'It needs too much memory.\nSplit the file, or leave out columns that are not booked.',
  'file-too-large': (f) => `At most ${f.bytes('most')}.\nSplit the file.`,
  'file-too-large/workbook': () => '\nSplit the workbook, or export it as CSV.',
  'file-type': () => '\nExport it as CSV or XLSX.',
  'file-type/archive': () => 'It is an archive.\nUnpack it, and import the file inside.',
  'file-type/excel': () => 'It is an old or binary Excel file.\nOpen it in Excel and save it as XLSX.',
  'file-type/lock': () =>
    'It is a lock file, which exists while a document is open.\nClose the document, and import that.',
  'file-type/password': () => 'It is protected by a password.\nRemove the password in Excel, and save it again.',
  'flag-invalid': () => '\nEnter yes or no.',
  'gross-differs': (f) =>
    `Net ${f.amount('net')} and VAT ${f.amount('vat')} make ${f.amount('sum')}; gross is ${f.amount('gross')}.\nCorrect the one that is wrong. If it is only rounding, allow a tolerance in the job (vat.tolerance).`,
  'gross-differs/sign': (f) =>
    `The VAT (${f.amount('vat')}) has the opposite sign of the net (${f.amount('net')}).\nCorrect the sign.`,
  'header-missing': (f) =>
    `Searched for ${f('columns')} in the first rows (${f('rows')}). The first row says: ${f('names')}.\nCheck that this is the right job, or choose which row has the column names.`,
  'header-missing/line': (f) =>
    `Row ${f('row')} is empty, or the file ends before it.\nChoose which row has the column names.`,
  'header-missing/misread': (f) =>
    `Searched for ${f('columns')} in the first rows (${f('rows')}). The first row says: ${f('names')}. The letters were read with the wrong encoding.\nSave the file as UTF-8, or choose its encoding.`,
  'key-differs': (f) => `The earlier file: ${f('file')}.\n${COMPARE}`,
  'matching-incomplete': (f) =>
    `The service did not show all its contacts; ${f('contacts')} were compared.\nLook for duplicates in the service.`,
  'model-ambiguous': (f) => `There are ${f('count')} of them.\nAsk whoever runs the service.`,
  'model-unknown': () => 'Models have English names: Contact, Product, Customer.\nCorrect the name.',
  'numbers-differ': (f) => `The earlier file: ${f('file')}.\n${COMPARE}`,
  'read-differently': (f) =>
    `The earlier file: ${f('file')}.\nIf what was booked then is wrong, reverse it in the service first. ${COMPARE}`,
  'numbers-restart': (f) =>
    `${f('dates') && `For example ${f('dates')}.`}\nCheck whether the numbers start again, or a voucher has lines on several dates.`,
  'other-series': (f) =>
    `${f('file') && `The earlier file: ${f('file')}.`}\nAnother till or journal with the same numbers is another series.`,
  'payment-not-made': () =>
    'A payment that waits comes again in a later file once it is made.\nSkip the row, or have the job skip such rows (skip). If the payment was made, correct the status.',
  'percent-unclear': (f) =>
    `Several VAT codes fit: ${f('types')}.\nSay in the job which one is meant (vat.percents), and retry.`,
  'percent-unclear/code': (f) =>
    `The job says VAT code ${f('code')}, which the service does not have once.\nCorrect it in the job, and retry.`,
  'percent-unclear/none': () =>
    'The service has no VAT code with this rate.\nCorrect the rate, or say in the job which VAT code it stands for (vat.percents).',
  'percent-unclear/text': () => 'It is not a percentage.\nEnter it like 25.',
  'phone-country-missing': () => '\nEnter the number with + and the country code.',
  'phone-invalid': () => '\nCorrect the number. Foreign numbers need + and the country code.',
  'phone-invalid/country': () => 'It is not a country code.\nEnter it like +47.',
  'phone-invalid/date': () => `It is a date.\n${MAP}`,
  'phone-invalid/rounded': () =>
    'Excel has rounded it, and the digits are lost.\nEnter the number again, or export the file without opening it in Excel.',
  'phone-several': (f) => `${f('used') && `Used: ${f('used')}. Left out: ${f('others')}.`}`,
  'postal-code-completed': (f) => `${f('sent') && `Sent as ${f('sent')}.`}\nNothing to do if that is right.`,
  'postal-code-unclear': () => '\nWrite it like 0555 Oslo, with the country in a column of its own.',
  'postal-code-unclear/norway': () =>
    'A postal code has four digits in Norway.\nCorrect it, or enter the country. If the column holds the place too, map it as both in the job.',
  'row-too-wide': (f) =>
    `The row has ${counted(f('values'), 'value')}, the file ${counted(f('columns'), 'column')}. Too many: ${f('value')}\nA text that contains the separator needs quotation marks around it.`,
  'rows-hidden': (f) =>
    `Rows ${f('rows')}.\nShow them in the workbook and save it, or say in the job whether hidden rows count (file.hidden).`,
  'rows-invalid': (f) => `With errors: ${f('entries')}.\nCorrect the file and import it again.`,
  'rows-repeated': (f) =>
    `${f('copies') && `${f('copies')} identical copies; the first: row ${f('rows')}.`}\nCheck whether the rows were exported or pasted twice, or are a sum.`,
  'service-rejected': (f) =>
    `${f('rows') && `About row ${f('rows')}.`}\nCorrect what the service says, in the rows or in the service, and retry.`,
  'sheet-missing': (f) => `The sheets are ${f('sheets')}.\nChoose one of them.`,
  'sheets-several': (f) =>
    `${f('sheets')}.\nChoose one of them, or say in the job that all are to be read (file.sheets).`,
  'sign-unknown': (f) => `Debit is ${f('debit')}, credit is ${f('credit')}.\nWrite it like the other rows.`,
  'twin-given-up': () => '\nTry it again: it is compared with all others once more.',
  'twin-given-up/repeated': (f) =>
    `${f('row') && `See row ${f('row')}.`}\nCorrect or skip that row, then retry this one.`,
  'skipped-before': (f) => `${f('who') && `By ${f('who')}: ${f('reason')}`}\nCheck whether that still holds.`,
  'sum-differs': (f) =>
    `Row ${f('row')} says ${f.amount('says')}; the rows come to ${f.amount('comes')}.\nCheck whether a row above is missing or appears twice.`,
  'text-changed': (f) =>
    `${f('before') && `Here: “${f('here')}”. Before: “${f('before')}”. `}The earlier file: ${f('file')}.\nBanks often write a longer text once a payment has settled.`,
  'too-many-issues': (f) =>
    `There are more than ${f('most')}.\nThis is probably the wrong file, or the wrong job for it.`,
  'too-many-rows': (f) => `At most ${counted(f('most'), 'row')}.\nSplit the file.`,
  'value-too-long': (f) => `It has ${counted(f('length'), 'character')}; at most ${f('most')} fit.\n${MAP}`,
  'vat-ambiguous': (f) => `${f('types')}.\nUse another code, or tidy up in the service and retry.`,
  'vat-differs': (f) =>
    `VAT code ${f('code')} (${f('percent')} %) makes ${f.amount('expected')} of net ${f.amount('net')}; the row has ${f.amount('vat')} (gross ${f.amount('gross')}).\nCorrect the amount or the code. If it is only rounding, allow a tolerance in the job (vat.tolerance).`,
  'vat-differs/none': () =>
    'The row has VAT but no VAT code, so the VAT would be lost.\nEnter the VAT code, or set it in the job and retry.',
  'vat-differs/percent': (f) =>
    `The row says ${f('value')} %, VAT code ${f('code')} has ${f('percent')} %.\nCorrect the one that is wrong.`,
  'vat-differs/reverse': (f) =>
    `VAT code ${f('code')} (${f('percent')} %) is reverse charge and should show no VAT; the row has ${f.amount('vat')} (net ${f.amount('net')}, gross ${f.amount('gross')}, expected ${f.amount('expected')}).\nCorrect the amount or the code.`,
  'vat-twice': (f) =>
    `${f('net') && `The service adds VAT (${f('percent')} %) to the line with ${f.amount('net')}. The voucher has it already: ${f.amount('vat')} on account ${f('account')} (row ${f('row')}).`}\nExport vouchers with amounts including VAT and without lines for it. Or say in the job that the codes mean none (vat.codes), and retry: the lines are then booked as they stand.`,
  'vat-unknown': (f) =>
    `${f('near') && `Did you mean ${f('near')}? `}${f('types') && `VAT codes with this rate: ${f('types')}.`}${f('known') && `The service has ${f('known')}.`}\nUse another VAT code, or create this one in the accounting service and retry.`,
} satisfies ReasonWords;
