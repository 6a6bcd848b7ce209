import { z } from 'zod';
import { optionError, UserError } from '../errors.js';
import type { Memory } from './custom-id.js';
import { flag } from './option-types.js';
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

/** Offers choices while a person types; the router keeps as many as Discord takes. */
export type Autocomplete<Context> = (typed: string, context: Context) => Promise<readonly Choice[]>;

/** A command as its file declares it. */
export interface CommandSpec<Context, Options extends z.ZodObject = z.ZodObject> {
  /** `summary`, or `miners list` for a subcommand. */
  readonly name: string;
  /** 100 characters at most. */
  readonly description: string;
  readonly access: Access;
  /** Who sees the answer; `choose`, the default, adds the option `private`. */
  readonly audience?: 'choose' | 'everyone' | 'private';
  /** Built from `options.ts`; default: none. */
  readonly options?: Options;
  readonly autocomplete?: { readonly [Name in keyof z.output<Options>]?: Autocomplete<Context> };
  /** Option strings for `/help`, such as `currency:BTC private:True`; default: one without options. */
  readonly examples?: readonly string[];
  /** Acknowledge first, run only once: it changes something here or at the pool. */
  readonly writes?: boolean;
  run(options: z.output<Options>, context: Context): Promise<Answer>;
}

/** Parses its options: a UserError names the option, what is wrong, and what is accepted. */
export type Command<Context> = Required<CommandSpec<Context>>;

/** What a click on a button or select, or a submitted form, does, as its file declares it. */
export interface ActionSpec<Context, Args extends z.ZodTuple = z.ZodTuple, Kept = unknown> {
  /** First part of the custom ids it answers, unique over all commands. */
  readonly kind: string;
  readonly access: Access;
  /** Default: `private`. */
  readonly answers?: Answers;
  readonly writes?: boolean;
  /** What the button remembers: a token for it is the first part of the custom id after the kind. */
  readonly kept?: z.ZodType<Kept>;
  /** The other parts of the custom id; default: none. */
  readonly args?: Args;
  run(
    click: Omit<Click, 'args'> & { readonly args: z.output<Args>; readonly kept: Kept },
    context: Context,
  ): Promise<Answer>;
}

/** Parses its arguments, and recalls what the button remembers. */
export interface Action<Context> extends Required<
  Pick<ActionSpec<Context>, 'kind' | 'access' | 'answers' | 'writes'>
> {
  run(click: Click, context: Context): Promise<Answer>;
}

export interface Click {
  /** The parts of the custom id after the kind. */
  readonly args: readonly string[];
  /** The chosen values of a select. */
  readonly selected: readonly string[];
  /** The text or chosen value of each field of a form. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What defines the commands and actions of a bot, with this context. */
export function definitions<Context extends Pick<Memory, 'recall'>>() {
  const defineCommand = <Options extends z.ZodObject>(
    declared: CommandSpec<Context, Options>,
  ): Command<Context> => {
    const spec: CommandSpec<Context> = declared;
    const { audience = 'choose', options = z.object({}) } = spec;
    const isPrivate = flag('Show the answer only to me').optional();
    return {
      autocomplete: {},
      examples: [''],
      writes: false,
      ...spec,
      audience,
      options: audience === 'choose' ? options.extend({ private: isPrivate }) : options,
      async run(received, context) {
        const parsed = options.safeParse(received);
        if (parsed.success) return spec.run(parsed.data, context);
        const [issue] = parsed.error.issues;
        const name = issue?.path.join('.') ?? 'option';
        throw optionError(name, `${issue?.message ?? 'not accepted'}.`);
      },
    };
  };

  const defineAction = <Args extends z.ZodTuple, Kept>(
    declared: ActionSpec<Context, Args, Kept>,
  ): Action<Context> => {
    const spec: ActionSpec<Context> = declared;
    const { kept, args: schema = z.tuple([]) } = spec;
    return {
      answers: 'private',
      writes: false,
      ...spec,
      async run(click, context) {
        const [token = '', ...others] = click.args;
        const args = schema.safeParse(kept ? others : click.args);
        // Only buttons of an earlier version have other arguments.
        if (!args.success) throw new UserError('Too late', 'Run the command again.');
        const recalled = kept && (await context.recall(token, kept));
        return spec.run({ ...click, args: args.data, kept: recalled }, context);
      },
    };
  };

  return { defineCommand, defineAction };
}
