/** What the runner orders of the loopback process, and what that answers. */
export interface Orders {
  /** How many guilds READY names; from the next connection on. */
  haveGuilds(count: number): void;
  latency(ms: Latency): void;
  /** Resolves once a bot has identified and was told of its guilds. */
  nextStart(watched: Watched): Promise<Started>;
  ask(asks: Asks): Promise<Answers>;
  /** So far. */
  poolRequests(nothing: null): number;
}

/** Added to each answer, to stand for the way there and back. */
export interface Latency {
  readonly poolMs: number;
  readonly discordMs: number;
}

export interface Watched {
  /** One ask so long after READY, not earlier than its guilds come; null = none. */
  readonly askAfterReadyMs: number | null;
}

export interface Started {
  /** By the clock of `now`, which all processes of a machine share. */
  readonly identifiedAt: number;
  /** Of the one ask; NaN of none. */
  readonly firstMs: number;
  readonly finalMs: number;
}

export interface Asks {
  readonly command: 'summary' | 'help';
  readonly count: number;
  /** The guilds that take turns, each with a person and a channel of its own. */
  readonly guilds: number;
  /** One each so many ms, whatever the answers take; or so many under way at all times. */
  readonly pace: { readonly everyMs: number } | { readonly atOnce: number };
}

export interface Answers {
  /** From the delivery until Discord has the first response; Infinity of what never came. */
  readonly firstMs: readonly number[];
  /** Until the answer itself is there. */
  readonly finalMs: readonly number[];
  readonly seconds: number;
  /** The loopback's own processor time, in percent of one core. */
  readonly busy: number;
  /** For each ask: one, or the contenders don't do the same. */
  readonly poolRequests: number;
}

/** What the loopback says of itself once it listens. */
export interface Address {
  /** For `DISCORD_API_URL`. */
  readonly discordUrl: string;
  readonly poolUrl: string;
}

export interface Order {
  readonly id: number;
  readonly name: keyof Orders;
  readonly argument: unknown;
}

export type Argument<Name extends keyof Orders> = Parameters<Orders[Name]>[0];
export type Result<Name extends keyof Orders> = Awaited<ReturnType<Orders[Name]>>;

/** ms, by a clock that all processes of this machine share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

export const TOKEN = 'loopback-token';
export const APPLICATION_ID = '1100000000000000001';

/** The same in every loopback, so that a store can be made before one runs. */
export const guildId = (index: number): string =>
  String(1_200_000_000_000_000_000n + BigInt(index));
export const channelId = (index: number): string =>
  String(1_300_000_000_000_000_000n + BigInt(index));
