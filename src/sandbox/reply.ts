/** What the sandbox answers before it becomes bytes; `body` undefined sends none. */
export interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A complaint in the service's shape; `PropertyName` says where: `[3].DraftLines[1].AccountID`. */
export interface ServiceMessage {
  readonly Message: string;
  readonly PropertyName: string;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonReply(value: unknown, status = 200): Reply {
  return { status, type: JSON_TYPE, body: JSON.stringify(value) };
}

export function refusal(messages: readonly ServiceMessage[], status = 400): Reply {
  return jsonReply({ Messages: messages }, status);
}

export function failure(status: number, Message: string): Reply {
  return jsonReply({ Message }, status);
}

/** Parsed JSON of a request body. @throws SyntaxError with what is wrong */
export function parseJson(body: Buffer): unknown {
  return JSON.parse(body.toString('utf8'));
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
