import { ComponentType, type APIStringSelectComponent } from 'discord-api-types/v10';
import type { SelectOption } from './select-menu.js';

/** The only kind of select the bot uses. */
export function isSelect(component: { type: unknown }): component is APIStringSelectComponent {
  return component.type === ComponentType.StringSelect;
}

export function selectOptions({ options }: APIStringSelectComponent): readonly SelectOption[] {
  return options.map(({ label, value, description, emoji }) => ({
    label,
    value,
    description,
    emoji: emoji?.name ?? undefined,
  }));
}

/** The initial choice. */
export function defaultChoice({ options }: APIStringSelectComponent): readonly string[] {
  return options.filter((option) => option.default).map(({ value }) => value);
}
