import { count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import type { Field } from './form.ts';
import { f } from './form-words.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Contacts and custom fields that would be created, and those that are there and differ. */
export function PlanCreated({ created }: { readonly created: NonNullable<Plan['created']> }) {
  const { first, fields, moreFields, differing, moreDiffering } = created;
  return (
    <>
      {differing.length > 0 && (
        <section class="sheet" aria-label={p.value.differing}>
          <h2>{p.value.differing}</h2>
          <ul class="plan-causes">
            {differing.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {moreDiffering > 0 && <p class="soft">{p.value.moreDuplicates(count(moreDiffering))}</p>}
        </section>
      )}
      {fields.length > 0 && (
        <section class="sheet" aria-label={p.value.fields}>
          <h2>{p.value.fields}</h2>
          <Table
            label={p.value.fields}
            columns={[
              [p.value.row],
              [p.value.fieldName],
              [p.value.fieldModel],
              [p.value.fieldType],
              [p.value.fieldEmpty],
              [p.value.todo],
            ]}
          >
            {fields.map(({ rows, name, model, type, nullable, what }) => (
              <tr key={`${rows} ${model} ${name}`}>
                <td>{rows === '' ? <span class="soft">{p.value.byJob}</span> : rows}</td>
                <td>{name}</td>
                <td>{model}</td>
                <td>{type}</td>
                <td>{nullable ? p.value.yes : p.value.no}</td>
                <td>{p.value.fieldDo[what]}</td>
              </tr>
            ))}
          </Table>
          {moreFields > 0 && <p class="soft">{p.value.moreTotals(count(moreFields))}</p>}
        </section>
      )}
      {first.length > 0 && (
        <section class="sheet" aria-label={p.value.firstContacts}>
          <h2>{p.value.firstContacts}</h2>
          <div class="contacts">
            {first.map(({ rows, values }) => (
              <div key={rows}>
                <h3 class="soft">{p.value.rowOf(rows)}</h3>
                <dl class="findings">
                  {Object.entries(values).map(([field, value]) => (
                    <div key={field}>
                      <dt>{f.value.fields[field as Field] ?? field}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
