import { count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { ListedService } from './requests.ts';
import { t } from './words.ts';

/** The last requests: those that book, of all processes, and all of this one. */
export function ServiceRequests({ service }: { readonly service: ListedService }) {
  const { name, sent, answers } = service;
  return (
    <>
      <Requests
        title={t.value.sentBy}
        service={name}
        rows={sent.map(({ status, ...each }) => ({ ...each, what: status }))}
        of="status"
      />
      <Requests
        title={t.value.askedBy}
        service={name}
        rows={answers.map(({ operation, ...each }) => ({ ...each, what: t.value.operation[operation] }))}
        of="detail"
      />
    </>
  );
}

interface RequestsProps {
  readonly title: string;
  readonly service: string;
  readonly rows: readonly {
    readonly at: string;
    readonly outcome: string;
    readonly ms: number;
    readonly what: string | number | undefined;
  }[];
  /** What the second column holds. */
  readonly of: 'status' | 'detail';
}

function Requests({ title, service, rows, of }: RequestsProps) {
  const outcomes: Readonly<Record<string, string>> = t.value.requestOutcome;
  return (
    <>
      <h4>{title}</h4>
      {rows.length === 0 && <p class="soft">{t.value.noRequests}</p>}
      {rows.length > 0 && (
        <Table
          label={`${title}: ${service}`}
          columns={[
            [t.value.when],
            [of === 'status' ? t.value.status : t.value.request],
            [t.value.became],
            [t.value.took, 'num'],
          ]}
        >
          {rows.map(({ at, outcome, ms, what }, index) => (
            <tr key={`${at} ${index}`}>
              <td>
                <Time at={at} relative />
              </td>
              <td>{what}</td>
              <td>{outcomes[outcome] ?? outcome}</td>
              <td class="num">{count(ms)} ms</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
