import type { APIEmbedField } from 'discord-api-types/v10';
import { ChangeRuledOut } from '../../../domain/errors/user-errors.js';
import { shortWarnings, warningsIn } from '../../../views/changes/fields/finished-fields.js';
import { tooMuchToShowSentence } from '../../../views/changes/subaccounts/subaccount-change.js';
import { MAX_FIELD_LENGTH } from '../../../views/kit/card.js';

/** Why a preview, or its warnings on the finished card, would be cut; null if they are shown whole. */
export function whyTooMuchToShow(preview: readonly APIEmbedField[]): ChangeRuledOut | null {
  const shown = [...preview, ...shortWarnings(warningsIn(preview))];
  return shown.every(({ value }) => value.length <= MAX_FIELD_LENGTH)
    ? null
    : new ChangeRuledOut('too-much-to-show', tooMuchToShowSentence);
}
