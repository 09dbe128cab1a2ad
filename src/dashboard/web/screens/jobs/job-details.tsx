import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { usePolled } from '../../poll.ts';
import { addressOf, LOOK_MS, type WholeJob } from './requests.ts';
import { RunWords } from './run-words.tsx';
import { t } from './words.ts';

/** The last runs of a job, and its definition. */
export function JobDetails({ name }: { readonly name: string }) {
  const { loaded, again } = usePolled<WholeJob>(addressOf(name), LOOK_MS);
  const { value: job, failure } = loaded.value;
  if (failure !== undefined) return <Failure failure={failure} again={again} />;
  if (job === undefined) return <Loading />;
  return (
    <>
      <h4>{t.value.runs}</h4>
      {job.runs.length === 0 && <p class="soft">{t.value.noRun}</p>}
      {job.runs.length > 0 && (
        <Table label={`${t.value.runs}: ${name}`} columns={[[t.value.when], [t.value.asked], [t.value.detail]]}>
          {job.runs.map((run) => (
            <tr key={run.run}>
              <td>
                <Time at={run.began} />
              </td>
              <td>{run.by === undefined ? t.value.bySchedule : t.value.byPerson(run.by)}</td>
              <td>
                <RunWords run={run} links />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <h4>{t.value.definition}</h4>
      <p class="soft">{t.value.definitionAbout}</p>
      <Scrolled class="definition" label={`${t.value.definition}: ${name}`}>
        <pre>{job.definition}</pre>
      </Scrolled>
    </>
  );
}
