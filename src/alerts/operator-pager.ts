import { PAGER, post } from '../jobs/outbox.js';

/** What ALERT_WEBHOOK_URL gets as JSON. */
interface Page {
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
export async function enqueuePage(
  guild: Parameters<typeof post>[0],
  { title, ...page }: Omit<Page, 'server' | 'at'>,
): Promise<void> {
  const { guildId: server, now } = guild;
  const at = new Date(now).toISOString();
  const plain: Page = { ...page, server, title: title.replaceAll(/\\(.)/g, '$1'), at };
  const key = `page:${server}:${page.alert}:${page.status}`;
  await post(guild, { key, channel: PAGER, reply: { content: JSON.stringify(plain) } });
}
