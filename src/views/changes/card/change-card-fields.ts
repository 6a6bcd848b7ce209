import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { wholeAnswerFields } from '../pool-answer/answer-fields.js';
import { wideField } from '../../kit/card.js';
import { compactFields } from '../fields/compact-fields.js';
import { seenBesideFields } from './observed-fields.js';
import type { ChangeCardParts } from './change-card-parts.js';
import { questionFields } from './waiting-lines.js';

export function longFields(change: Change, parts: ChangeCardParts): APIEmbedField[] {
  const fields = [...seenBesideFields(change), ...otherFields(change, parts)];
  return parts.isWhole ? compactFields(fields) : fields;
}

function otherFields(change: Change, parts: ChangeCardParts): APIEmbedField[] {
  const { state, answer, failure } = change;
  const report = answer === undefined ? wholeAnswerFields(failure?.answer) : parts.report;
  if (report.length > 0) {
    // The report comes first, so that clamping never drops it.
    return [
      ...report,
      wideField('What was requested', 'as the preview showed it:'),
      ...parts.preview,
    ];
  }
  if (state !== 'drifted') return [...parts.preview, ...questionFields(change, parts)];
  return [
    // First, so that clamping never drops them.
    ...parts.differences,
    ...parts.preview,
    wideField('Found instead', 'what the pool lists now, and what the change would do to it:'),
    ...parts.found,
  ];
}
