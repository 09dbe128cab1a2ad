import type { Seen } from '../../src/service/classify-outcome.ts';
import type { Config, Request } from './world.ts';

const reply = (status: number, body = '', end: 'complete' | 'cut' = 'complete'): Seen => ({
  sent: true,
  reply: { status, headers: {}, body, end },
});

export interface ServiceReply {
  readonly name: string;
  readonly seen: Seen;
  /** The request will not be applied any more. */
  readonly ends?: true;
  fits(request: Request, rejection: Config['rejection']): boolean;
}

const always = () => true;
const notApplied = ({ stage }: Request) => stage === 'wire';

/** What a real service, or what stands before it, may answer by what it did with a request. */
export const REPLIES: readonly ServiceReply[] = [
  { name: '201', seen: reply(201, '[]'), fits: ({ applied, entries }) => applied.length === entries.length },
  { name: '200 with HTML', seen: reply(200, '<html>'), fits: always },
  {
    name: '400',
    seen: reply(400, '{"Message":"no"}'),
    ends: true,
    fits: (request, rejection) =>
      notApplied(request) || (rejection === 'unknown' && request.entries.length > 1 && request.applied.length > 0),
  },
  { name: '429', seen: reply(429), ends: true, fits: notApplied },
  { name: '500', seen: reply(500), fits: always },
  { name: '503', seen: reply(503), fits: always },
  { name: 'a cut reply', seen: reply(200, '[', 'cut'), fits: always },
  { name: 'no reply', seen: { sent: true, reply: undefined }, fits: always },
];
