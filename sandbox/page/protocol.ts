import type {
  APIApplicationCommandBasicOption,
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
  readonly commands: readonly CommandView[];
  /** What the chosen person sees in all channels, oldest first. */
  readonly messages: readonly MessageView[];
  readonly stories: readonly string[];
  readonly story: StoryView | null;
  /** Fleet actions at the pool, whose ids nobody could know otherwise. */
  readonly actions: readonly Named[];
  readonly poolModes: readonly string[];
  readonly poolMode: string;
  /** What can be made to happen, such as a power cut. */
  readonly events: readonly string[];
  /** The last requests to the pool, newest first. */
  readonly requests: readonly { method: string; path: string; at: number }[];
  /** What the real Discord would have refused. */
  readonly refusals: readonly string[];
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** As people type it, such as `miners list`. */
export interface CommandView {
  readonly name: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
}

/** Part: such as "Manager". */
export type PersonView = Named & { readonly part: string; readonly color: string };

export type ChannelView = Named & { readonly isThread: boolean };

/** Addresses of its files lead to the page's server. */
export interface MessageView extends APIMessage {
  readonly privateTo: string | null;
  /** What it answers; null for a post of the bot's own. */
  readonly answers: { readonly personId: string; readonly label: string } | null;
}

export interface StoryView {
  readonly title: string;
  /** How many there are, and how many of them are done. */
  readonly steps: number;
  readonly done: number;
  /** Null at the end. */
  readonly next: StepView | null;
  /** The requests that the pool received to change something. */
  readonly books: readonly string[];
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
}

/** Such as `miners list`, with what is typed in its options. */
export interface TypedCommand {
  readonly name: string;
  readonly options?: Readonly<Record<string, string>>;
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>;

/** What the bot offers while somebody types. */
export interface Choice {
  readonly name: string;
  readonly value: string;
}

export interface Place {
  readonly personId: string;
  readonly channelId: string;
}

/** What somebody does, and how the page names it: `/miners list`, or what is on the button. */
export type ActRequest = Place & { readonly label: string } & (
    | { readonly kind: 'run'; readonly command: string; readonly options: OptionValues }
    | { readonly kind: 'click'; readonly messageId: string; readonly button: string }
    | { readonly kind: 'choose'; readonly messageId: string; readonly value: string }
    | {
        readonly kind: 'submit';
        /** Id of the interaction that opened the form. */
        readonly interactionId: string;
        readonly fields: Readonly<Record<string, string>>;
      }
  );

export interface ActResult {
  readonly interactionId: string;
  readonly form: APIModalInteractionResponseCallbackData | null;
  /** Nothing came within three seconds. */
  readonly isUnanswered: boolean;
}

export interface CompleteRequest extends Place {
  readonly command: string;
  readonly option: string;
  readonly typed: string;
  readonly others: OptionValues;
}

/** What the panel does; a story's name is empty for none. */
export interface ControlRequest {
  readonly what: 'pool' | 'event' | 'story' | 'end';
  readonly name: string;
}
