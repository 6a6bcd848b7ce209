import {
  ApplicationCommandOptionType,
  InteractionType,
  MessageFlags,
  type APIInteraction,
  type APIModalSubmission,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { UserError } from '../errors.js';
import { trimmed } from '../text.js';
import type { Action, Answer, Caller, Click, Command } from './command.js';
import { customId, parseCustomId, type Memory } from './custom-id.js';
import type { Button } from './reply.js';

/** What a command, click or form asks for. */
export interface Task<Context> extends Pick<Action<Context>, 'access' | 'answers' | 'writes'> {
  readonly name: string;
  run(context: Context): Promise<Answer>;
  /** The button under a failed read. */
  retry?(): Promise<Button>;
}

/** Kind of the button that runs a command again, with the same options and audience. */
const AGAIN = 'again';

/** For a command or button of an earlier version. */
const GONE: Omit<Task<unknown>, 'name'> = {
  access: 'viewer',
  answers: 'private',
  writes: false,
  run: () => Promise.reject(new UserError('Too late', 'Run the command again.')),
};

/** Finds what an interaction asks for. Null for what Pitboss does not offer. */
export function createTasks<Context>(
  commands: ReadonlyMap<string, Command<Context>>,
  actions: ReadonlyMap<string, Action<Context>>,
) {
  return (payload: APIInteraction, memory: Memory): Task<Context> | null => {
    if (payload.type === InteractionType.ApplicationCommand) {
      const { name, options } = readOptions(payload.data);
      return ofCommand(name, options['private'] === true, async () => options);
    }
    if (payload.type === InteractionType.MessageComponent) {
      const { data } = payload;
      return ofClick(data.custom_id, { selected: 'values' in data ? data.values : [], fields: {} });
    }
    if (payload.type !== InteractionType.ModalSubmit) return null;
    return ofClick(payload.data.custom_id, { selected: [], fields: readFields(payload.data) });

    function ofCommand(
      name: string,
      asksPrivate: boolean,
      options: () => Promise<Record<string, unknown>>,
    ): Task<Context> {
      const command = commands.get(name);
      if (!command) return { ...GONE, name };
      const { access, audience, writes } = command;
      const chosen = asksPrivate ? 'private' : 'everyone';
      const answers = audience === 'choose' ? chosen : audience;
      const retry = async (): Promise<Button> => {
        const id = customId(AGAIN, name, answers, await memory.remember(await options()));
        return { label: 'Try again', style: 'Primary', id };
      };
      const run = async (context: Context) => command.run(await options(), context);
      return { name, access, answers, writes, run, ...(!writes && { retry }) };
    }

    function ofClick(id: string, click: Omit<Click, 'args'>): Task<Context> {
      const { kind, args } = parseCustomId(id);
      if (kind === AGAIN) {
        const [name = '', audience, token = ''] = args;
        return ofCommand(name, audience === 'private', () =>
          memory.recall(token, z.record(z.string(), z.unknown())),
        );
      }
      const action = actions.get(kind);
      if (!action) return { ...GONE, name: kind };
      const { access, writes } = action;
      const isNew = action.answers === 'update' && payload.message === undefined;
      const answers = isNew ? 'everyone' : action.answers;
      const run = (context: Context) => action.run({ ...click, args }, context);
      return { name: kind, access, answers, writes, run };
    }
  };
}

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
    options: Object.fromEntries(
      given.map(({ name, value }) => [name, typeof value === 'string' ? trimmed(value) : value]),
    ),
    typing: given.find(({ focused }) => focused)?.name ?? '',
  };
}

/** The text or chosen value of each field; '' where nothing was chosen. */
function readFields({ components }: APIModalSubmission): Record<string, string> {
  const inputs = components.flatMap((part) => ('component' in part ? part.component : []));
  const fields = inputs.map((input) => {
    const [value = ''] = 'values' in input ? input.values : [input.value];
    return [input.custom_id, String(value)];
  });
  return Object.fromEntries(fields);
}
