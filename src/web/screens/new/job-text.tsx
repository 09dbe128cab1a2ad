import { useSignal } from '@preact/signals';
import { Fold } from '../../parts/fold.tsx';
import { t } from './words.ts';

/** The job as its file would be, to be looked at and copied. */
export function JobText({ yaml, open = false }: { readonly yaml: string; readonly open?: boolean }) {
  const copied = useSignal('');
  return (
    <Fold class="job-text" title={t.asText} open={open}>
      <p class="soft">{t.asTextHelp}</p>
      <textarea
        readOnly
        aria-label={t.asText}
        rows={Math.min(24, yaml.split('\n').length)}
        value={yaml}
        onFocus={(event) => event.currentTarget.select()}
      />
      {navigator.clipboard && (
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(yaml).then(() => {
              copied.value = yaml;
            })
          }
        >
          {copied.value === yaml ? t.copied : t.copy}
        </button>
      )}
    </Fold>
  );
}
