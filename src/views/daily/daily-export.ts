import type { Reply } from '../../domain/messages/reply.js';
import { cardReply } from '../kit/card.js';
import { dayText } from '../kit/range-text.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { plural } from '../kit/figures.js';
import type { Snapshot } from '../../domain/daily/snapshot.js';

/** The kept figures as a file, or why there is none. */
export function snapshotsReply(rows: readonly Snapshot[], attached: AttachedFiles): Reply {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) {
    const why =
      'No figures are kept yet. Each daily post keeps its summary figures for 400 days; `/daily set` starts one.';
    return cardReply({ title: 'Kept figures', lines: [why] });
  }
  return cardReply({
    title: 'Kept figures',
    lines: [
      `${plural(rows.length, 'row')}, from ${dayText(first.date)} to ${dayText(last.date)}, in full precision.`,
      '-# Days without a summary from the pool have no row.',
      ...attached.lines,
    ],
    files: attached.files,
  });
}
