import type { ErrorWords } from '../../../domain/errors/user-errors.js';
import type { BehindRecord } from '../../../domain/changes/trail-behind.js';
import type { TrailVerdict } from '../../../domain/changes/state/state.js';
import type { Reply } from '../../../domain/messages/reply.js';
import type { AttachedFiles } from '../../files/file-reply.js';
import { cardReply } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import type { Tone } from '../../kit/palette.js';
import { code } from '../../kit/text.js';
import { behindLine } from './behind.js';

/** A trail that is intact in itself may still lack entries that people were shown. */
interface CheckedTrail {
  /** Of the trail before its file was read, so that the file holds all it covers. */
  readonly verdict: TrailVerdict;
  readonly behind: BehindRecord | null;
}

export function trailExportReply(checked: CheckedTrail, attached: AttachedFiles): Reply {
  const { entries, lastHash, broken } = checked.verdict;
  return cardReply({
    title: attached.isWhole ? 'Audit trail' : 'INCOMPLETE: not the whole audit trail',
    tone: exportTone(checked, attached),
    lines: [
      ...trailLines(checked),
      broken === null && entries > 0 ? `Hash of the last entry: ${code(lastHash)}` : null,
      '-# One entry per line, oldest first. Each has the hash of the one before it.',
      ...attached.lines,
    ],
    files: attached.files,
  });
}

export function changesExportReply(checked: CheckedTrail, attached: AttachedFiles): Reply {
  const { rows, isWhole } = attached;
  return cardReply({
    title: isWhole ? 'Changes as CSV' : 'INCOMPLETE: not all changes are in this file',
    tone: exportTone(checked, attached),
    lines: [
      ...trailLines(checked),
      `${plural(rows, 'change')}, one row each, oldest first. Times are UTC.`,
      ...attached.lines,
    ],
    files: attached.files,
  });
}

function trailLines({ verdict, behind }: CheckedTrail): (string | null)[] {
  return [trailSentence(verdict), behind === null ? null : behindLine(behind)];
}

function exportTone({ verdict, behind }: CheckedTrail, { isWhole }: AttachedFiles): Tone {
  if (verdict.broken !== null || behind !== null) return 'bad';
  return isWhole ? 'good' : 'warning';
}

/** Also for `/setup check` and `npm run verify-audit`. */
export function trailSentence({ entries, broken }: TrailVerdict): string {
  if (broken !== null) {
    return `The audit trail is broken at entry ${broken.seq}: ${broken.why}. The ${entries} entries before it are intact.`;
  }
  if (entries === 0) return 'There are no entries yet.';
  return entries === 1
    ? 'Audit trail intact (1 entry).'
    : `Audit trail intact (${entries} entries).`;
}

/** A trail is named before its first entry is written. */
export const namedWithoutEntries =
  'The list of trails names it, but it has no entries. Somebody removed them, or the bot stopped just before it wrote the first one.';

export function sameAsSentence(guildId: string): string {
  return `It is the very trail of server ${guildId}: one was copied over the other.`;
}

export const entriesWithoutName =
  'It has entries, but the list of trails doesn’t name it: somebody altered that list.';

export const unreadableName =
  'The list of trails has a row that can’t be read: somebody altered that list. Servers after that row may be missing here.';

export function trailBrokenWords(seq: number): ErrorWords {
  return {
    title: 'The audit trail is damaged',
    sentence: `This server’s audit trail is broken at entry ${seq}, so changes can’t be trusted and none is made. The bot’s operator can find out more with \`npm run verify-audit\`.`,
  };
}
