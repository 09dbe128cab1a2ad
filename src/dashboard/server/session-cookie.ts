import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'bilag-session';
/** A browser takes this name only over https, from this very host, for all its paths: no other site can plant it. */
const HOST_NAME = `__Host-${NAME}`;
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'strict' } as const;
/** 32 bytes in base64url. */
const VALUE = /^[\w-]{43}$/;

/**
 * Whether the browser came over https. bilag itself speaks plain http, so only others can know: the proxy (X-Forwarded-Proto), or the
 * browser itself (Origin). Anybody may say so, since whoever lies gets a cookie that her own browser keeps for https, no more.
 */
function isOverHttps({ headers }: FastifyRequest): boolean {
  const { 'x-forwarded-proto': proto, origin } = headers;
  const first = String(proto ?? '').split(',')[0]!;
  return first.trim().toLowerCase() === 'https' || /^https:/i.test(origin ?? '');
}

/** What the browser holds of its session; undefined: nothing, or nothing that can be relied on. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const valuesOf = (name: string) => pairs.filter(([given]) => given === name).map(([, ...value]) => value.join('='));
  const own = valuesOf(HOST_NAME);
  const values = own.length > 0 || isOverHttps(request) ? own : valuesOf(NAME);
  // Two of one name: one of them was planted.
  return values.length === 1 && VALUE.test(values[0]!) ? values[0] : undefined;
}

/** Begins a session in the browser. It ends with the browser; how long it counts is the server's to say. */
export function setSessionCookie(value: string, request: FastifyRequest, reply: FastifyReply): void {
  const secure = isOverHttps(request);
  reply.setCookie(secure ? HOST_NAME : NAME, value, { ...ATTRIBUTES, secure });
}

/** Takes the session away from the browser, under whichever name it has it. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, { ...ATTRIBUTES, secure: false });
  reply.clearCookie(HOST_NAME, { ...ATTRIBUTES, secure: true });
}
