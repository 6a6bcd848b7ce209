import type { Channels } from '../discord/channels.js';
import { callWebhook } from '../ops/webhooks.js';
import type { Tx } from '../store/store.js';
import { post } from './outbox.js';

/** Stands in the outbox's rows in place of a channel's id. */
const PAGER = 'pager';

/** What ALERT_WEBHOOK_URL gets as JSON. */
export interface Page {
  readonly status: 'fired' | 'resolved';
  /** Id of the alert, the same in both. */
  readonly alert: string;
  /** Id of the Discord server. */
  readonly server: string;
  readonly severity: string;
  /** "Hashrate at 75.5% of 24 h". */
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Enters it in the transaction that changes the alert; dropped later if no address is set. The
 * title is Markdown, as messages have it.
 */
export async function enqueuePage(tx: Tx, { title, ...page }: Page): Promise<void> {
  const { status, alert, server: guildId, at } = page;
  const plain: Page = { ...page, title: title.replaceAll(/\\(.)/g, '$1') };
  const key = `page:${guildId}:${alert}:${status}`;
  const reply = { content: JSON.stringify(plain) };
  await post({ tx, guildId, now: Date.parse(at) }, { key, channel: PAGER, reply });
}

type Posting = Pick<Channels, 'post' | 'edit' | 'recent'>;

/** Channels that include the pager, so that the outbox treats both alike. */
export function withPager(channels: Posting, url: string | undefined): Posting {
  return {
    ...channels,
    async post(channelId, reply, options) {
      if (channelId !== PAGER) return channels.post(channelId, reply, options);
      if (url !== undefined) await callWebhook(url, JSON.parse(reply.content ?? ''));
      return { channelId, messageId: '' };
    },
    recent: async (channelId) => (channelId === PAGER ? [] : channels.recent(channelId)),
  };
}
