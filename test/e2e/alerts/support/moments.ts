import { SUMMARY } from '../../../../sandbox/pool/pool-operator.js';
import type { ChannelFault } from '../../../../sandbox/discord/loopback-discord.js';
import type { AlertRule } from '../../../../src/domain/alerts/rule.js';
import { RATE, type AlertServer } from './alert-world.js';

/** A moment in an alert's life at which its process may die. */
export interface Moment extends Hold {
  readonly name: string;
  readonly rules: readonly AlertRule[];
  /** What the pool says early on, before the long wait, and after it. */
  readonly early?: object;
  readonly late?: object;
  readonly last?: object;
  /** What the channel holds once another process has taken over: how each message begins. */
  readonly expected: readonly RegExp[];
  /** The second message replies to the first. */
  readonly isReplied?: true;
  /** The same once it is over: the other process continues with those very messages. */
  readonly over?: readonly RegExp[];
}

/** The request that Discord holds back: without taking effect, or after it has. */
export interface Hold {
  readonly method: 'POST' | 'PATCH';
  readonly how: ChannelFault;
  /** Only once the alert has a reply. */
  readonly isAfterReply?: true;
}

/** A workspace small enough to have many. */
export const SMALL = { subaccounts: 1, sites: 1, miners: 40, days: 10 };
export const LOW = { hashrate_5m: '100', hashrate_24h: '1000' };
export const FULL = { hashrate_5m: '1000', hashrate_24h: '1000' };
export const NONE = { hashrate_5m: null, hashrate_24h: '1000' };
/** The wait in between, after which everything soon becomes due. */
export const SKIPPED_MINUTES = 26;

export const SOON = { ...RATE, forMinutes: 1 };
export const ENDED = [/^# Resolved/, /^✅ \*\*Resolved\*\*/];

const KINDS: readonly Omit<Moment, 'how'>[] = [
  {
    name: 'the post, and another waits behind it',
    rules: [SOON, { ...SOON, id: 'other', threshold: { unit: 'percent', value: '70' } }],
    last: LOW,
    method: 'POST',
    expected: [/^# Firing/, /^# Firing/],
    over: [/^# Resolved/, /^# Resolved/, /^✅ \*\*Resolved\*\*/, /^✅ \*\*Resolved\*\*/],
  },
  {
    name: 'the post of a dozen at once',
    rules: Array.from({ length: 12 }, (_, index) => ({ ...SOON, id: `of-many-${index}` })),
    last: LOW,
    method: 'POST',
    expected: [/^# Firing: 12 alerts at once/],
    over: [/^# Over: 12 alerts at once/, /All 12 alerts are over/],
  },
  {
    name: 'an edit',
    rules: [SOON],
    early: LOW,
    last: FULL,
    method: 'PATCH',
    expected: ENDED,
    isReplied: true,
  },
  {
    name: 'the reply',
    rules: [SOON],
    early: LOW,
    last: FULL,
    method: 'POST',
    expected: ENDED,
    isReplied: true,
  },
  {
    name: 'the last edit',
    rules: [SOON],
    early: LOW,
    last: FULL,
    method: 'PATCH',
    isAfterReply: true,
    expected: ENDED,
    isReplied: true,
  },
  {
    name: 'a reminder',
    rules: [{ ...SOON, remindMinutes: SKIPPED_MINUTES + 8 }],
    early: LOW,
    method: 'POST',
    expected: [/^# Firing/, /Nobody has acknowledged this/],
    isReplied: true,
  },
  {
    name: 'the word that there is no data',
    rules: [SOON],
    late: NONE,
    method: 'POST',
    expected: [/^# No data/],
  },
  {
    name: 'the word that data is back',
    rules: [SOON],
    early: NONE,
    last: FULL,
    method: 'POST',
    expected: [/^# No data/, /^# Data is back/],
  },
];

export const MOMENTS: readonly Moment[] = KINDS.flatMap((kind) => [
  { ...kind, name: `before ${kind.name}`, how: 'hang' as const },
  { ...kind, name: `after ${kind.name}`, how: 'no-answer' as const },
]);

/** Those for which the store must know more than that they are told. */
export const ON_SERVERS: readonly string[] = [
  'after the post, and another waits behind it',
  'after the reply',
  'before the last edit',
];

/**
 * Discord holds back the request from now on: once it has taken effect, if it is to, and without
 * effect when it is repeated. Tells whether the request has come.
 */
export function hold(what: Hold, { world }: AlertServer): () => boolean {
  const { discord, channelId } = world;
  const { ofChannels } = discord.faults;
  const key = `${what.method} ${channelId}`;
  const count = () => discord.requests.filter((each) => isTo(each, what, channelId)).length;
  let before = count();
  function begin(): void {
    before = count();
    ofChannels.set(key, what.how);
  }
  discord.onChange((change) => {
    if (change.kind !== 'message' || change.message.channelId !== channelId) return;
    if (ofChannels.get(key) === 'no-answer') ofChannels.set(key, 'hang');
    else if (what.isAfterReply && change.message.repliesTo !== null && !ofChannels.has(key))
      begin();
  });
  if (!what.isAfterReply) begin();
  return () => ofChannels.has(key) && count() > before;
}

function isTo(
  request: { readonly method: string; readonly path: string },
  { method }: Hold,
  channelId: string,
): boolean {
  const isOfChannel = request.path.startsWith(`/channels/${channelId}/messages`);
  return isOfChannel && request.method === method;
}

export function say({ console }: AlertServer, rates: object | undefined): void {
  if (rates !== undefined) console.say(SUMMARY, { ...rates });
}
