import { count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Notice } from '../../parts/notice.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { isWaiting, WaitsFor } from '../../parts/waits-for.tsx';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import type { Status } from './status.ts';
import { verbsOf } from './verbs.ts';
import { t } from './words.ts';

interface StatusNoticeProps {
  readonly id: string;
  readonly status: Status;
  /** Entries that wait, whatever the filter; undefined while that is not known. */
  readonly waiting: number | undefined;
  /** What waits can be handed in now. */
  readonly canSubmit: boolean;
}

/** What the import does now, or why nothing of it can be corrected; the end of it, where all is done. */
export function StatusNotice({ id, status, waiting, canSubmit }: StatusNoticeProps) {
  const { state, entries, rows, kind, reason } = status;
  const toImport = <Link to={`/imports/${id}`}>{t.receipt}</Link>;
  switch (state) {
    case 'planning':
      return (
        <Notice tone="plain">
          <p>{t.planning}</p>
          <progress aria-label={t.planning} />
        </Notice>
      );
    case 'posting':
      if (isWaiting(status)) {
        return (
          <Notice tone="warn">
            <WaitsFor of={status.waitsFor} />
          </Notice>
        );
      }
      return (
        <Notice tone="plain">
          <p>{t.posting(verbsOf(kind), count(entries.booked), count(entries.planned))}</p>
          <OutcomeBar counts={{ ...entries, skipped: 0 }} legend />
        </Notice>
      );
    case 'completed':
      return (
        <Notice tone="good">
          <p>
            <strong>{rows.booked === rows.read ? t.allBooked(verbsOf(kind)) : t.settled}</strong> {toImport}
          </p>
        </Notice>
      );
    case 'planned':
    case 'rejected':
    case 'cancelled':
      return (
        <Notice tone="warn">
          {reason !== undefined && (
            <p>
              <strong>{causeTitle(reason)}.</strong> <Why of={reason} />
            </p>
          )}
          {t.why[state]}
        </Notice>
      );
    case 'in-doubt':
      return (
        <Notice tone="warn">
          {t.why[state]} <Link to={`/doubt?import=${id}`}>{t.toDoubt}</Link>
          {status.waitsFor !== undefined && <WaitsFor of={status.waitsFor} />}
        </Notice>
      );
    default:
      if (reason !== undefined) {
        return (
          <Notice tone="bad">
            <strong>{causeTitle(reason)}.</strong> <Why of={reason} />
          </Notice>
        );
      }
      if (waiting === 0) {
        return (
          <Notice tone="good">
            <strong>{t.settled}</strong> {toImport}
          </Notice>
        );
      }
      return canSubmit ? null : <Notice tone="warn">{t.notNow}</Notice>;
  }
}
