import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord-api-types/v10';

export type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;

export function buttonRow(components: APIButtonComponentWithCustomId[]): ButtonRow {
  return { type: ComponentType.ActionRow, components };
}

export function button(label: string, customId: string): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    custom_id: customId,
  };
}
