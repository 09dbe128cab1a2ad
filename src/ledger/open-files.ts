import type { Sql } from './sqlite-database.ts';

/** A file of the inbox that waits because a process holds it open for writing. */
export interface OpenFile {
  readonly job: string;
  readonly name: string;
  readonly pid: number;
  /** Name of the process. */
  readonly program: string;
  /** Since when the file has waited. */
  readonly since: number;
}

/** Files of the inbox that other processes hold open, for the list and the dashboard. */
export interface OpenFiles {
  /** These are all of an inbox now. @param until when they are no longer shown, unless they are told again */
  tell(folder: string, files: readonly OpenFile[], now: number, until: number): Promise<void>;
  list(now: number): Promise<OpenFile[]>;
}

export function openFilesOf(db: Sql): OpenFiles {
  return {
    async tell(folder, files, now, until) {
      const told = await db.all<OpenFile & { until: number }>('select * from open_file where folder = ?', folder);
      const isTold = ({ job, name, pid }: OpenFile) =>
        told.some(
          (row) => row.job === job && row.name === name && row.pid === pid && row.until - now > (until - now) / 2,
        );
      if (told.length === files.length && files.every(isTold)) return;
      await db.write(async (tx) => {
        await tx.run('delete from open_file where folder = ?', folder);
        for (const { job, name, pid, program, since } of files) {
          await tx.run(
            'insert or replace into open_file (folder, job, name, pid, program, since, until) values (?, ?, ?, ?, ?, ?, ?)',
            ...[folder, job, name, pid, program, since, until],
          );
        }
      });
    },
    list: (now) =>
      db.all<OpenFile>(
        'select job, name, pid, program, since from open_file where until > ? order by since, job, name',
        now,
      ),
  };
}
