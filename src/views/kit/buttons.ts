import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APISelectMenuOption,
  type APIStringSelectComponent,
} from 'discord-api-types/v10';

export type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;

export function buttonRow(components: APIButtonComponentWithCustomId[]): ButtonRow {
  return { type: ComponentType.ActionRow, components };
}

/** For the action most people came for. */
export function primaryButton(label: string, customId: string): APIButtonComponentWithCustomId {
  return { ...button(label, customId), style: ButtonStyle.Primary };
}

/** For actions that can't be undone. */
export function dangerButton(label: string, customId: string): APIButtonComponentWithCustomId {
  return { ...button(label, customId), style: ButtonStyle.Danger };
}

export function button(label: string, customId: string): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: customId,
  };
}

/** A menu of at most 25 options, one of which is chosen. */
export function selectRow(
  customId: string,
  placeholder: string,
  options: readonly APISelectMenuOption[],
): APIActionRowComponent<APIStringSelectComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: customId,
        placeholder,
        options: options.slice(0, 25),
      },
    ],
  };
}
