import { ApiFailure, CSRF_HEADER } from '../../api.ts';
import { signedOut, user } from '../../session.ts';
import type { Draft } from './shapes.ts';

interface Sending {
  /** Told how much of it is on its way, from 0 to 1. */
  readonly progress: (part: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file to be looked at. The browser reads it as it goes, however large it is; only `XMLHttpRequest` tells how far it is.
 * @throws ApiFailure where it is refused
 */
export function sendFile(file: File, { progress, signal }: Sending): Promise<Draft> {
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
      const { code = 'unknown', message = `The server answered ${status}.`, suggestion } = response?.error ?? {};
      reject(new ApiFailure(status, code, message, suggestion, response));
    };
    request.onerror = () =>
      reject(new ApiFailure(0, 'unreachable', 'bilag does not answer.', 'Is it running? bilag start'));
    request.onabort = () => reject(new ApiFailure(0, 'aborted', ''));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
