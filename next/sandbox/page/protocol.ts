import type {
  APIApplicationCommand,
  APIMessage,
  APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

/** What the page and its server tell each other, as JSON. */

export interface PageState {
  /** The playground's time, in milliseconds since the epoch. */
  readonly now: number;
  readonly guild: Named;
  readonly people: readonly PersonView[];
  readonly channels: readonly ChannelView[];
  readonly roles: readonly Named[];
  readonly commands: readonly APIApplicationCommand[];
  /** What the chosen person sees in all channels, oldest first. */
  readonly messages: readonly MessageView[];
  readonly stories: StoriesView;
  readonly controls: ControlsView;
  readonly log: LogView;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface PersonView extends Named {
  /** The part they play, such as "Manager". */
  readonly part: string;
  readonly color: string;
}

export interface ChannelView extends Named {
  readonly isThread: boolean;
}

/** Addresses of its files lead to the page's server. */
export interface MessageView extends APIMessage {
  readonly isPrivate: boolean;
  /** What it answers; null for a post of the bot's own. */
  readonly answers: { readonly personId: string; readonly label: string } | null;
}

export interface StoriesView {
  readonly titles: readonly string[];
  readonly playing: {
    readonly title: string;
    /** The first one that isn't done is next. */
    readonly steps: readonly StepView[];
    /** At its end: what the pool received and lists, a line each. */
    readonly books: readonly string[];
  } | null;
}

export interface StepView {
  readonly say: string;
  /** Who acts, and in which channel, by name. */
  readonly as: string;
  readonly in: string;
  /** What the page can write into its composer. */
  readonly command?: TypedCommand | undefined;
  /** Label of the button to press, on the newest message that has it. */
  readonly press?: string | undefined;
  /** What the page can write into the form that opens. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  /** Label of what the page can make happen elsewhere. */
  readonly event?: string | undefined;
  readonly isDone: boolean;
}

/** Such as `miners list`, with what is typed in its options. */
export interface TypedCommand {
  readonly name: string;
  readonly options?: Readonly<Record<string, string>>;
}

export interface ControlsView {
  readonly poolModes: readonly string[];
  readonly poolMode: string;
  readonly deviations: readonly { readonly name: string; readonly isOn: boolean }[];
  /** What can be made to happen, such as a power cut. */
  readonly events: readonly string[];
}

export interface LogView {
  /** The last requests to the pool, newest first. */
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly at: number;
  }[];
  /** What the real Discord would have refused. */
  readonly refusals: readonly string[];
}

export type OptionValue = string | number | boolean;

export interface Place {
  readonly personId: string;
  readonly channelId: string;
}

export interface RunRequest extends Place {
  readonly command: string;
  readonly options: Readonly<Record<string, OptionValue>>;
}

export interface CompleteRequest extends Place {
  readonly command: string;
  readonly option: string;
  readonly typed: string;
  readonly others: Readonly<Record<string, OptionValue>>;
}

export interface ClickRequest extends Place {
  readonly messageId: string;
  /** Its custom id. */
  readonly button: string;
  readonly label: string;
}

export interface ChooseRequest extends Place {
  readonly messageId: string;
  readonly values: readonly string[];
}

export interface SubmitRequest extends Place {
  /** Of the outcome that opened the form. */
  readonly interactionId: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface ActResult {
  readonly interactionId: string;
  readonly form: APIModalInteractionResponseCallbackData | null;
  /** Nothing came within three seconds. */
  readonly isUnanswered: boolean;
}
