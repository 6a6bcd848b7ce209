import { z } from 'zod';
import { UserError } from '../errors.js';
import type { Access, Action, Answer, Command } from './command.js';
import { customId, parseCustomId } from './custom-id.js';
import type { Asked } from './incoming.js';
import type { Memory } from './memory.js';
import { PRIVATE_OPTION } from './registration.js';
import type { Button } from './reply.js';

/** What a command, click or form comes down to. */
export interface Task<Context> {
  readonly name: string;
  readonly access: Access;
  readonly isUpdate: boolean;
  readonly isPrivate: boolean;
  readonly writes: boolean;
  readonly opensForm: boolean;
  run(context: Context): Promise<Answer>;
  /** The button under a failed read. */
  retry?(): Promise<Button>;
}

interface TaskParts<Context> {
  readonly commands: readonly Command<Context>[];
  readonly actions: readonly Action<Context>[];
}

interface Surroundings {
  readonly hasMessage: boolean;
  readonly memory: Memory;
}

interface AskedCommand {
  readonly name: string;
  readonly asksPrivate: boolean;
  readonly memory: Memory;
}

type Options = Readonly<Record<string, unknown>>;

/** Kind of the button that runs a command again, with the same options and audience. */
const AGAIN = 'again';

export function createTasks<Context>(parts: TaskParts<Context>) {
  const commands = new Map(parts.commands.map((command) => [command.name, command]));
  const actions = new Map(parts.actions.map((action) => [action.kind, action]));

  function ofCommand({ name, asksPrivate, memory }: AskedCommand, options: () => Promise<Options>) {
    const command = commands.get(name);
    if (!command) return unknown(name);
    const { access, audience, writes = false, opensForm = false } = command;
    const isPrivate = audience === 'private' || (audience === 'choose' && asksPrivate);
    const task: Task<Context> = {
      name,
      access,
      writes,
      opensForm,
      isUpdate: false,
      isPrivate,
      run: async (context) => command.run(await options(), context),
    };
    if (writes) return task;
    const retry = async (): Promise<Button> => {
      const token = await memory.remember(await options());
      const id = customId(AGAIN, name, isPrivate ? 'private' : 'everyone', token);
      return { label: 'Try again', style: 'primary', id };
    };
    return { ...task, retry };
  }

  function ofClick(
    asked: Extract<Asked, { kind: 'click' }>,
    { hasMessage, memory }: Surroundings,
  ): Task<Context> {
    const { kind, args } = parseCustomId(asked.customId);
    if (kind === AGAIN) {
      const [name = '', audience, token = ''] = args;
      const kept = z.record(z.string(), z.unknown());
      const again = { name, asksPrivate: audience === 'private', memory };
      return ofCommand(again, () => memory.recall(token, kept));
    }
    const action = actions.get(kind);
    if (!action) return unknown(kind);
    const { access, answers, writes = false } = action;
    return {
      name: kind,
      access,
      writes,
      opensForm: answers === 'form',
      isUpdate: answers === 'update' && hasMessage,
      isPrivate: answers === 'private' || answers === 'form',
      run: (context) => action.run({ ...asked, args }, context),
    };
  }

  return {
    command: (name: string) => commands.get(name),
    of(asked: Exclude<Asked, { kind: 'completion' }>, around: Surroundings): Task<Context> {
      if (asked.kind === 'click') return ofClick(asked, around);
      const { [PRIVATE_OPTION]: isPrivate, ...options } = asked.options;
      const { memory } = around;
      const command = { name: asked.name, asksPrivate: isPrivate === true, memory };
      return ofCommand(command, async () => options);
    },
  };
}

/** For a command or button of an earlier version. */
function unknown(name: string): Task<unknown> {
  return {
    name,
    access: 'viewer',
    writes: false,
    opensForm: false,
    isUpdate: false,
    isPrivate: true,
    run: () => Promise.reject(new UserError('Too late', 'Run the command again.')),
  };
}
