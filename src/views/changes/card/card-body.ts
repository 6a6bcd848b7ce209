import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { contradictionLines, MIN_CONTRADICTIONS_ROOM } from '../pool-answer/contradictions.js';
import { outcomeLines, toCheckLine } from '../pool-answer/outcome-text.js';
import { behindCardLine } from '../trail/behind.js';
import { longFields } from './change-card-fields.js';
import {
  askedLines,
  closedStateLines,
  copyLine,
  laterLines,
  type CardLayout,
} from './change-card-lines.js';
import { firstFitting, shareOfLength } from '../text/fit-text.js';
import type { ChangeCardParts } from './change-card-parts.js';
import { lengthOfLines, MAX_LINES_LENGTH } from './fit-card.js';

export interface CardBody {
  readonly lines: readonly (string | null)[];
  readonly fields: readonly APIEmbedField[];
}

/** All there is to say of a change; contradictions take what the other lines leave. */
export function wholeBody(change: Change, parts: ChangeCardParts): CardBody {
  const { contradictions } = parts;
  const least = contradictions.length === 0 ? 0 : MIN_CONTRADICTIONS_ROOM;
  const copy = copyLine(parts);
  const rest = firstFitting(
    (share) => stateLines(change, parts, { isShort: false, fit: shareOfLength(share) }),
    (lines) => lengthOfLines([copy, ...lines]) <= MAX_LINES_LENGTH - least,
  );
  const room = Math.min(
    MAX_LINES_LENGTH - lengthOfLines([copy, ...rest]),
    MAX_CONTRADICTIONS_LENGTH,
  );
  return {
    lines: [copy, ...contradictionLines(contradictions, room), ...rest],
    fields: longFields(change, parts),
  };
}

/** More would leave too little for the fields. */
const MAX_CONTRADICTIONS_LENGTH = 2_500;

/** Who asked, what came of it, and what became known since. */
export function stateLines(
  change: Change,
  parts: ChangeCardParts,
  layout: CardLayout,
): (string | null)[] {
  return [
    ...askedLines(change, parts, layout),
    parts.isBehind ? behindCardLine : null,
    ...closedStateLines(change, parts, layout),
    ...outcomeLines(change, layout.fit),
    toCheckLine(change, parts.rule),
    ...laterLines(change, parts, layout.fit),
    // Both wouldn't fit.
    parts.storeRisk === null || parts.liveCard !== null ? null : `⚠️ ${parts.storeRisk}`,
  ];
}
