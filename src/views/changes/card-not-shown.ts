import type { Change } from '../../domain/changes/change.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import type { Reply } from '../../domain/messages/reply.js';
import { card } from '../kit/card.js';
import { escapeMarkdown } from '../kit/text.js';
import { changeName, headline, outcomeLines } from './change-sentences.js';

/** What came of a step, told to its taker where Discord doesn't take the card that shows it. */
export function cardNotShown(change: Change, { title, subject, status }: ChangeSummary): Reply {
  const lines = [
    `**${title}: ${escapeMarkdown(subject, 200)}**`,
    ...outcomeLines(change),
    `Discord didn’t take the card that shows this. Look at it with ${changeName(change)}.`,
  ];
  return { embeds: [card({ title: headline(change, status), tone: 'warning', lines })] };
}
