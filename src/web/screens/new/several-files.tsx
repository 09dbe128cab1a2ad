import type { JobKind } from '../../../core/job.ts';
import { count } from '../../format.ts';
import { UNNAMED } from '../../kinds.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { sayFailure } from '../../why/why.ts';
import { common } from '../../words.ts';
import { heldWords, kindCount, money, readyOf, willWords } from './book-words.ts';
import { rowsWords } from './drafted-file.tsx';
import type { Earlier } from './shapes.ts';
import { Steps } from './steps.tsx';
import { type DraftRow, type DraftRows, fittingOf, isReady } from './use-files.ts';
import { t } from './words.ts';

interface SeveralFilesProps {
  readonly files: DraftRows;
  /** Opens one of them by itself. */
  readonly onOpen: (draft: string) => void;
  readonly onLeave: () => void;
}

/** Several files, each under the job that fits it, and booked at once. */
export function SeveralFiles({ files, onOpen, onLeave }: SeveralFilesProps) {
  const { value: rows } = files.rows;
  const ready = rows.filter(isReady);
  const isBusy = rows.some((row) => row.isBusy);
  const open = rows.filter((row) => !row.isBusy && row.booked === undefined && !isReady(row)).length;
  return (
    <Page
      title={common.nav.new}
      about={
        <>
          {t.files(count(rows.length))} ·{' '}
          <button type="button" class="quiet small" onClick={onLeave}>
            {t.others}
          </button>
        </>
      }
      actions={<Steps now={isBusy || ready.length > 0 ? 'check' : open > 0 ? 'file' : 'book'} />}
    >
      <section class="sheet" aria-label={t.filesTitle}>
        <Table
          label={t.filesTitle}
          class="list cards several"
          columns={[[t.file], [t.job], [t.outcome], [t.sum, 'num'], [<span class="visually-hidden">{t.open}</span>]]}
        >
          {rows.map((row) => (
            <FileRow key={row.draft} row={row} files={files} onOpen={() => onOpen(row.draft)} />
          ))}
        </Table>
      </section>
      <div class="foot">
        <span class="soft" role="status">
          {isBusy ? t.working : open > 0 ? t.needYou(count(open)) : ''}
        </span>
        <span class="acts">
          {ready.length > 0 ? (
            <button type="button" class="primary" disabled={isBusy} onClick={() => files.book()}>
              {t.bookFiles(readyOfAll(ready), ready.length, count(ready.length))}
            </button>
          ) : (
            <Link to="/" class="btn">
              {common.toImports}
            </Link>
          )}
        </span>
      </div>
    </Page>
  );
}

/** `120 vouchers, 8 contacts` */
function readyOfAll(rows: readonly DraftRow[]): string {
  const kinds = new Map<JobKind, number>();
  for (const { plan } of rows) {
    const { kind = UNNAMED } = plan!.receipt;
    kinds.set(kind, (kinds.get(kind) ?? 0) + readyOf(plan!));
  }
  return [...kinds].map(([kind, n]) => kindCount(n, kind)).join(', ');
}

interface FileRowProps {
  readonly row: DraftRow;
  readonly files: DraftRows;
  readonly onOpen: () => void;
}

function FileRow({
  row: { draft, look, job, plan, failure, booked, isBusy = false },
  row,
  files,
  onOpen,
}: FileRowProps) {
  const name = look?.file ?? t.looking;
  const fitting = fittingOf(look);
  const service = fitting.find((fit) => fit.name === job)?.service;
  return (
    <tr>
      <th scope="row">
        {name}
        {look !== undefined && <span class="sub">{rowsWords(look)}</span>}
      </th>
      <td data-th={t.job}>
        {fitting.length > 1 && booked === undefined ? (
          <select
            aria-label={t.jobOf(name)}
            value={job ?? ''}
            disabled={isBusy}
            onChange={(event) => files.choose(draft, event.currentTarget.value)}
          >
            <option value="" disabled>
              {t.chooseJob}
            </option>
            {fitting.map((fit) => (
              <option key={fit.name} value={fit.name}>
                {fit.name} · {t.inService(fit.service)}
              </option>
            ))}
          </select>
        ) : (
          <span>
            {job ?? booked?.job ?? (look !== undefined && look.corrects === undefined && t.noneFits)}
            {service !== undefined && <span class="sub">{t.inService(service)}</span>}
          </span>
        )}
      </td>
      <td data-th={t.outcome}>
        <div>
          <Outcome row={row} />
        </div>
      </td>
      <td class="num" data-th={t.sum}>
        {plan !== undefined && money(plan)}
      </td>
      <td>
        {booked === undefined && (
          <div class="acts">
            {failure !== undefined && job !== undefined && (
              <button type="button" disabled={isBusy} onClick={() => files.choose(draft, job)}>
                {common.again}
              </button>
            )}
            <button
              type="button"
              disabled={look === undefined || isBusy}
              aria-label={`${t.open}: ${name}`}
              onClick={onOpen}
            >
              {t.open}
            </button>
            <button
              type="button"
              class="quiet icon"
              aria-label={t.removeFile(name)}
              disabled={isBusy}
              onClick={() => files.remove(draft)}
            >
              <Icon of="x" />
            </button>
          </div>
        )}
      </td>
    </tr>
  );
}

/** What a file comes to, what became of it, or why it was refused: beside the file, for the others go on. */
function Outcome({ row: { look, job, plan, failure, booked, isBusy } }: { readonly row: DraftRow }) {
  if (booked !== undefined) {
    return <Link to={`/imports/${booked.import}`}>{t.received}</Link>;
  }
  if (failure !== undefined) {
    const { import: earlier } = (failure.body ?? {}) as Partial<Earlier>;
    return earlier === undefined ? (
      <span class="rejected word">{sayFailure(failure).join(' ')}</span>
    ) : (
      <>
        {t.before}. <Link to={`/imports/${earlier}`}>{t.toEarlier}</Link>
      </>
    );
  }
  if (isBusy) return <span class="soft">{t.plan.planning}</span>;
  if (look?.corrects !== undefined) return <>{t.corrects(look.corrects.file)}</>;
  if (job === undefined) return <span class="hold word">{fittingOf(look).length > 1 ? t.whichJob : t.openToMap}</span>;
  if (plan === undefined) return null;
  const { reason } = plan.receipt;
  return reason === undefined ? (
    <>
      {willWords(plan)}
      <span class="sub">{heldWords(plan)}</span>
    </>
  ) : (
    <span class="rejected word">{causeTitle(reason)}</span>
  );
}
