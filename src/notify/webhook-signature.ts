import { createHmac } from 'node:crypto';

/** A secret that begins so goes on in base64; any other is used as its UTF-8 bytes. */
export const ENCODED_SECRET = 'whsec_';

/**
 * The value of `webhook-signature` by the Standard Webhooks scheme: a version, and the HMAC-SHA256 of id, time and body.
 * @param timestamp seconds since 1970, as `webhook-timestamp` says it
 */
export function webhookSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = secret.startsWith(ENCODED_SECRET)
    ? Buffer.from(secret.slice(ENCODED_SECRET.length), 'base64')
    : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
