import {
  ApplicationCommandOptionType,
  ComponentType,
  MessageFlags,
  type APIInteraction,
  type APIModalSubmission,
} from 'discord-api-types/v10';
import type { Caller } from './command.js';

/** Null outside of servers, where Pitboss offers nothing. */
export function readCaller(payload: APIInteraction): Caller | null {
  const { guild_id: guildId, member, message } = payload;
  if (guildId === undefined || member === undefined) return null;
  const isPrivate = ((message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  return {
    guildId,
    channelId: payload.channel?.id ?? '',
    member: {
      id: member.user.id,
      name: member.nick ?? member.user.global_name ?? member.user.username,
      roleIds: member.roles,
      permissions: BigInt(member.permissions),
    },
    messageId: isPrivate ? null : (message?.id ?? null),
    attachmentLimit: payload.attachment_size_limit,
  };
}

/** What the options of all types have in common. */
interface CommandOption {
  readonly name: string;
  readonly type: ApplicationCommandOptionType;
  readonly value?: unknown;
  readonly options?: readonly CommandOption[] | undefined;
  readonly focused?: boolean | undefined;
}

/** A command or subcommand such as `miners list`; `typing`: the option that is being typed. */
export function readOptions({ name, options = [] }: Pick<CommandOption, 'name' | 'options'>) {
  const sub = options.find(({ type }) => type === ApplicationCommandOptionType.Subcommand);
  const given = sub ? (sub.options ?? []) : options;
  return {
    name: sub ? `${name} ${sub.name}` : name,
    options: Object.fromEntries(given.map((option) => [option.name, option.value])),
    typing: given.find(({ focused }) => focused)?.name ?? '',
  };
}

/** The text or chosen value of each field; '' where nothing was chosen. */
export function readFields({ components }: APIModalSubmission): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const part of components) {
    if (part.type !== ComponentType.Label) continue;
    const { component } = part;
    if (component.type === ComponentType.TextInput) fields[component.custom_id] = component.value;
    else if (component.type === ComponentType.StringSelect) {
      fields[component.custom_id] = component.values[0] ?? '';
    }
  }
  return fields;
}
