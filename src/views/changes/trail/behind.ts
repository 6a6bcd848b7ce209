import type { BehindRecord, TrailBehind } from '../../../domain/changes/trail-behind.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { buttonRow, dangerButton } from '../../kit/buttons.js';
import { cardReply } from '../../kit/card.js';
import { code, escapeMarkdown } from '../../kit/text.js';
import { timestamp } from '../../kit/times.js';

/** Texts about a store that lost entries because an older copy was restored. */

const behindSentence = (soWhat: string) =>
  `Audit entries of this server are missing: an older copy of the bot’s data seems to have been restored. ${soWhat} An admin can run \`/changes accept-restore\`, which explains it.`;

export const trailBehindSentence = behindSentence('Nothing was changed or sent.');

/** For a confirmation that was recorded and then lost. */
export const behindBeforeSendingWords = {
  title: 'Nothing was sent',
  sentence: behindSentence('Nothing was sent.'),
};

export const behindNotLoosenedWords = {
  title: 'Entries are missing',
  sentence: behindSentence('Nothing was loosened; everything else you set is saved.'),
};

export const lostSinceWords = {
  title: 'Entries are missing',
  sentence:
    'Your step was carried out, but an older copy of the bot’s data seems to have been restored since, so the audit trail may no longer have it, and its card may not show it. An admin can run `/changes accept-restore`, which explains it.',
};

export const lostEntriesSentence =
  'This card belongs to entries that were lost when an older copy of the bot’s data was restored, so Pitboss doesn’t know this change. Nothing was done. Check at the pool, then request it again if you still want it.';

export const nothingMissingWords = {
  title: 'Nothing is missing',
  sentence: 'There’s nothing to accept: no entries are missing.',
};

export const notBehindSentence =
  'There’s nothing to accept: no entries are missing, or something else has been found since. `/changes accept-restore` shows the latest.';

export const trailBehindLog =
  'an older copy of the store was put back: the trail of a server lacks entries that people were shown; nothing of it is confirmed until an admin accepts that (/changes accept-restore, docs/restore.md)';

export const behindCardLine =
  '⛔ **Audit entries of this server are missing:** nothing can be confirmed until an admin runs `/changes accept-restore`.';

/** `last`: the trail's last entry. */
export function behindDetail({ shown, where, card: change }: TrailBehind, last: number): string {
  const seen = `entry ${shown.seq} (${code(shown.head, 8)})`;
  const missing = shown.seq > last ? `the trail ended at ${last}` : 'it is another entry here';
  return `${placeText(where, change)} ${seen}, but ${missing}. Nothing is confirmed until an admin runs \`/changes accept-restore\``;
}

function placeText(where: TrailBehind['where'], change: string | undefined): string {
  if (where === 'audit-channel') return 'this channel shows';
  if (where === 'process') return 'Pitboss had read';
  return change === undefined ? 'a card shows' : `the card of change ${code(change, 40)} shows`;
}

/** For `/setup show`, `/setup check` and `/changes list`. */
export function behindLine(behind: BehindRecord): string {
  return `⛔ **Audit entries are missing**, found ${timestamp(behind.at)}. ${foundText(behind)} Nothing can be confirmed until an admin runs \`/changes accept-restore\`.`;
}

function foundText({ shown, where, seq, card: change }: BehindRecord): string {
  const last = seq - 1;
  const whereText =
    where === 'card'
      ? `The card of ${change === undefined ? 'a change' : `change ${code(change, 40)}`} was drawn at`
      : where === 'process'
        ? 'Pitboss itself had read'
        : 'The audit channel was told of';
  const ends =
    shown.seq > last
      ? `the audit trail ended at entry ${last}.`
      : 'the audit trail now has another entry there.';
  return `${whereText} entry ${shown.seq}, but ${ends} An older copy of the bot’s data seems to have been restored.`;
}

export interface RestoreQuestion {
  readonly behind: BehindRecord;
  /** Changes whose outcome becomes unknown. */
  readonly open: readonly {
    readonly id: string;
    readonly title: string;
    readonly subject: string;
  }[];
  /** Accepting drops a loosening waiting in the restored copy. */
  readonly isRuleWaiting: boolean;
  readonly acceptId: string;
}

const MAX_LISTED = 10;

export function restoreQuestion({ behind, open, isRuleWaiting, acceptId }: RestoreQuestion): Reply {
  const shown = open.slice(0, MAX_LISTED);
  const left = open.length - shown.length;
  return cardReply({
    title: 'Continue from the older copy?',
    tone: 'warning',
    lines: [
      foundText(behind),
      '**If you have a newer copy**, stop every Pitboss process and restore that one instead.',
      open.length === 0
        ? 'Otherwise accept it. No change was open in this copy.'
        : 'Otherwise accept it. These changes were open in this copy and may have been sent in the lost entries. Their outcome becomes **unknown**, and each needs a check:',
      ...shown.map(
        ({ id, title, subject }) =>
          `• **${escapeMarkdown(title, 40)}** · ${escapeMarkdown(subject, 80)} · \`/changes show id:${id}\``,
      ),
      left === 0
        ? null
        : `… and ${left} more. \`/changes list state:unknown\` shows them afterwards.`,
      isRuleWaiting
        ? 'The looser rule that waits in this copy is dropped, and the stricter one stays. Set it again if you still want it.'
        : null,
      'Settings, roles, rules, a freeze and daily posts are those of the copy. Check `/setup show` and `/daily show`.',
      '-# The cards and the audit channel still show what the lost entries said. Cards from the lost time stay as they are.',
    ],
    components: [buttonRow([dangerButton('Accept the older copy…', acceptId)])],
  });
}

export function restoreAcceptedReply(): Reply {
  return cardReply({
    title: 'Accepted: continuing from the older copy',
    tone: 'good',
    lines: [
      'Changes can be confirmed again. Those that were open are now “outcome unknown”: check each at the pool, then mark it as checked on its card (`/changes list state:unknown`).',
      'Now check settings, roles and rules with `/setup show`.',
    ],
    components: [],
  });
}
