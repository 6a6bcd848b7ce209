import type {
  APIActionRowComponent,
  APIApplicationCommand,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import type { z } from 'zod';
import type { ClockOffset } from '../clock-offset.js';
import type * as requests from './requests.js';

/** What the playground's page and server exchange. Types only, shared by both sides. */

export interface PlaygroundView {
  readonly botName: string;
  /** How its clock differs from this machine's. */
  readonly clock: ClockOffset;
  readonly guilds: readonly GuildView[];
}

export interface GuildView {
  readonly id: string;
  readonly name: string;
  readonly channels: readonly ChannelView[];
  readonly people: readonly PersonView[];
  readonly roles: readonly RoleView[];
  readonly commands: readonly APIApplicationCommand[];
}

interface ChannelView {
  readonly id: string;
  readonly name: string;
  readonly topic: string;
}

export interface RoleView {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

export interface PersonView {
  readonly id: string;
  readonly name: string;
  /** The part this person plays: "Viewer", "Manager" … */
  readonly part: string;
  readonly color: string;
  readonly roleIds: readonly string[];
}

export interface MessageView {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly content: string;
  /** Embeds and components in Discord's own JSON, as the bot sent them. */
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly attachments: readonly AttachmentView[];
  readonly ephemeralFor: string | null;
  readonly thinking: boolean;
  readonly edited: boolean;
  /** People, roles and "everyone". */
  readonly pinged: readonly string[];
  /** The message it replies to. */
  readonly repliesTo: string | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The interaction it answers; null for a post that nobody requested. */
  readonly origin: OriginView | null;
}

interface OriginView {
  readonly personId: string;
  /** The slash command's path, even behind its form; empty for a button or select. */
  readonly command: string;
}

export interface AttachmentView {
  readonly id: string;
  readonly filename: string;
  readonly description: string | null;
  /** Bytes. */
  readonly size: number;
  /** On the page's own server. */
  readonly url: string;
  /** A picture's pixels, so that its place is known before it has loaded. */
  readonly shape: { readonly width: number; readonly height: number } | null;
  /** The loopback Discord's address of the file, which embeds may use. */
  readonly originalUrl: string;
}

/** Something a person did, and the progress of its answer. */
export interface InteractionView {
  readonly id: string;
  readonly personId: string;
  readonly channelId: string;
  readonly kind: 'command' | 'component' | 'modal';
  /** The path of its slash command, even behind a modal: "setup key"; else empty. */
  readonly command: string;
  readonly sourceMessageId: string | null;
  readonly customId: string | null;
  readonly state: 'sending' | 'answered' | 'modal' | 'failed';
  readonly at: number;
  readonly firstResponseMs: number | null;
}

export interface OpenedModal {
  readonly interactionId: string;
  readonly modal: APIModalInteractionResponseCallbackData;
}

export type ControlValue = string | boolean;

/** A switch or button of the control panel. */
export interface ControlView {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly hint: string;
  /** `text` is for reading and copying. */
  readonly kind: 'toggle' | 'choice' | 'button' | 'text';
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: ControlValue;
  /** A button that destroys something. */
  readonly danger: boolean;
}

/** The guided stories, and the one being played. */
export interface StoriesView {
  readonly list: readonly { readonly id: string; readonly title: string; readonly about: string }[];
  readonly playing: PlayView | null;
}

export interface PlayView {
  readonly id: string;
  readonly title: string;
  /** The first that isn't done is next; all done = the story has ended. */
  readonly steps: readonly StepView[];
  /** What deviated from the story, and how to recover; empty = nothing. */
  readonly astray: string;
  /** What happened to the money, by the pool's own books; empty until the story has ended. */
  readonly ending: readonly string[];
}

export interface CommandToWrite {
  readonly path: string;
  readonly options: Readonly<Record<string, string>>;
}

export interface StepView {
  readonly words: string;
  /** By name; null if nobody in Discord has to act. */
  readonly person: string | null;
  readonly channel: string;
  /** Text to type that is easier to copy; else empty. */
  readonly copy: string;
  /** The page can write it into its input line for the person to send. */
  readonly command: CommandToWrite | null;
  /** What a button press makes happen outside Discord; else empty. */
  readonly act: string;
  readonly done: boolean;
}

export interface BotView {
  readonly state: 'starting' | 'online' | 'reconnecting' | 'restarting' | 'dead';
  /** Why it isn't online, for people. */
  readonly reason: string;
}

export interface LogLine {
  readonly at: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
  /** As the bot wrote it. */
  readonly whole: string;
}

export interface PoolRequestView {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** Null until answered, or if never answered. */
  readonly status: number | null;
}

/** What somebody did at the pool's own console. */
export interface ConsoleLineView {
  readonly at: number;
  readonly words: string;
}

export interface Tails {
  readonly pool: readonly (PoolRequestView | ConsoleLineView)[];
  readonly log: readonly LogLine[];
  /** What the real Discord would have refused. */
  readonly refusals: readonly string[];
}

export interface Snapshot {
  readonly world: PlaygroundView;
  readonly messages: readonly MessageView[];
  readonly interactions: readonly InteractionView[];
  readonly controls: readonly ControlView[];
  readonly stories: StoriesView;
  readonly bot: BotView;
  readonly tails: Tails;
}

/** Pushed to the page as server-sent events. */
export type PageEvent =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'world'; readonly world: PlaygroundView }
  | { readonly kind: 'message'; readonly message: MessageView }
  | { readonly kind: 'deleted'; readonly messageId: string }
  | { readonly kind: 'interaction'; readonly interaction: InteractionView }
  | { readonly kind: 'controls'; readonly controls: readonly ControlView[] }
  | { readonly kind: 'stories'; readonly stories: StoriesView }
  | { readonly kind: 'bot'; readonly bot: BotView }
  | { readonly kind: 'tails'; readonly tails: Tails };

export type CommandRequest = z.output<typeof requests.commandRequest>;
export type OptionValues = CommandRequest['options'];
export type SayRequest = z.output<typeof requests.sayRequest>;
export type CompleteRequest = z.output<typeof requests.completeRequest>;
export type ClickRequest = z.output<typeof requests.clickRequest>;
export type SelectRequest = z.output<typeof requests.selectRequest>;
export type StoryRequest = z.output<typeof requests.storyRequest>;
export type SubmitRequest = z.output<typeof requests.submitRequest>;

/** The answer to a command, click, selection or submitted form. */
export interface ActionAnswer {
  readonly interaction: InteractionView;
  readonly opened: OpenedModal | null;
}

export interface ChoiceView {
  readonly name: string;
  readonly value: string | number;
}
