import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { go, query, setQuery } from '../../route.ts';
import { isOperator } from '../../session.ts';
import { common } from '../../words.ts';
import { DraftedFile } from './drafted-file.tsx';
import { DropFile } from './drop-file.tsx';
import { Steps } from './steps.tsx';
import { t } from './words.ts';
import './new.css';

/** A file is brought, looked at, planned, and then booked: in this order, and nothing before its time. */
export function NewImport() {
  const isGone = useSignal(false);
  const draft = query.value.get('draft') ?? undefined;
  const leave = (gone: boolean) => {
    if (draft !== undefined && !gone) void ask(`/api/drafts/${draft}`, { method: 'DELETE' }).catch(() => undefined);
    isGone.value = gone;
    setQuery({ draft: undefined });
  };
  const title = common.value.nav.new;
  if (!isOperator.value) {
    return (
      <Page title={title}>
        <Notice tone="plain">{t.value.mayNot}</Notice>
      </Page>
    );
  }
  if (draft !== undefined) {
    return (
      <DraftedFile key={draft} draft={draft} onLeave={leave} onBooked={(taken) => go(`/imports/${taken.import}`)} />
    );
  }
  return (
    <Page title={title} about={t.value.about} actions={<Steps now="file" />}>
      {isGone.value && <Notice tone="warn">{t.value.gone}</Notice>}
      <DropFile
        onDraft={(id) => {
          isGone.value = false;
          setQuery({ draft: id });
        }}
      />
    </Page>
  );
}
