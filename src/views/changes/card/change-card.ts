import type { Change, State } from '../../../domain/changes/change.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { statusIn } from '../../../domain/changes/change-summary.js';
import { answeredFailure } from '../../../domain/pool-answers/answered-failure.js';
import { isUnresolved } from '../../../domain/changes/unresolved.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { isInForceStatus } from '../../../domain/payment-settings/payment-attention.js';
import { cardReply } from '../../kit/card.js';
import { secondPersonLine } from '../second-person.js';
import { entryRefText } from '../../../domain/changes/entry-ref.js';
import { changeButtons } from './change-buttons.js';
import { changeHeadline } from '../change-headline.js';
import { saysMoreSince } from '../../../domain/changes/undocumented-fields.js';
import { relatedFields } from './related-lines.js';
import { renewalFields } from './renewal.js';
import type { Tone } from '../../kit/palette.js';
import type { ChangeCardParts } from './change-card-parts.js';
import { isForSecond } from './waiting-lines.js';
import { wholeBody } from './card-body.js';
import { finishedBody } from './finished-body.js';
import { lengthOfLines, lengthOfFields } from './fit-card.js';

const TONES: Record<State, Tone> = {
  pending: 'neutral',
  confirmed: 'neutral',
  sent: 'neutral',
  reported: 'neutral',
  failed: 'bad',
  unknown: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
  drifted: 'warning',
};

/**
 * Green only once the effect was seen, in a record that has no status or one that isn't waiting, and
 * that says nothing new beyond its description.
 */
function toneOf(change: Change, parts: ChangeCardParts): Tone {
  const { isFrozen, isDoubtful, isKeyGone, contradictions } = parts;
  const { state, observed } = change;
  if (contradictions.length > 0) return 'warning';
  const isListed = observed !== undefined && isInForceStatus(statusIn(observed.present));
  const isSeen = isListed && !saysMoreSince(change);
  if (isSeen && !isUnresolved(change)) return 'good';
  if (change.lapsed !== undefined) return 'warning';
  const isOdd = isFrozen || isDoubtful || isKeyGone;
  const isWarning = (state === 'pending' && isOdd) || answeredFailure(change);
  return isWarning ? 'warning' : TONES[state];
}

export function changeCard(change: Change, parts: ChangeCardParts): Reply {
  const title = `${parts.title} · ${changeHeadline(change)}`;
  const isShort = !isOpen(change) && !parts.isWhole;
  const footer = footerOf(change, parts);
  const frame = lengthOfLines([title, footer]);
  const { lines, fields } = isShort
    ? finishedBody(change, parts, MAX_TOTAL_LENGTH - frame)
    : wholeBody(change, parts);
  const room = MAX_TOTAL_LENGTH - frame - lengthOfLines(lines) - lengthOfFields(fields);
  const related = relatedFields(parts.unfinished, room);
  const renewal =
    change.state === 'pending' && parts.renewal !== null
      ? renewalFields(parts.renewal, room - lengthOfFields(related))
      : [];
  return cardReply({
    title,
    tone: toneOf(change, parts),
    lines,
    fields: [...related, ...renewal, ...fields],
    footer,
    ...contentOf(change, parts),
    components: changeButtons(change, parts),
  });
}

/** On the live card, while a second person can confirm it. */
function contentOf(change: Change, parts: ChangeCardParts): Pick<Reply, 'content'> {
  return isForSecond(change, parts) ? { content: secondPersonLine(change, parts) } : {};
}

/** Below the 6,000 characters that Discord shows. */
const MAX_TOTAL_LENGTH = 5_990;

/** By it a card tells when the store has lost entries: see `entry-ref.ts`. */
function footerOf({ id, number }: Change, { entryRef }: ChangeCardParts): string {
  const name = `#${number} · Change ${id}`;
  return entryRef === null ? name : `${name} · drawn at ${entryRefText(entryRef)}`;
}
