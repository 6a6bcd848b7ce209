import type { Entry } from '../../domain/changes/entry.js';
import { hashPrefix, entryRefOf, entryRefText } from '../../domain/changes/entry-ref.js';
import type { Reply } from '../../domain/messages/reply.js';
import { cardReply } from '../kit/card.js';
import { BLOCKED_ENTRY_LINES, entryLines, type AuditLine } from './entry-lines.js';
import { heaviestTone } from './audit-tone.js';
import { looseningButtons } from './loosening-lines.js';

/**
 * An audit post: entries of one moment, in the colour of the most important one. While entries are
 * missing it names none in its footer: once the newest copy is put back, what was entered in an
 * older one isn't missing.
 */
export function auditReply(
  lines: readonly AuditLine[],
  isBehind = false,
  linesOf: (line: AuditLine) => readonly string[] = entryLines,
): Reply {
  const buttons = lines.reduce<Reply['components']>(
    (before, { entry }) => buttonsAfter(before, entry),
    undefined,
  );
  const last = lines.at(-1)?.entry;
  const entryRef =
    last === undefined || isBehind ? null : entryRefOf({ lastSeq: last.seq, lastHash: last.hash });
  const footer = entryRef === null ? {} : { footer: entryRefText(entryRef) };
  const tone = heaviestTone(lines);
  return cardReply({
    tone,
    lines: lines.flatMap((line) => linesOf(line)),
    ...footer,
    ...(buttons ? { components: buttons } : {}),
  });
}

/** In place of one that Discord blocks for its words; in the order in which they are tried. */
export function blockedAuditReplies(line: AuditLine, isBehind: boolean): readonly Reply[] {
  return BLOCKED_ENTRY_LINES.map((linesOf) => auditReply([line], isBehind, linesOf));
}

/** Buttons for a loosening that is still waiting. */
function buttonsAfter(before: Reply['components'], entry: Entry): Reply['components'] {
  const { step, seq, hash, actor } = entry;
  if (step === 'loosening-asked' && actor !== 'pitboss')
    return looseningButtons({ seq, head: hashPrefix(hash), by: actor }, null);
  return endsLoosening(entry) ? undefined : before;
}

function endsLoosening(entry: Entry): boolean {
  const { step } = entry;
  if (step === 'set') return entry.details.by === 'loosened' || entry.details.by === 'bot-removed';
  return (
    step === 'loosening-confirmed' || step === 'loosening-withdrawn' || step === 'restore-accepted'
  );
}
