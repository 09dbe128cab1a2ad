import { useSignal } from '@preact/signals';
import type { TargetedDragEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiFailure, CSRF_HEADER } from '../../api.ts';
import { bytes, share } from '../../format.ts';
import { asFailure } from '../../load.ts';
import { Icon } from '../../parts/icon.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { signedOut, user } from '../../session.ts';
import { common } from '../../words.ts';
import type { Draft } from './shapes.ts';
import { t } from './words.ts';

/** Files at once, beyond which one is asked to bring fewer: the server keeps as many drafts of a person, and some to spare. */
const FILES_MAX = 20;

/** Where files are dropped: a file input with room around it, so that keyboards and screen readers find it too. */
export function DropFile({ onDrafts }: { readonly onDrafts: (ids: readonly string[]) => void }) {
  const over = useSignal(false);
  const sending = useSignal<{ readonly file: File; readonly part: number } | undefined>(undefined);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isTooMany = useSignal(false);
  const leaving = useRef<AbortController | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function send(files: FileList | null | undefined): Promise<void> {
    const all = [...(files ?? [])];
    isTooMany.value = all.length > FILES_MAX;
    if (all.length === 0 || isTooMany.value) return;
    const abort = new AbortController();
    leaving.current = abort;
    failure.value = undefined;
    const ids: string[] = [];
    try {
      for (const file of all) {
        const progress = (part: number) => {
          sending.value = { file, part };
        };
        progress(0);
        ids.push((await sendFile(file, { progress, signal: abort.signal })).draft);
      }
    } catch (error) {
      if (!abort.signal.aborted) failure.value = asFailure(error);
      else ids.length = 0;
    }
    sending.value = undefined;
    if (input.current !== null) input.current.value = '';
    if (failure.value === undefined && ids.length > 0) onDrafts(ids);
  }
  const drag = (isOver: boolean) => (event: TargetedDragEvent<HTMLLabelElement>) => {
    event.preventDefault();
    over.value = isOver;
  };

  const { value: now } = sending;
  return (
    <>
      {isTooMany.value && <Notice tone="warn">{t.tooMany(FILES_MAX)}</Notice>}
      <Failure failure={failure.value} />
      {now === undefined ? (
        <label
          class={`drop${over.value ? ' over' : ''}`}
          onDragEnter={drag(true)}
          onDragOver={drag(true)}
          onDragLeave={drag(false)}
          onDrop={(event) => {
            drag(false)(event);
            void send(event.dataTransfer?.files);
          }}
        >
          <Icon of="put" />
          <span class="drop-title">{t.drop}</span>
          <span class="btn primary">{t.choose}</span>
          <span class="soft">
            {t.which} {t.nothingBooked}
          </span>
          <input
            ref={input}
            class="visually-hidden"
            type="file"
            multiple
            accept=".csv,.txt,.tsv,.xlsx"
            onChange={(event) => void send(event.currentTarget.files)}
          />
        </label>
      ) : (
        <div class="drop sending">
          <label class="drop-title" for="sending">
            {t.sending(now.file.name)}
          </label>
          <progress id="sending" value={now.part} max={1} />
          <span class="soft" role="status">
            {share(Math.floor(now.part * 20), 20)} · {bytes(now.file.size)}
          </span>
          <button type="button" onClick={() => leaving.current?.abort()}>
            {common.cancel}
          </button>
        </div>
      )}
    </>
  );
}

interface Sending {
  /** Told how much of it is on its way, from 0 to 1. */
  readonly progress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file to be looked at. The browser reads it as it goes, however large it is; only `XMLHttpRequest` tells how far it is.
 * @throws ApiFailure where it is refused
 */
function sendFile(file: File, { progress, signal }: Sending): Promise<Draft> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/drafts?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    const csrf = user.value?.csrf;
    if (csrf !== undefined) request.setRequestHeader(CSRF_HEADER, csrf);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status, response } = request;
      if (status === 201) return resolve(response as Draft);
      if (status === 401) signedOut();
      reject(new ApiFailure(status, response?.error?.code ?? 'unknown', response));
    };
    request.onerror = () => reject(new ApiFailure(0, 'unreachable'));
    request.onabort = () => reject(new ApiFailure(0, 'aborted'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
