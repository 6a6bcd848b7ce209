import { ComponentType, type APISelectMenuComponent } from 'discord-api-types/v10';
import type { GuildView } from '../../protocol.js';
import { roleLabel } from '../frame/role-label.js';
import type { SelectOption } from './select-menu.js';

const selectTypes: ReadonlySet<unknown> = new Set([
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect,
]);

export function isSelect(component: { type: unknown }): component is APISelectMenuComponent {
  return selectTypes.has(component.type);
}

/** A string select brings its options; the others offer what the server has. */
export function selectOptions(
  select: APISelectMenuComponent,
  guild: GuildView,
): readonly SelectOption[] {
  const people = guild.people.map(({ id, name }) => ({ value: id, label: name }));
  const roles = guild.roles.map(({ id, name }) => ({ value: id, label: roleLabel(name) }));
  switch (select.type) {
    case ComponentType.StringSelect:
      return select.options.map(({ label, value, description, emoji }) => ({
        label,
        value,
        description,
        emoji: emoji?.name ?? undefined,
      }));
    case ComponentType.UserSelect:
      return people;
    case ComponentType.RoleSelect:
      return roles;
    case ComponentType.MentionableSelect:
      return [...people, ...roles];
    case ComponentType.ChannelSelect:
      break;
  }
  return guild.channels.map(({ id, name }) => ({ value: id, label: `#${name}` }));
}

/** What stands chosen before anybody touches it. */
export function defaultChoice(select: APISelectMenuComponent): readonly string[] {
  if (select.type === ComponentType.StringSelect) {
    return select.options.filter((option) => option.default).map(({ value }) => value);
  }
  return (select.default_values ?? []).map(({ id }) => id);
}
