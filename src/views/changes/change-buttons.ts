import type { Change } from '../../domain/changes/change.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { button, buttonRow, dangerButton, type ButtonRow } from '../kit/buttons.js';
import type { GuildMessage } from './change-name.js';
import { isFinished } from './finished/finished-card.js';
import { isUnresolved, mayBeWanted } from '../../domain/changes/unresolved.js';

/** Custom id kinds of a card's buttons; argument: the change's id. */
export const CHANGE_BUTTONS = {
  confirm: 'change-confirm',
  /** Opens the form for the last characters of new addresses. */
  form: 'change-form',
  cancel: 'change-cancel',
  /** Of what expired, was cancelled, or was checked and not seen to be done. */
  again: 'change-again',
  /** Opens the form for a note. */
  resolve: 'change-resolve',
  /** Shows all there is of it, privately. */
  details: 'change-details',
} as const;

interface Standing {
  /** Whether confirming asks for characters of addresses. */
  readonly mustType: boolean;
  readonly isFrozen: boolean;
  readonly isBehind: boolean;
  /** What its card showed was removed unread. */
  readonly isHeld: boolean;
  /** Where the card with the buttons is; null = this is it. */
  readonly liveCard: GuildMessage | null;
  /** For one person, who can act on it although the live card stands elsewhere. */
  readonly isPrivate: boolean;
}

/** Buttons that work in this state; no rows if there are none. */
export function changeButtons(change: Change, standing: Standing): ButtonRow[] {
  const { mustType, isFrozen, isBehind, isHeld, liveCard, isPrivate } = standing;
  const { state, id } = change;
  const idOf = (kind: string) => encodeCustomId(kind, id);
  if (isBehind || (liveCard !== null && !isPrivate)) return [];
  const details = button('Details', idOf(CHANGE_BUTTONS.details));
  if (isUnresolved(change))
    return [buttonRow([button('Mark as checked…', idOf(CHANGE_BUTTONS.resolve)), details])];
  if (mayBeWanted(change) && change.replacedBy === undefined)
    return [buttonRow([button('Ask again', idOf(CHANGE_BUTTONS.again)), details])];
  if (isFinished(change)) return [buttonRow([details])];
  // What is on its way has nothing to press.
  if (state !== 'pending') return [];
  const cancel = button('Cancel', idOf(CHANGE_BUTTONS.cancel));
  if (isFrozen || isHeld) return [buttonRow([cancel, details])];
  const confirm = mustType
    ? dangerButton('Confirm…', idOf(CHANGE_BUTTONS.form))
    : dangerButton('Confirm', idOf(CHANGE_BUTTONS.confirm));
  return [buttonRow([confirm, cancel, details])];
}
