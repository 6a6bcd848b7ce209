import type { z } from 'zod';
import { optionError, UserError } from '../errors.js';
import type { Choice, Form, Reply } from './reply.js';

/** How much a person may do; `guilds/access.ts` decides who has which. */
export type Access = 'viewer' | 'manager' | 'admin';

export interface Member {
  readonly id: string;
  /** The name people see in this server. Text from outside. */
  readonly name: string;
  readonly roleIds: readonly string[];
  /** Discord's permission bits of this person in this channel, as received. */
  readonly permissions: bigint;
}

/** Who asks and where, as the interaction says. */
export interface Caller {
  readonly guildId: string;
  readonly channelId: string;
  readonly member: Member;
  /** The message whose button was clicked, unless it is private. */
  readonly messageId: string | null;
  /** Maximum bytes of one file here. */
  readonly attachmentLimit: number;
}

export type Answer = Reply | Form;

/**
 * Who sees the answer, and where: `update` edits the message whose button was clicked, `form` may be
 * a form, which takes longer, or a private answer.
 */
export type Answers = 'update' | 'private' | 'everyone' | 'form';

/** Offers up to 25 choices while a person types; `others` are the options filled in so far. */
export type Autocomplete<Context> = (
  typed: string,
  context: Context,
  others: Readonly<Record<string, string>>,
) => Promise<readonly Choice[]>;

export interface Command<Context, Options extends z.ZodObject = z.ZodObject> {
  /** `summary`, or `miners list` for a subcommand. */
  readonly name: string;
  /** 100 characters at most. */
  readonly description: string;
  readonly access: Access;
  /** Who sees the answer; `choose` adds the option `private`. */
  readonly audience: 'choose' | 'everyone' | 'private';
  /** Built from `options.ts`. */
  readonly options: Options;
  readonly autocomplete?: { readonly [Name in keyof z.output<Options>]?: Autocomplete<Context> };
  /** Option strings for `/help`, such as `currency:BTC private:True`. */
  readonly examples: readonly string[];
  /** Acknowledge first, run only once: it changes something here or at the pool. */
  readonly writes?: boolean;
  run(options: z.output<Options>, context: Context): Promise<Answer>;
}

/** What a click on a button or select, or a submitted form, does. */
export interface Action<Context, Args extends z.ZodTuple = z.ZodTuple> {
  /** First part of the custom ids it answers, unique over all commands. */
  readonly kind: string;
  readonly access: Access;
  readonly answers: Answers;
  readonly writes?: boolean;
  /** The parts of the custom id behind the kind. */
  readonly args: Args;
  run(click: Click<z.output<Args>>, context: Context): Promise<Answer>;
}

export interface Click<Args = readonly string[]> {
  readonly args: Args;
  /** The chosen values of a select. */
  readonly selected: readonly string[];
  /** The text or chosen value of each field of a form. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * The command with the types of its options erased: it parses them, and throws a UserError that names
 * the option, what is wrong, and what is accepted.
 */
export function eraseCommand<Context, Options extends z.ZodObject>(
  command: Command<Context, Options>,
): Command<Context> {
  return {
    ...command,
    async run(received, context) {
      const options = command.options.safeParse(received);
      if (options.success) return command.run(options.data, context);
      const [issue] = options.error.issues;
      const name = issue?.path.join('.') ?? 'option';
      throw optionError(name, `${issue?.message ?? 'not accepted'}.`);
    },
  };
}

export function eraseAction<Context, Args extends z.ZodTuple>(
  action: Action<Context, Args>,
): Action<Context> {
  return {
    ...action,
    async run(click, context) {
      const args = action.args.safeParse(click.args);
      // Only buttons of an earlier version have other arguments.
      if (!args.success) throw new UserError('Too late', 'Run the command again.');
      return action.run({ ...click, args: args.data }, context);
    },
  };
}
