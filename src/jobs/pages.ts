import type { Tx } from '../store/store.js';
import { PAGER, post } from './outbox.js';

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
