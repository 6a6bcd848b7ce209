import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionType,
  MessageFlags,
  type APIInteraction,
} from 'discord-api-types/v10';
import type { Caller } from './command.js';
import { readFields } from './forms.js';
import { createResponses, type Responses } from './responses.js';
import type { REST } from 'discord.js';

/** One interaction with a person, free of Discord's shapes. */
export interface Incoming extends Responses {
  readonly caller: Caller;
  readonly asked: Asked;
  /** Whether there is a message to update. */
  readonly hasMessage: boolean;
}

export type Asked =
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly options: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'completion';
      readonly name: string;
      readonly option: string;
      readonly options: Readonly<Record<string, unknown>>;
    }
  | {
      /** A button, a select or a form. */
      readonly kind: 'click';
      readonly customId: string;
      readonly selected: readonly string[];
      readonly fields: Readonly<Record<string, string>>;
    };

/** Null for interactions that Pitboss does not offer. */
export function readInteraction(payload: APIInteraction, rest: REST): Incoming | null {
  const asked = readAsked(payload);
  const caller = readCaller(payload);
  if (asked === null || caller === null) return null;
  const hasMessage = payload.message !== undefined;
  return { asked, caller, hasMessage, ...createResponses(payload, rest) };
}

function readAsked(payload: APIInteraction): Asked | null {
  switch (payload.type) {
    case InteractionType.ApplicationCommand: {
      if (payload.data.type !== ApplicationCommandType.ChatInput) return null;
      const { name, options } = readOptions(payload.data);
      return { kind: 'command', name, options };
    }
    case InteractionType.ApplicationCommandAutocomplete:
      return { kind: 'completion', ...readOptions(payload.data) };
    case InteractionType.MessageComponent: {
      const { data } = payload;
      const selected = 'values' in data ? data.values : [];
      return { kind: 'click', customId: data.custom_id, selected, fields: {} };
    }
    case InteractionType.ModalSubmit: {
      const { data } = payload;
      return { kind: 'click', customId: data.custom_id, selected: [], fields: readFields(data) };
    }
    case InteractionType.Ping:
      return null;
  }
  return null;
}

interface CommandData {
  readonly name: string;
  readonly options?: readonly CommandOption[] | undefined;
}

/** What the options of all types have in common. */
interface CommandOption {
  readonly name: string;
  readonly type: ApplicationCommandOptionType;
  readonly value?: unknown;
  readonly options?: readonly CommandOption[] | undefined;
  readonly focused?: boolean | undefined;
}

/** `option`: the one being typed. */
function readOptions({ name, options = [] }: CommandData) {
  const sub = options.find(({ type }) => type === ApplicationCommandOptionType.Subcommand);
  const given = sub?.options ?? (sub ? [] : options);
  return {
    name: sub ? `${name} ${sub.name}` : name,
    options: Object.fromEntries(given.map((option) => [option.name, option.value])),
    option: given.find(({ focused }) => focused)?.name ?? '',
  };
}

function readCaller(payload: APIInteraction): Caller | null {
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
