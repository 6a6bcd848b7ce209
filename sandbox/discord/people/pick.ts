import { ComponentType } from 'discord-api-types/v10';
import { walk } from '../validation/components.js';
import { isSelect } from '../validation/selects.js';
import { rawList, textOf, type Raw } from '../validation/raw.js';
import type { Resolver } from './resolved.js';

/** The button or select of this custom id. @throws Error when there is none, or it is disabled */
export function usable(components: readonly Raw[], customId: string): Raw {
  for (const { component } of walk(components, [])) {
    if (component['custom_id'] !== customId) continue;
    if (component['disabled'] === true) throw new Error(`${customId} is disabled`);
    return component;
  }
  throw new Error(`The message has no component ${customId}`);
}

/** Values as picked in a select, of a message or a form. @throws Error */
export function picked(
  select: Raw,
  values: readonly string[],
  resolver: Resolver,
): readonly string[] {
  if (!isSelect(select)) throw new Error(`${textOf(select['custom_id'])} isn’t a select`);
  checkCount(select, values.length);
  const wrong = values.find((value) => !canPick(select, value, resolver));
  if (wrong !== undefined)
    throw new Error(`${textOf(select['custom_id'])} does not offer ${wrong}`);
  return values;
}

function checkCount(select: Raw, count: number): void {
  const min = typeof select['min_values'] === 'number' ? select['min_values'] : 1;
  const max = typeof select['max_values'] === 'number' ? select['max_values'] : 1;
  if (count < min || count > max) {
    throw new Error(`${textOf(select['custom_id'])} takes ${min} to ${max} values, not ${count}`);
  }
}

function canPick(select: Raw, value: string, resolver: Resolver): boolean {
  switch (select['type']) {
    case ComponentType.StringSelect:
      return rawList(select['options']).some((option) => option['value'] === value);
    case ComponentType.UserSelect:
      return resolver.user(value) !== undefined;
    case ComponentType.RoleSelect:
      return resolver.role(value) !== undefined;
    case ComponentType.MentionableSelect:
      return (resolver.role(value) ?? resolver.user(value)) !== undefined;
    default: {
      const types = select['channel_types'];
      return (
        resolver.channel(value, Array.isArray(types) ? types.map(Number) : undefined) !== undefined
      );
    }
  }
}
