import type { Change } from '../../domain/changes/change.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import type { GuildSettings } from '../../domain/guild/guild-settings.js';
import type { PostedMessage, Reply } from '../../domain/messages/reply.js';
import { button, buttonRow } from '../kit/buttons.js';
import { plural } from '../kit/figures.js';
import { escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { changeName, messageUrl } from './change-name.js';

/** How the second person learns that a change waits for them. */

interface ConfirmingRoles {
  readonly roles: GuildSettings['roles'];
  /** Undefined = no role is pinged. */
  readonly pingRoleId: string | undefined;
}

/** Above a waiting card. It arrives as an edit, which notifies nobody; the notices do. */
export function secondPersonLine(
  { requester }: Pick<Change, 'requester'>,
  { roles, pingRoleId }: ConfirmingRoles,
): string {
  const pinged =
    pingRoleId !== undefined
      ? ''
      : ' Nobody is notified: `/setup roles ping` names a role to ping.';
  return `👥 **Second person needed:** ${whoMay({ roles, pingRoleId })} can confirm this, but not <@${requester.id}>, who requested it.${pinged}`;
}

function whoMay({ roles: { approver, manager }, pingRoleId }: ConfirmingRoles): string {
  const may = new Set([...approver, ...manager]);
  if (may.size === 0) return 'anyone with Manage Server';
  // Both kinds are among the first, whichever has more.
  const inTurn = Array.from({ length: may.size }, (_, at) => [approver[at], manager[at]]).flat();
  const all = new Set([pingRoleId, ...inTurn].filter((id) => id !== undefined && may.has(id)));
  const named = [...all].slice(0, MAX_NAMED).map((id) => `<@&${id}>`);
  const left = all.size - named.length;
  return `${named.join(' ')}${left === 0 ? '' : ` and ${plural(left, 'more role')}`}`;
}

/** Keeps the text on one line. */
const MAX_NAMED = 8;

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
