import { useSignal } from '@preact/signals';
import { count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** Records that are shown before somebody asks for all that the receipt has. */
const SHOWN = 20;

/** Contacts and custom fields that the service has by now, and what it calls each. */
export function Records({ of: { records = [], moreRecords = 0 } }: { readonly of: WholeImport }) {
  const isAll = useSignal(false);
  if (records.length === 0) return null;
  const shown = isAll.value ? records : records.slice(0, SHOWN);
  return (
    <>
      <h3>{t.value.records}</h3>
      <Table
        label={t.value.records}
        columns={[[t.value.row, 'num'], [t.value.name], [t.value.outcome], [t.value.serviceId, 'num']]}
      >
        {shown.map(({ row, name, outcome, id }) => (
          <tr key={`${row} ${name} ${id}`}>
            <td class="num">{row ?? <span class="soft">{t.value.fieldOfJob}</span>}</td>
            <th scope="row">{name}</th>
            <td>{t.value.made[outcome]}</td>
            <td class="num">{id ?? <span class="soft">{t.value.noId}</span>}</td>
          </tr>
        ))}
      </Table>
      {shown.length < records.length ? (
        <button
          type="button"
          class="plain"
          onClick={() => {
            isAll.value = true;
          }}
        >
          {t.value.showAll(count(records.length))}
        </button>
      ) : (
        moreRecords > 0 && <p class="soft">{t.value.moreRecords(count(moreRecords))}</p>
      )}
    </>
  );
}
