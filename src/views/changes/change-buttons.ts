import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord-api-types/v10';
import type { Change } from '../../domain/changes/change.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import type { PostedMessage } from '../../domain/messages/reply.js';
import { isUnresolved } from '../../domain/changes/unresolved.js';

/** Custom id kinds of a card's buttons; argument: the change's id. */
export const CHANGE_BUTTONS = {
  confirm: 'change-confirm',
  /** Opens the form for the last characters of new addresses. */
  form: 'change-form',
  cancel: 'change-cancel',
  /** Opens the form for a note. */
  resolve: 'change-resolve',
} as const;

/** Of the live card. */
export interface CardPlace extends PostedMessage {
  readonly guildId: string;
}

interface Standing {
  /** Whether confirming asks for characters of addresses. */
  readonly mustType: boolean;
  readonly isFrozen: boolean;
  readonly isBehind: boolean;
  /** What its card showed was removed unread. */
  readonly isHeld: boolean;
  /** Where the card with the buttons is; null = this is it. */
  readonly liveCard: CardPlace | null;
}

type Row = APIActionRowComponent<APIButtonComponentWithCustomId>;

/** Buttons that work in this state; no rows if there are none. */
export function changeButtons(change: Change, standing: Standing): Row[] {
  const { mustType, isFrozen, isBehind, isHeld, liveCard } = standing;
  const { state, id } = change;
  if (isBehind || liveCard !== null) return [];
  if (isUnresolved(change)) {
    return row(button('Mark as checked…', ButtonStyle.Secondary, [CHANGE_BUTTONS.resolve, id]));
  }
  if (state !== 'pending') return [];
  const cancel = button('Cancel', ButtonStyle.Secondary, [CHANGE_BUTTONS.cancel, id]);
  if (isFrozen || isHeld) return row(cancel);
  return row(
    mustType
      ? button('Confirm…', ButtonStyle.Danger, [CHANGE_BUTTONS.form, id])
      : button('Confirm', ButtonStyle.Danger, [CHANGE_BUTTONS.confirm, id]),
    cancel,
  );
}

function row(...components: APIButtonComponentWithCustomId[]): Row[] {
  return [{ type: ComponentType.ActionRow, components }];
}

function button(
  label: string,
  style: APIButtonComponentWithCustomId['style'],
  [kind, id]: readonly [string, string],
): APIButtonComponentWithCustomId {
  return { type: ComponentType.Button, style, label, custom_id: encodeCustomId(kind, id) };
}
