import type { PipelinePorts } from '../../kinds/ports.ts';
import type { EmailSettings } from './email.ts';
import { findNotices } from './find.ts';
import { type ChannelDefinition, noticeSender, type SenderPorts } from './send.ts';
import type { WebhookSettings } from './webhook.ts';

/** Between two rounds, in milliseconds: people are told within seconds. */
export const NOTICE_CHECK_MS = 3_000;

/** Who is told what. */
export interface TellSettings {
  readonly webhook: WebhookSettings | undefined;
  readonly email: EmailSettings | undefined;
  /** Tell of imports that went well, too. */
  readonly success: boolean;
  /** Where people reach the dashboard. */
  readonly link: string | undefined;
  /** Imports of which look-ups may still settle a batch in doubt. */
  lookedUp(): Promise<ReadonlySet<number>>;
}

export type TellPorts = PipelinePorts & SenderPorts;

/**
 * Tells people when they must look: the rounds of this, each to be done again and again (NOTICE_CHECK_MS between two),
 * and none waiting for another. The first finds what is to be told; each of the others sends by one channel. None
 * where no channel is configured.
 * @param leaving nothing more is told; what is on its way has two seconds
 */
export function tellPeople(settings: TellSettings, ports: TellPorts, leaving: AbortSignal): (() => Promise<void>)[] {
  const channels = channelsOf(settings);
  if (channels.length === 0) return [];
  const options = {
    channels: channels.map(({ name }) => name),
    success: settings.success,
    link: settings.link?.replace(/\/+$/, ''),
    lookedUp: settings.lookedUp,
  };
  return [
    () => findNotices(options, ports, leaving),
    ...channels.map((channel) => noticeSender(channel, ports, leaving)),
  ];
}

/** Each library is loaded when there is something to send. */
function channelsOf({ webhook, email }: TellSettings): ChannelDefinition[] {
  const channels: ChannelDefinition[] = [];
  if (webhook !== undefined) {
    const open = async () => (await import('./webhook.ts')).openWebhook(webhook);
    channels.push({ name: 'webhook', words: 'to the webhook', open });
  }
  if (email !== undefined) {
    const open = async () => (await import('./email.ts')).openEmail(email);
    channels.push({ name: 'email', words: 'by e-mail', open });
  }
  return channels;
}

/** A message to people, as a channel sends it. */
export interface Notice {
  /** The same whenever it is sent again, so that whoever gets it twice can tell. */
  readonly id: string;
  readonly type: 'import.attention' | 'import.completed' | 'run.failed';
  /** When it was found, in milliseconds since 1970. */
  readonly at: number;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** What it is about, for programs: JSON. */
  readonly import?: object;
  readonly run?: object;
  /** Recipients who have not got it yet; undefined: nobody has. */
  readonly rest?: readonly string[] | undefined;
}

/** What became of a message. `words` are for people, on one line, without a secret. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** Some have got it, and this is why others never will. */
  | { readonly kind: 'sent'; readonly words: string }
  /** Some have got it; the rest may later. */
  | { readonly kind: 'partly'; readonly words: string; readonly rest: readonly string[] }
  /** This message is not taken; `final`: and never will be. Others may be. */
  | { readonly kind: 'refused'; readonly words: string; readonly final: boolean }
  /** Nothing goes this way now. `waitMs`: not before that time is over. */
  | { readonly kind: 'down'; readonly words: string; readonly waitMs?: number | undefined };

/** A way to people, open. */
export interface Channel {
  /** Sends a message once. Never rejects. @param ending ends it at once; whether it was sent is then unknown */
  send(notice: Notice, ending: AbortSignal): Promise<Delivery>;
  /** Connects, logs in where there is a login, and sends nothing. @throws Error in words for people, without a secret */
  verify(): Promise<void>;
  close(): Promise<void>;
}
