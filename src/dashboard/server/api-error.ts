import { JobError } from '../../config/problem.ts';
import { type FileIssueCode, FileRejected, UsageError } from '../../domain/issue.ts';

/** An answer that says what is wrong with a request, and what to do. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly suggestion: string | undefined;
  /** Seconds after which it makes sense to ask again. */
  readonly retryAfter: number | undefined;
  constructor(status: number, code: string, message: string, suggestion?: string, retryAfter?: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.suggestion = suggestion;
    this.retryAfter = retryAfter;
  }
}

/** The body of every answer that is an error. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly suggestion?: string;
    readonly retryAfter?: number;
  };
}

export function errorBody({
  code,
  message,
  suggestion,
  retryAfter,
}: Pick<ApiError, 'code' | 'message' | 'suggestion'> & Partial<Pick<ApiError, 'retryAfter'>>): ErrorBody {
  return {
    error: {
      code,
      message,
      ...(suggestion === undefined || suggestion === '' ? {} : { suggestion }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    },
  };
}

const FILE_STATUS: Partial<Record<FileIssueCode, number>> = {
  'file-too-large': 413,
  'file-type': 415,
  'file-empty': 400,
};
const UNPROCESSABLE = 422;

/** What the framework says in words of its own, by its code: in ours. */
const FRAMEWORK: Readonly<
  Record<string, readonly [status: number, code: string, message: string, suggestion?: string]>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body-too-large', 'The body of the request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'media-type',
    'This address takes JSON.',
    'Send it with the header Content-Type: application/json.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'body-empty', 'The body says that it is JSON, and is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'body-malformed', 'The body of the request is no JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'body-length', 'The body is not as long as its Content-Length says.'],
  FST_ERR_BAD_URL: [400, 'address-malformed', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'address-too-long', 'A part of the address is too long.'],
  FST_PROTO_VIOLATION: [400, 'form-malformed', 'A part of the form has a name that no field may have.'],
  FST_FILES_LIMIT: [400, 'several-files', 'The form holds several files.', 'Send each file in a request of its own.'],
  FST_PARTS_LIMIT: [400, 'form-malformed', 'The form has too many parts.', 'Send one file: curl -F file=@x.csv'],
  FST_FIELDS_LIMIT: [400, 'form-malformed', 'The form has too many fields.', 'Send one file: curl -F file=@x.csv'],
  FST_MP_PREMATURE_CLOSE: [400, 'upload-aborted', 'The upload ended before the file was there whole.'],
};

const FULL = { ENOSPC: 'The disk is full.', EDQUOT: 'The disk quota is used up.' } as const;

/** What to answer to a request that failed; undefined where the failure is ours, and its words are for the log only. */
export function apiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof FileRejected) {
    const { code, message, suggestion } = error.issue;
    return new ApiError(FILE_STATUS[code] ?? UNPROCESSABLE, code, message, suggestion);
  }
  if (error instanceof JobError) {
    return new ApiError(409, 'job-broken', error.message, 'Mend the job, and send the file again.');
  }
  if (error instanceof UsageError) return new ApiError(409, 'refused', error.message, error.suggestion);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = FRAMEWORK[code ?? ''];
  if (known !== undefined) return new ApiError(...known);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ApiError(507, 'disk-full', FULL[code], 'Make room where BILAG_HOME is, and send the request again.');
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError(statusCode, 'bad-request', 'The request is malformed.');
  }
  return undefined;
}
