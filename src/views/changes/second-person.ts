import type { Change } from '../../domain/changes/change.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import type { GuildSettings } from '../../domain/guild/guild-settings.js';
import type { PostedMessage, Reply } from '../../domain/messages/reply.js';
import { button, buttonRow } from '../kit/buttons.js';
import { escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { changeName, messageUrl } from './change-name.js';

/** How the second person learns that a change waits for them. */

/** Above a waiting card. It arrives as an edit, which notifies nobody; the notices do. */
export function secondPersonLine(
  { requester }: Pick<Change, 'requester'>,
  { roles: { approver, manager }, isPinged }: { roles: GuildSettings['roles']; isPinged: boolean },
): string {
  const pinged = isPinged ? '' : ' Nobody is notified: `/setup roles ping` names a role to ping.';
  return `👥 **Second person needed:** ${whoMay(approver, manager)} can confirm this, but not <@${requester.id}>, who requested it.${pinged}`;
}

function whoMay(approver: readonly string[], manager: readonly string[]): string {
  const named = [...new Set([...approver, ...manager])].slice(0, MOST_NAMED);
  if (named.length === 0) return 'anyone with Manage Server';
  return named.map((id) => `<@&${id}>`).join(' ');
}

/** Keeps the text on one line. */
const MOST_NAMED = 8;

export type NoticeKind = 'asked' | 'reminder';

/** Kind of a notice's button; arguments: the change's id, which notice. */
export const NOTICE_BUTTON = 'change-notice';

export function noticeButtonId({ id }: Pick<Change, 'id'>, which: NoticeKind): string {
  return encodeCustomId(NOTICE_BUTTON, id, which);
}

interface NoticeParts {
  readonly which: NoticeKind;
  readonly summary: Pick<ChangeSummary, 'title' | 'subject'>;
  readonly guildId: string;
  /** Missing = not known. */
  readonly card: PostedMessage | undefined;
  /** Missing = nobody is pinged. */
  readonly roleId: string | undefined;
}

/** A reply to the card, and the bot's only message that pings: just that role. */
export function noticeReply(change: Change, parts: NoticeParts): Reply {
  const { which, summary, guildId, card, roleId } = parts;
  const { requester, expiresAt } = change;
  const what = `${summary.title}, ${escapeMarkdown(summary.subject, 200)}`;
  const where =
    card === undefined
      ? `See ${changeName(change)}.`
      : `[Open the card](${messageUrl({ guildId, ...card })}).`;
  const words =
    which === 'asked'
      ? `👥 **Second person needed:** ${what}. Requested by <@${requester.id}>, who can’t confirm it. It expires ${timestamp(expiresAt, 'R')}. ${where}`
      : `⏳ **Expires ${timestamp(expiresAt, 'R')}** unless a second person confirms: ${what}. Requested by <@${requester.id}>, who can’t confirm it. ${where}`;
  return {
    content: roleId === undefined ? words : `<@&${roleId}> ${words}`,
    components: [buttonRow([button('Show the change', noticeButtonId(change, which))])],
    ...(roleId === undefined ? {} : { pings: roleId }),
    ...(card === undefined ? {} : { repliesTo: card.messageId }),
  };
}
