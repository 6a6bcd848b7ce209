import type { LoopbackMessage } from '../../discord/loopback-discord.js';
import type { PoolRequest } from '../../pool/loopback-pool.js';
import type { InteractionView } from '../protocol.js';
import type { Step } from './story.js';
import { hasButton, mentions, messagesOf, type Stage } from './stage.js';

/** What actually happened since a story began, according to Discord and the pool. */
export interface Since {
  /** Commands the bot answered. */
  readonly commands: (path: string, person?: string) => readonly InteractionView[];
  /** Answered clicks on such buttons, including forms that they opened and that were submitted. */
  readonly clicks: (kind: string, person?: string) => readonly InteractionView[];
  readonly messages: () => readonly LoopbackMessage[];
  /** The newest message about `name` with a button of one of these kinds. */
  readonly card: (name: string, ...kinds: readonly string[]) => LoopbackMessage | undefined;
  /** Where the newest answer about `name` stands. */
  readonly channelOf: (name: string) => Step['channel'] | undefined;
  /** If no request about `name` waits or was sent: says so, and what to do; else empty. */
  readonly lost: (name: string, again: string) => string;
  /** Requests that asked the pool to change something. */
  readonly writes: () => readonly PoolRequest[];
  /** What was done about `name` at the pool's own console, in words. */
  readonly atConsole: (name: string) => readonly string[];
  /** Whether the newest card of a change about `name` says so in its title. */
  readonly isTitled: (name: string, words: string) => boolean;
}

const CHANNELS = ['pool-ops', 'treasury', 'audit'] as const;

/** Buttons of a card that waits for somebody. */
export const waiting = ['change-confirm', 'change-form'] as const;

export function watch(stage: Stage): Since {
  const { interactions, pool, cast, console } = stage;
  const before = new Set(interactions.views.keys());
  const messagesBefore = new Set(messagesOf(stage).map(({ id }) => id));
  // The pool's log uses this machine's time.
  const begunAt = Date.now();
  const idOf = (person: string) =>
    [...cast.guild.people.values()].find(({ name }) => name === person)?.id;
  const answered = (person?: string) =>
    [...interactions.views.values()].filter(
      ({ id, state, personId }) =>
        !before.has(id) &&
        (state === 'answered' || state === 'modal') &&
        (person === undefined || personId === idOf(person)),
    );
  const writes = () => pool.requests.filter(({ method, at }) => method !== 'GET' && at >= begunAt);
  const messages = () => messagesOf(stage).filter(({ id }) => !messagesBefore.has(id));

  const card = (name: string, ...kinds: readonly string[]) =>
    messages().findLast(
      (message) => mentions(message, name) && kinds.some((kind) => hasButton(message, kind)),
    );

  return {
    commands: (path, person) =>
      answered(person).filter(({ kind, command }) => kind === 'command' && command === path),
    clicks: (kind, person) =>
      answered(person).filter(({ customId }) => customId?.split(':')[0] === kind),
    messages,
    card,
    channelOf(name) {
      const answer = messages().findLast(
        (message) => message.interaction !== null && mentions(message, name),
      );
      const channel = cast.guild.channels.get(answer?.channelId ?? '')?.name;
      return CHANNELS.find((each) => each === channel);
    },
    lost: (name, again) =>
      card(name, ...waiting) || writes().length > 0
        ? ''
        : `No request waits any more: it was cancelled or has expired, and nothing was sent. ${again}`,
    writes,
    atConsole: (name) =>
      console.lines
        .filter(({ at, words }) => at >= begunAt && words.includes(name))
        .map(({ words }) => words),
    isTitled(name, words) {
      const newest = messages().findLast(
        (message) => mentions(message, name) && hasButton(message, 'change-details'),
      );
      return String(newest?.embeds[0]?.['title']).includes(words);
    },
  };
}
