import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/** The record of attempts beside the ledger. */
const LOG = 'attempts.journal';

/**
 * Tells which points are reached by storing a file, by moving one of the inbox, and by writing into the record of attempts.
 * @param {(point: string) => void} reach
 */
export function watchFiles(reach) {
  watchRenames(reach);
  watchInbox(reach);
  watchLog(reach);
  syncBuiltinESMExports();
}

/** Points around a rename, by its two paths. */
const RENAMES = [
  { is: (from) => /[/\\]files[/\\][^/\\]*\.part$/.test(from), before: 'storing', after: 'stored' },
  { is: (_, to) => /[/\\]processing[/\\][^/\\]+$/.test(to), before: 'moving', after: 'moved' },
  {
    // What is written beside a file gets its name by a rename too.
    is: (from, to) => /[/\\](done|failed)[/\\][^/\\]+$/.test(to) && !from.endsWith('.part'),
    ...{ before: 'putting-away', after: 'put-away' },
  },
];

function watchRenames(reach) {
  const { rename } = fs.promises;
  fs.promises.rename = async (from, to) => {
    const points = RENAMES.filter(({ is }) => is(String(from), String(to)));
    for (const { before } of points) reach(before);
    await rename(from, to);
    for (const { after } of points) reach(after);
  };
}

function watchInbox(reach) {
  const { open, link } = fs.promises;
  fs.promises.open = async (path, flags, ...rest) => {
    const file = await open(path, flags, ...rest);
    if (flags === 'wx' && /[/\\]processing[/\\][^/\\]+$/.test(String(path))) reach('named');
    return file;
  };
  fs.promises.link = async (from, to) => {
    await link(from, to);
    if (/[/\\](done|failed)[/\\][^/\\]+$/.test(String(to))) reach('beside');
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
