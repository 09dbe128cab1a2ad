/** The rows of `12-14,20`; one that a correction added stays as it is called. */
export function rowsOf(ranges) {
  return ranges.split(',').flatMap((range) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    if (first === undefined) return range === '' ? [] : [range];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at);
  });
}
