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

/** For what most people came for. */
export function primaryButton(label: string, customId: string): APIButtonComponentWithCustomId {
  return { ...button(label, customId), style: ButtonStyle.Primary };
}

/** For what can't be taken back. */
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
