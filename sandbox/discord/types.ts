import type {
  APIMessage,
  APIModalInteractionResponseCallbackData,
  PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { startDiscord } from './server.js';

export type LoopbackDiscord = Awaited<ReturnType<typeof startDiscord>>;

export interface LoopbackGuild {
  readonly id: string;
  readonly name: string;
  readonly general: LoopbackChannel;
  addChannel(name: string, overwrite?: Overwrite): LoopbackChannel;
  /** A thread in `parent`, which inherits its overwrite. */
  addThread(name: string, parent: LoopbackChannel): LoopbackChannel;
  addRole(name: string, options?: { mentionable?: boolean }): Role;
  /** `admin` has Manage Server. */
  addPerson(name: string, options?: { admin?: boolean; roles?: readonly string[] }): Person;
  readonly people: readonly Person[];
  readonly channels: readonly LoopbackChannel[];
  readonly roles: readonly Role[];
  /** `commands`: added without the scope `bot`. */
  readonly bot: 'inside' | 'commands' | 'removed';
  /**
   * What happens to the bot's REST requests about this server: a status to answer with, `hang`
   * (no answer), `reset`, `reset-after` (it takes effect, then the connection is reset), or undefined
   * for as usual. Stays until it is set to null.
   */
  fault: ((request: { method: string; path: string }) => RestFault | undefined) | null;
  /** Each interaction reaches the bot twice, as after a connection that was resumed. */
  deliversTwice: boolean;
}

export type RestFault = number | 'hang' | 'reset' | 'reset-after';

export interface Role {
  readonly id: string;
  readonly name: string;
  readonly mentionable: boolean;
}

export type Permission = keyof typeof PermissionFlagsBits;

/** What @everyone, and so the bot, may not do. */
export interface Overwrite {
  readonly deny?: readonly Permission[];
}

export interface LoopbackChannel {
  readonly id: string;
  readonly guildId: string;
  readonly name: string;
  readonly isThread: boolean;
  /** Only threads have one. */
  readonly parent: LoopbackChannel | null;
  readonly overwrite: Overwrite;
  setPermissions(overwrite: Overwrite): void;
  /** Oldest first; private answers are seen by one person only. */
  messages(viewer?: Person): readonly ShownMessage[];
}

/** A message as Discord returns it, with what else the double knows. */
export interface ShownMessage extends APIMessage {
  /** Only this person sees it. */
  readonly privateTo: string | null;
  /** The bytes of each file, also of those that an embed shows, by file name. */
  readonly contents: Readonly<Record<string, Buffer>>;
}

type Options = Readonly<Record<string, string | number | boolean>>;

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly guildId: string;
  readonly admin: boolean;
  /** Ids, the same in all channels. */
  roles: string[];
  /** The same person acting in another channel. */
  in(channel: LoopbackChannel): Person;
  /** `run('miners list', { site: 'North Ridge' })`. */
  run(command: string, options?: Options): Promise<Outcome>;
  /** A button by its label or custom id. Fails if it is not on the message, disabled, or not visible to them. */
  click(message: ShownMessage, button: string): Promise<Outcome>;
  /** Chooses values (or labels) in a select of the message. */
  choose(message: ShownMessage, values: readonly string[]): Promise<Outcome>;
  /** Submits the form that an outcome opened; fields left out keep their value. */
  submit(outcome: Outcome, fields: Readonly<Record<string, string>>): Promise<Outcome>;
  /** What is offered while typing. */
  complete(
    command: string,
    option: string,
    typed: string,
    others?: Options,
  ): Promise<readonly { name: string; value: string }[]>;
}

/** Result of a command, click or form, once the bot has given its final answer. */
export interface Outcome {
  readonly interactionId: string;
  /** The answer as it is now: a new message, or the one that was edited; null for a form or none. */
  readonly message: ShownMessage | null;
  readonly form: APIModalInteractionResponseCallbackData | null;
  /** `none`: not within three seconds. */
  readonly first: 'reply' | 'defer' | 'update' | 'defer-update' | 'form' | 'choices' | 'none';
}
