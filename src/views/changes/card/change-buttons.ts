import type { Change } from '../../../domain/changes/change.js';
import { encodeCustomId } from '../../../domain/custom-id.js';
import { button, buttonRow, dangerButton, type ButtonRow } from '../../kit/buttons.js';
import type { ChangeCardParts } from './change-card-parts.js';
import { isUnresolved, mayBeWanted } from '../../../domain/changes/unresolved.js';

/** Custom id kinds of a card's buttons; argument: the change's id. */
export const CHANGE_BUTTONS = {
  confirm: 'change-confirm',
  /** Opens the form for the last characters of new addresses. */
  form: 'change-form',
  cancel: 'change-cancel',
  /** For a change that expired, was cancelled, or was checked and not found done. */
  again: 'change-again',
  /** Opens the form for a note. */
  resolve: 'change-resolve',
  /** Shows the full record privately. */
  details: 'change-details',
} as const;

/** Buttons that work in this state; no rows if there are none. */
export function changeButtons(change: Change, parts: ChangeCardParts): ButtonRow[] {
  const { typedLength, isFrozen, isBehind, isHeld, isKeyGone, liveCard, isPrivate } = parts;
  const { state, id } = change;
  const idOf = (kind: string) => encodeCustomId(kind, id);
  if (isBehind || (liveCard !== null && !isPrivate)) return [];
  const details = button('Details', idOf(CHANGE_BUTTONS.details));
  if (isUnresolved(change))
    return [buttonRow([button('Mark as checked…', idOf(CHANGE_BUTTONS.resolve)), details])];
  if (mayBeWanted(change) && change.replacedBy === undefined && !isKeyGone)
    return [buttonRow([button('Ask again', idOf(CHANGE_BUTTONS.again)), details])];
  if (state !== 'pending') return [buttonRow([details])];
  const cancel = button('Cancel', idOf(CHANGE_BUTTONS.cancel));
  if (isFrozen || isHeld || isKeyGone || parts.isChecksumRefused || parts.whyExpired !== null)
    return [buttonRow([cancel, details])];
  const confirm =
    typedLength > 0
      ? dangerButton('Confirm…', idOf(CHANGE_BUTTONS.form))
      : dangerButton('Confirm', idOf(CHANGE_BUTTONS.confirm));
  return [buttonRow([confirm, cancel, details])];
}
