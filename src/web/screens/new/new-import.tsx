import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { go, query, setQuery } from '../../route.ts';
import { isOperator } from '../../session.ts';
import { common } from '../../words.ts';
import { DraftedFile } from './drafted-file.tsx';
import { DropFile } from './drop-file.tsx';
import { SeveralFiles } from './several-files.tsx';
import { Steps } from './steps.tsx';
import { useFiles } from './use-files.ts';
import { t } from './words.ts';
import './new.css';

/** Files are brought, looked at, planned, and then booked: in this order, and nothing before its time. */
export function NewImport() {
  const isGone = useSignal(false);
  const draft = query.value.get('draft') ?? undefined;
  const files = query.value.get('files') ?? '';
  const leave = (gone: boolean) => {
    if (draft !== undefined && !gone) void ask(`/api/drafts/${draft}`, { method: 'DELETE' }).catch(() => undefined);
    isGone.value = gone;
    setQuery({ draft: undefined, job: undefined });
  };
  const title = common.nav.new;
  if (!isOperator.value) {
    return (
      <Page title={title}>
        <Notice tone="plain">{t.mayNot}</Notice>
      </Page>
    );
  }
  if (files !== '') return <Together files={files.split(',')} draft={draft} />;
  if (draft !== undefined) {
    return (
      <DraftedFile
        key={draft}
        draft={draft}
        job={query.value.get('job')}
        onLeave={leave}
        onBooked={(taken) => go(`/imports/${taken.import}`)}
      />
    );
  }
  return (
    <Page title={title} about={t.about} actions={<Steps now="file" />}>
      {isGone.value && <Notice tone="warn">{t.gone}</Notice>}
      <DropFile
        onDrafts={(ids) => {
          isGone.value = false;
          setQuery(ids.length === 1 ? { draft: ids[0] } : { files: ids.join(',') });
        }}
      />
    </Page>
  );
}

interface TogetherProps {
  readonly files: readonly string[];
  /** The one that is open by itself. */
  readonly draft: string | undefined;
}

/** Several files: all of them, or one, behind which the others stay as they are. */
function Together({ files: drafts, draft }: TogetherProps) {
  const files = useFiles(drafts);
  const open = (to: string | undefined) => setQuery({ draft: to });
  const row = files.rows.value.find((each) => each.draft === draft);
  return (
    <>
      <div hidden={row !== undefined}>
        <SeveralFiles
          files={files}
          onOpen={open}
          onLeave={() => {
            for (const { draft: left, booked } of files.rows.value) if (booked === undefined) files.remove(left);
            setQuery({ files: undefined, draft: undefined });
          }}
        />
      </div>
      {row !== undefined && (
        <DraftedFile
          key={row.draft}
          draft={row.draft}
          job={row.job}
          onBack={() => open(undefined)}
          onLeave={() => open(undefined)}
          onBooked={(taken) => {
            files.booked(row.draft, taken);
            open(undefined);
          }}
        />
      )}
    </>
  );
}
