import type { Behind, TrailBehind } from '../../domain/changes/restored-store.js';
import type { Reply } from '../../domain/messages/reply.js';
import { buttonRow, dangerButton } from '../kit/buttons.js';
import { card } from '../kit/card.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';

/** Texts about a store that lost entries because an older copy was restored. */

const behindSentence = (soWhat: string) =>
  `Entries are missing from this server’s record: an older copy of the bot’s store seems to have been put back. ${soWhat} An admin runs \`/changes accept-restore\`, which says more.`;

export const trailBehindSentence = behindSentence('Nothing was changed or sent.');

/** The confirmation was recorded and then lost. */
export const behindBeforeSendingSentence = behindSentence('Nothing was sent.');

export const behindNotLoosenedSentence = behindSentence(
  'Nothing was loosened; everything else you set is saved.',
);

export const lostSinceSentence =
  'Your step was carried out, and its card shows what came of it. Since then an older copy of the bot’s store has been put back, so the record lacks it. An admin runs `/changes accept-restore`, which says more.';

export const lostEntriesSentence =
  'This card belongs to entries that were lost when an older copy of the bot’s store was put back, so Pitboss knows nothing of this change. Nothing was done. Look at the pool, then ask for it again if it is still wanted.';

export const nothingMissingSentence = 'There’s nothing to accept: no entries are missing.';

export const notBehindSentence =
  'There’s nothing to accept: no entries are missing, or something else was found since. `/changes accept-restore` shows what is known now.';

export const trailBehindLog =
  'an older copy of the store was put back: the trail of a server lacks entries that people were shown; nothing of it is confirmed until an admin accepts that (/changes accept-restore, docs/restore.md)';

export const behindCardLine =
  '⛔ **Entries of this server are missing:** nothing can be confirmed until an admin runs `/changes accept-restore`.';

/** `last`: the trail's last entry. */
export function behindDetail({ shown, where, card: change }: TrailBehind, last: number): string {
  const seen = `entry ${shown.seq} (${code(shown.head, 8)})`;
  const missing = shown.seq > last ? `the trail ended at ${last}` : 'it is another entry here';
  return `${placeWords(where, change)} ${seen}, but ${missing}. Nothing is confirmed until an admin runs \`/changes accept-restore\``;
}

function placeWords(where: TrailBehind['where'], change: string | undefined): string {
  if (where === 'audit-channel') return 'this channel shows';
  if (where === 'process') return 'Pitboss had read';
  return change === undefined ? 'a card shows' : `the card of change ${code(change, 40)} shows`;
}

/** For `/setup show`, `/setup check` and `/changes list`. */
export function behindLine(behind: Behind): string {
  return `⛔ **Entries are missing**, found ${timestamp(behind.at)}. ${foundWords(behind)} Nothing can be confirmed until an admin runs \`/changes accept-restore\`.`;
}

function foundWords({ shown, where, seq, card: change }: Behind): string {
  const last = seq - 1;
  const whereWords =
    where === 'card'
      ? `The card of ${change === undefined ? 'a change' : `change ${code(change, 40)}`} was drawn at`
      : where === 'process'
        ? 'Pitboss itself had read'
        : 'The audit channel was told of';
  const ends =
    shown.seq > last
      ? `the record ended at entry ${last}.`
      : 'the record now holds another entry there.';
  return `${whereWords} entry ${shown.seq}, but ${ends} An older copy of the bot’s store seems to have been put back.`;
}

export interface RestoreQuestion {
  readonly behind: Behind;
  /** Changes whose outcome becomes unknown. */
  readonly open: readonly {
    readonly id: string;
    readonly title: string;
    readonly subject: string;
  }[];
  /** Accepting drops a loosening that waits in the copy. */
  readonly isRuleWaiting: boolean;
  readonly acceptId: string;
}

const MAX_LISTED = 10;

export function restoreQuestion({ behind, open, isRuleWaiting, acceptId }: RestoreQuestion): Reply {
  const shown = open.slice(0, MAX_LISTED);
  const left = open.length - shown.length;
  return {
    embeds: [
      card({
        title: 'Go on from the older copy?',
        tone: 'warning',
        lines: [
          foundWords(behind),
          '**If you have a newer copy**, stop every Pitboss process and put that back instead.',
          open.length === 0
            ? 'Otherwise accept it. No change is open in this copy.'
            : 'Otherwise accept it. These changes are open in this copy and may have been sent in the lost entries. Their outcome becomes **unknown**, and each needs a check:',
          ...shown.map(
            ({ id, title, subject }) =>
              `• **${escapeMarkdown(title, 40)}** · ${escapeMarkdown(subject, 80)} · \`/changes show id:${id}\``,
          ),
          left === 0
            ? null
            : `… and ${left} more: \`/changes list state:unknown\` shows them then.`,
          isRuleWaiting
            ? 'The rule that waits to be loosened in this copy stays as it is: ask again if it is still to be loosened.'
            : null,
          'Settings, roles, rules, a freeze and daily posts are those of the copy: look at `/setup show` and `/daily show`.',
          '-# What the lost entries said is still on the cards and in the audit channel. Cards of the lost time are left as they are.',
        ],
      }),
    ],
    components: [buttonRow([dangerButton('Accept the older copy…', acceptId)])],
  };
}

export function restoreAcceptedReply(): Reply {
  return {
    embeds: [
      card({
        title: 'Accepted: going on from the older copy',
        tone: 'good',
        lines: [
          'Changes can be confirmed again. Those that were open are now “outcome unknown”: look at the pool, then mark each as checked on its card (`/changes list state:unknown`).',
          'Now check settings, roles and rules with `/setup show`.',
        ],
      }),
    ],
    components: [],
  };
}
