import type { PostedMessage } from './channels.js';

/** Plain data that commands and cards return; `render-reply.ts` turns it into Discord's message. */

/** Colour of a card: open or plain, done, somebody should look, failed, over without effect. */
export type Tone = 'open' | 'good' | 'warning' | 'bad' | 'over';

/** Markdown, one or more lines. Absent lines are left out. */
export type Line = string | false | null | undefined;

export interface Card {
  readonly title: string;
  /** Default: open. */
  readonly tone?: Tone;
  /** Text from outside must have gone through `escape`. */
  readonly lines?: readonly Line[];
  /** The event that happened at `at`; default: "Read from the pool". */
  readonly footer?: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly chart?: Picture | undefined;
}

export interface ReplyFile {
  /** Unique in the message, such as `revenue.png`. */
  readonly name: string;
  readonly data: Buffer | string;
}

export interface Picture extends ReplyFile {
  /** What it shows, for people who cannot see it. */
  readonly alt: string;
}

export interface Reply {
  /** Plain text above the cards, of which there are ten at most. */
  readonly content?: string;
  readonly cards?: readonly Card[];
  readonly files?: readonly ReplyFile[];
  /** At most five, with at most five buttons each; empty ones are left out. */
  readonly rows?: readonly (readonly Button[] | Select)[];
  /** Who is notified. Everybody else named in the text is not. */
  readonly pings?: { readonly roles?: string[]; readonly users?: string[] };
  /** For an answer to an interaction: what replaces it, one after another, within 15 minutes. */
  readonly updates?: AsyncIterable<Reply>;
  /** For an answer to an interaction: told where the message is, unless it is private. */
  readonly onPosted?: (message: PostedMessage) => Promise<void>;
}

export interface Button {
  /** 20 characters at most; ends in `…` where a form follows. */
  readonly label: string;
  /** Made by `customId`. */
  readonly id?: string;
  /** In place of `id`, a link. */
  readonly url?: string;
  /** Default: grey. */
  readonly style?: 'Primary' | 'Success' | 'Danger';
  readonly disabled?: boolean;
}

export interface Select {
  readonly select: string;
  readonly placeholder: string;
  readonly options: readonly Choice[];
}

export interface Choice {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
}

/** A form, which must be the first answer to a command or click. */
export interface Form {
  readonly form: string;
  readonly title: string;
  readonly fields: readonly FormField[];
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly value?: string;
  /** Choices make it a select; else it is a text input. */
  readonly choices?: readonly Choice[];
  readonly multiline?: boolean;
  readonly required?: boolean;
  readonly maxLength?: number;
}

export function cardReply(card: Card, rest: Omit<Reply, 'cards'> = {}): Reply {
  return { cards: [card], ...rest };
}
