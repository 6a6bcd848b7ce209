import type {
  ApplicationCommandOptionType,
  ButtonStyle,
  ChannelType,
  ComponentType,
  MessageFlags,
  TextInputStyle,
} from 'discord-api-types/v10';

// discord-api-types has its enums as CommonJS alone, which no browser loads.

export const Component: Pick<
  typeof ComponentType,
  'Button' | 'StringSelect' | 'TextInput' | 'Label'
> = { Button: 2, StringSelect: 3, TextInput: 4, Label: 18 };

export const Option: Pick<typeof ApplicationCommandOptionType, 'Boolean' | 'Channel' | 'Role'> = {
  Boolean: 5,
  Channel: 7,
  Role: 8,
};

export const Style: Pick<typeof ButtonStyle, 'Primary' | 'Success' | 'Danger'> = {
  Primary: 1,
  Success: 3,
  Danger: 4,
};

export const Channel: Pick<typeof ChannelType, 'PublicThread'> = { PublicThread: 11 };
export const Flag: Pick<typeof MessageFlags, 'Loading'> = { Loading: 128 };
export const TextStyle: Pick<typeof TextInputStyle, 'Paragraph'> = { Paragraph: 2 };
