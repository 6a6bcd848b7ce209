import type { ChangesState } from '../../../domain/changes/state/state.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { cardReply } from '../../kit/card.js';
import { escapeMarkdown } from '../../kit/text.js';
import { byAt } from '../change-headline.js';
import { usualLength, type FitText } from '../text/fit-text.js';

export function frozenLine(
  frozen: NonNullable<ChangesState['frozen']>,
  fit: FitText = usualLength,
): string {
  const reason = fit(200, (most) => escapeMarkdown(frozen.reason, most));
  return `🧊 **Changes are frozen** by ${byAt(frozen)}: ${reason}. Nobody can confirm any until an admin runs \`/changes unfreeze\`.`;
}

export function frozenReply(reason: string): Reply {
  return cardReply({
    title: '🧊 Changes are frozen',
    tone: 'warning',
    lines: [
      'Nobody can confirm a change in this server until an admin runs `/changes unfreeze`. This doesn’t undo what was already sent.',
      `Reason: ${escapeMarkdown(reason, 300)}`,
    ],
  });
}

/** `isBehind`: entries are missing, which also stops changes. */
export function unfrozenReply(reason: string, isBehind: boolean): Reply {
  return cardReply({
    title: 'Changes are no longer frozen',
    tone: isBehind ? 'warning' : 'good',
    lines: [
      isBehind
        ? 'Entries of the audit trail are missing, so nothing can be confirmed until an admin runs `/changes accept-restore`.'
        : 'Changes can be confirmed again.',
      `Reason: ${escapeMarkdown(reason, 300)}`,
    ],
  });
}
