import type { z } from 'zod';
import type { Access, Member } from '../guilds/access.js';
import type { Choice, Form, Reply } from './reply.js';

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

/** A slash command. */
export interface Command<Context> {
  /** `summary`, or `miners list` for a subcommand. */
  readonly name: string;
  /** 100 characters at most. */
  readonly description: string;
  readonly access: Access;
  /** Who sees the answer, or that it is a form; `choose` leaves it to the option `private`. */
  readonly audience: 'choose' | 'everyone' | 'private' | 'form';
  readonly options: z.ZodObject;
  readonly autocomplete: Readonly<Record<string, Autocomplete<Context> | undefined>>;
  /** Option strings for `/help`, such as `currency:BTC private:True`. */
  readonly examples: readonly string[];
  /** Acknowledge first, run only once: it changes something here or at the pool. */
  readonly writes: boolean;
  /** Parses its options: a UserError names the option, what is wrong, and what is accepted. */
  run(options: Readonly<Record<string, unknown>>, context: Context): Promise<Answer>;
}

/** What a click on a button or select, or a submitted form, does. */
export interface Action<Context> {
  /** First part of the custom ids it answers, unique over all commands. */
  readonly kind: string;
  readonly access: Access;
  readonly answers: Answers;
  readonly writes: boolean;
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
