/** What the runner orders from the loopback process, and what that answers. */
export interface Orders {
  /** How many guilds READY names, from the next connection on. */
  haveGuilds(count: number): void;
  latency(ms: Latency): void;
  /** From now on interactions are POSTed to these, in turn; none = they use the gateway. */
  post(addresses: readonly string[]): void;
  /** Resolves once a bot has identified and been told its guilds. */
  nextStart(watched: Watched): Promise<Started>;
  ask(asks: Asks): Promise<Answers>;
  /** The count so far. */
  poolRequests(nothing: null): number;
}

/** Added to each answer, to stand in for the round trip. */
export interface Latency {
  readonly poolMs: number;
  readonly discordMs: number;
}

export interface Watched {
  /** One ask this long after READY, but not before its guilds have come; null = none. */
  readonly askAfterReadyMs: number | null;
}

export interface Started {
  /** By the clock of `now`, which all processes of a machine share. */
  readonly identifiedAt: number;
  /** Of the one ask; NaN if there is none. */
  readonly firstMs: number;
  readonly finalMs: number;
}

export interface Asks {
  readonly command: 'summary' | 'help';
  readonly count: number;
  /** How many guilds take turns, each with its own person and channel. */
  readonly guilds: number;
  /** One ask every so many ms, however long answers take; or so many in progress at all times. */
  readonly pace: { readonly everyMs: number } | { readonly atOnce: number };
}

export interface Answers {
  /** From delivery until Discord has the first response; Infinity if it never came. */
  readonly firstMs: readonly number[];
  /** Until the final answer is there. */
  readonly finalMs: readonly number[];
  readonly seconds: number;
  /** The loopback's own processor time, in percent of one core. */
  readonly busy: number;
  /** Per ask: must be one, or the contenders aren't doing the same work. */
  readonly poolRequests: number;
}

/** What the loopback reports once it listens. */
export interface Address {
  /** For `DISCORD_API_URL`. */
  readonly discordUrl: string;
  readonly poolUrl: string;
  /** For `DISCORD_PUBLIC_KEY`. */
  readonly publicKey: string;
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

/** The same in every loopback, so that a store can be prepared before one runs. */
export const guildId = (index: number): string =>
  String(1_200_000_000_000_000_000n + BigInt(index));
export const channelId = (index: number): string =>
  String(1_300_000_000_000_000_000n + BigInt(index));
