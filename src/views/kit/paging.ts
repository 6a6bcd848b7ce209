import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord-api-types/v10';
import { grouped } from './figures.js';

export interface Pages {
  readonly number: number;
  /** False only when the pool said that this is the end; a total is never known. */
  readonly more: boolean | 'unsaid';
  /** Rows that the pool put on this page beyond those that are shown. */
  readonly unseen?: number;
  readonly customId: (page: number) => string;
  /** The button that gives the whole list as a file. */
  readonly csvId?: string;
}

/** "Page 2, more follow": what is known, never a total that is not. */
export function pageLine({ number, more, unseen = 0 }: Pages): string {
  if (unseen > 0) return `Page ${number} · ${unseenWords(unseen, more)}`;
  if (number === 1 && !more) return 'All on this page';
  if (!more) return `Page ${number}, the last`;
  return `Page ${number}, more ${more === 'unsaid' ? 'may follow' : 'follow'}`;
}

function unseenWords(unseen: number, more: Pages['more']): string {
  const isOne = unseen === 1;
  const rows = isOne
    ? '1 more row isn’t shown'
    : `${grouped(String(unseen))} more rows aren’t shown`;
  const after = more === true ? ', and more pages follow' : '';
  const has = more === true || !isOne ? 'has them all' : 'has it';
  return `${rows}${after}; “All as CSV” ${has}`;
}

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;

/** Previous, next and the file; no row where there is nothing to press. */
export function pageButtons(pages: Pages): ButtonRow[] {
  const turning = pages.number > 1 || pages.more !== false;
  const buttons = [
    ...(turning
      ? [
          button('◀ Previous', pages.number > 1 ? pages.customId(pages.number - 1) : null),
          button('Next ▶', pages.more ? pages.customId(pages.number + 1) : null),
        ]
      : []),
    ...(pages.csvId === undefined ? [] : [button('All as CSV', pages.csvId)]),
  ];
  return buttons.length === 0 ? [] : [{ type: ComponentType.ActionRow, components: buttons }];
}

/** A button that leads nowhere is switched off, under an id of its own: ids differ in a message. */
function button(label: string, customId: string | null): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: customId ?? `off:${label}`,
    disabled: customId === null,
  };
}

export const staleSelectionSentence =
  'That is no longer on this page: the list has changed since. Turn the page there and back, then choose again.';

export const forgottenSentence =
  'These buttons have expired. Run the command again for fresh ones.';
