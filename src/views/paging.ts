import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord-api-types/v10';

export interface Pages {
  readonly number: number;
  /** False only when the pool said that this is the end; a total is never known. */
  readonly more: boolean;
  readonly customId: (page: number) => string;
}

/** "Page 2, more follow": what is known, never a total that is not. */
export function pageLine({ number, more }: Pages): string {
  return more ? `Page ${number}, more follow` : `Page ${number}, the last`;
}

/** Previous and next; null where everything stands on one page. */
export function pageButtons(
  pages: Pages,
): APIActionRowComponent<APIButtonComponentWithCustomId> | null {
  if (pages.number === 1 && !pages.more) return null;
  return {
    type: ComponentType.ActionRow,
    components: [
      button('◀ Previous', pages.customId(Math.max(1, pages.number - 1)), pages.number === 1),
      button('Next ▶', pages.customId(pages.number + 1), !pages.more),
    ],
  };
}

function button(
  label: string,
  customId: string,
  disabled: boolean,
): APIButtonComponentWithCustomId {
  // Both ids must differ within a message, also where "previous" has nowhere to go.
  const id = disabled ? `off:${label.includes('Next') ? 'next' : 'previous'}` : customId;
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: id,
    disabled,
  };
}

export const staleSelectionSentence =
  'That miner is no longer on this page: the list has changed since. Turn the page there and back, then choose again.';

export const forgottenSentence =
  'These buttons have expired. Run the command again for fresh ones.';
