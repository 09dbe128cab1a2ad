import JSZip from 'jszip';

/**
 * JSZip, which exceljs writes whole workbooks with, cuts text every 16,384 characters and encodes the pieces one by one: a
 * character of two halves that stands there becomes two U+FFFD. It is given bytes instead, which it leaves as they are.
 */
const zipped = JSZip.prototype.file as (name: string, data?: unknown, options?: object) => unknown;
JSZip.prototype.file = function (this: JSZip, ...given: [string, unknown?, object?]) {
  const [name, data, options] = given;
  return given.length === 1 ? zipped.call(this, name) : zipped.call(this, name, bytesOf(data), options);
} as typeof JSZip.prototype.file;

function bytesOf(data: unknown): unknown {
  return typeof data === 'string' ? Buffer.from(data) : data;
}
