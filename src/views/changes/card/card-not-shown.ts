import type { Change } from '../../../domain/changes/change.js';
import type { ChangeSummary } from '../../../domain/changes/change-summary.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { cardReply } from '../../kit/card.js';
import { escapeMarkdown } from '../../kit/text.js';
import { contradictionLines } from '../pool-answer/contradictions.js';
import { changeName } from '../change-name.js';
import { answeredLine, changeHeadline } from '../change-headline.js';
import { outcomeLines, toCheckLine } from '../pool-answer/outcome-text.js';

const WHY = {
  discord: 'Discord didn’t take the card that shows this.',
  store: 'The card can’t be drawn while Pitboss can’t reach its data.',
};

/** Tells the person who took a step what came of it if its card can't be drawn or posted. */
export function cardNotShown(
  change: Change,
  { title, subject, contradictions }: ChangeSummary,
  why: keyof typeof WHY,
): Reply {
  const lines = [
    ...contradictionLines(contradictions),
    `**${title}: ${escapeMarkdown(subject, 200)}**`,
    answeredLine(change),
    ...outcomeLines(change),
    toCheckLine(change, change.askedUnder?.approval ?? 'self'),
    `${WHY[why]} Look at it with ${changeName(change)}.`,
  ];
  return cardReply({ title: changeHeadline(change), tone: 'warning', lines });
}
