import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** The record of attempts beside the ledger. */
const LOG = 'attempts.log';

/**
 * Tells which points are reached by storing a file, and by writing into the record of attempts.
 * @param {(point: string) => void} reach
 */
export function watchFiles(reach) {
  watchStoring(reach);
  watchLog(reach);
  syncBuiltinESMExports();
}

function watchStoring(reach) {
  const { rename } = fs.promises;
  fs.promises.rename = async (from, to) => {
    const stores = /[/\\]files[/\\][^/\\]*\.part$/.test(String(from));
    if (stores) reach('storing');
    await rename(from, to);
    if (stores) reach('stored');
  };
}

function watchLog(reach) {
  const { openSync, closeSync, writeSync, appendFileSync } = fs;
  const descriptors = new Set();
  let writing = false;
  const isLog = (file) => descriptors.has(file) || (typeof file === 'string' && basename(file) === LOG);
  // One that is written in terms of another counts once.
  const watched =
    (write) =>
    (file, ...rest) => {
      if (writing || !isLog(file)) return write(file, ...rest);
      writing = true;
      try {
        reach('logging');
        const result = write(file, ...rest);
        reach('logged');
        return result;
      } finally {
        writing = false;
      }
    };
  fs.openSync = (path, ...rest) => {
    const descriptor = openSync(path, ...rest);
    if (isLog(path)) descriptors.add(descriptor);
    return descriptor;
  };
  fs.closeSync = (descriptor) => {
    descriptors.delete(descriptor);
    closeSync(descriptor);
  };
  fs.writeSync = watched(writeSync);
  fs.appendFileSync = watched(appendFileSync);
}
