import type { Sql } from './sqlite-database.ts';

/** IDs as ranges, each with its first and its last. IDs that were given out one after the other make one. */
export type IdRanges = readonly (readonly [first: number, last: number])[];

/** Ranges that one transaction writes or deletes, so that it stays under 100 ms. */
const RANGES_AT_ONCE = 5_000;

/** Adds an ID to ranges. */
export function addId(ranges: [number, number][], id: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === id - 1) last[1] = id;
  else ranges.push([id, id]);
}

/**
 * Keeps the IDs that the service's list showed while an import was planned, in the place of an earlier list, where it is to create
 * contacts: none of them can be the ID of a new one. Lists of imports that create nothing more are thrown away.
 */
export async function keepListed(db: Sql, num: number, ranges: IdRanges): Promise<void> {
  const gone = `delete from listed_contact where (import, first) in (select import, first from listed_contact
    where import = ?1 or import not in (select num from import where state in ('planning', 'planned', 'posting', 'partly-booked', 'in-doubt'))
    limit ${RANGES_AT_ONCE})`;
  while ((await db.write((tx) => tx.run(gone, num))) > 0);
  const toCreate =
    "select 1 from batch where import = ? and step = 'create-contact' and state in ('ready', 'waiting') limit 1";
  if ((await db.get(toCreate, num)) === undefined) return;
  const into = `insert into listed_contact (import, first, last)
    select ?, value ->> 0, value ->> 1 from json_each(?)`;
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE)
    await db.write((tx) => tx.run(into, num, JSON.stringify(ranges.slice(at, at + RANGES_AT_ONCE))));
}

/** Whether the list showed the contact of this ID to the import. */
export async function wasListed(db: Sql, num: number, id: number): Promise<boolean> {
  const nearest = await db.get<{ last: number }>(
    'select last from listed_contact where import = ? and first <= ? order by first desc limit 1',
    num,
    id,
  );
  return nearest !== undefined && nearest.last >= id;
}
