import type { EmailSettings } from '../notify/send-email.ts';
import type { WebhookSettings } from '../notify/send-webhook.ts';
import { findNotices } from './find-notices.ts';
import type { PipelinePorts } from './ports.ts';
import { type ChannelDefinition, noticeSender, type SenderPorts } from './send-notices.ts';

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
    const open = async () => (await import('../notify/send-webhook.ts')).openWebhook(webhook);
    channels.push({ name: 'webhook', words: 'to the webhook', open });
  }
  if (email !== undefined) {
    const open = async () => (await import('../notify/send-email.ts')).openEmail(email);
    channels.push({ name: 'email', words: 'by e-mail', open });
  }
  return channels;
}
