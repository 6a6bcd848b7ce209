import type { z } from 'zod';
import { UserError } from '../errors.js';
import { parseOptions } from './options.js';
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

export interface CommandSpec<Context, Options extends z.ZodObject> {
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

/** A command with the types of its options erased: `run` parses them. */
export interface Command<Context> extends Omit<
  CommandSpec<Context, z.ZodObject>,
  'autocomplete' | 'run'
> {
  readonly autocomplete: Readonly<Record<string, Autocomplete<Context> | undefined>>;
  /** @throws UserError where an option is none of what is accepted */
  run(options: Record<string, unknown>, context: Context): Promise<Answer>;
}

export interface ActionSpec<Context, Args extends z.ZodTuple> {
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
  /** Of a select: the chosen values. */
  readonly selected: readonly string[];
  /** Of a form: the text or chosen value of each field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What a click on a button or select, or a submitted form, does. */
export interface Action<Context> extends Omit<ActionSpec<Context, z.ZodTuple>, 'args' | 'run'> {
  run(click: Click, context: Context): Promise<Answer>;
}

export function eraseCommand<Context, Options extends z.ZodObject>(
  spec: CommandSpec<Context, Options>,
): Command<Context> {
  return {
    ...spec,
    autocomplete: spec.autocomplete ?? {},
    run: (options, context) => spec.run(parseOptions(spec.options, options), context),
  };
}

export function eraseAction<Context, Args extends z.ZodTuple>(
  spec: ActionSpec<Context, Args>,
): Action<Context> {
  return {
    ...spec,
    async run(click, context) {
      const args = spec.args.safeParse(click.args);
      // Only buttons of an earlier version have other arguments.
      if (!args.success) throw new UserError('Too late', 'Run the command again.');
      return spec.run({ ...click, args: args.data }, context);
    },
  };
}
