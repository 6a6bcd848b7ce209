import type { LoopbackDiscord, LoopbackMessage } from '../discord/loopback-discord.js';
import type { PoolConsole } from '../pool/pool-operator.js';
import type { LoopbackPool } from '../pool/loopback-pool.js';
import { viewControl, type Control } from './controls/controls.js';
import type { PlaygroundClock } from './bot/playground-clock.js';
import { createInteractions, type Interactions } from './interactions.js';
import { viewMessage } from './message-view.js';
import type { BotView, LogLine, PageEvent, Snapshot, Tails } from './protocol.js';
import type { Stories } from './stories/story-player.js';
import type { PlaygroundWorld } from './world.js';

/** What all open pages see: a new page gets everything, the others each change. */
export interface Hub {
  readonly interactions: Interactions;
  readonly controls: ReadonlyMap<string, Control>;
  readonly stories: Stories;
  snapshot(): Snapshot;
  setBot(bot: BotView): void;
  controlsChanged(): void;
  worldChanged(): void;
  findMessage(messageId: string): LoopbackMessage | undefined;
  subscribe(listener: (event: PageEvent) => void): () => void;
  close(): void;
}

export interface HubParts {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  readonly console: PoolConsole;
  readonly world: PlaygroundWorld;
  readonly clock: Pick<PlaygroundClock, 'now' | 'turn'>;
  readonly controls: readonly Control[];
  readonly stories: (interactions: Interactions) => Stories;
  /** Newest last. */
  readonly logLines: () => readonly LogLine[];
}

const lookMs = 400;
const tailLength = 60;

export function createHub(parts: HubParts): Hub {
  const { discord, world, clock } = parts;
  const listeners = new Set<(event: PageEvent) => void>();
  const controls = new Map(parts.controls.map((control) => [control.id, control]));
  let bot: BotView = { state: 'starting', reason: '' };

  function tell(event: PageEvent): void {
    for (const listener of listeners) listener(event);
  }

  function setBot(next: BotView): void {
    bot = next;
    tell({ kind: 'bot', bot });
  }

  /** Whoever starts or ends a process reports that itself. */
  function setLink(online: boolean): void {
    if (bot.state !== 'online' && bot.state !== 'reconnecting') return;
    setBot({ state: online ? 'online' : 'reconnecting', reason: '' });
  }

  const interactions: Interactions = createInteractions({
    discord,
    person: world.person,
    now: clock.now,
    onChange(interaction) {
      stories.look();
      tell({ kind: 'interaction', interaction });
    },
  });

  const stories = parts.stories(interactions);
  const viewWorld = () => ({ ...world.view(), clock: clock.turn });

  const unsubscribe = discord.onChange((change) => {
    stories.look();
    if (change.kind === 'deleted') tell({ kind: 'deleted', messageId: change.messageId });
    if (change.kind === 'commands') tell({ kind: 'world', world: viewWorld() });
    if (change.kind === 'bot') setLink(change.online);
    if (change.kind !== 'message') return;
    const { message } = change;
    tell(
      message.deleted
        ? { kind: 'deleted', messageId: message.id }
        : { kind: 'message', message: viewMessage(message) },
    );
  });

  const controlViews = () => [...controls.values()].map(viewControl);
  const stopLooking = follow(
    [
      () => ({ kind: 'tails', tails: readTails(parts) }),
      () => ({ kind: 'controls', controls: controlViews() }),
      () => {
        stories.look();
        return { kind: 'stories', stories: stories.view() };
      },
    ],
    tell,
  );

  return {
    interactions,
    controls,
    stories,
    snapshot: () => ({
      world: viewWorld(),
      messages: allMessages(parts).map(viewMessage),
      interactions: [...interactions.views.values()],
      controls: controlViews(),
      stories: stories.view(),
      bot,
      tails: readTails(parts),
    }),
    setBot,
    worldChanged: () => tell({ kind: 'world', world: viewWorld() }),
    controlsChanged: () => tell({ kind: 'controls', controls: controlViews() }),
    findMessage: (messageId) => allMessages(parts).find(({ id }) => id === messageId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopLooking();
      unsubscribe();
      listeners.clear();
    },
  };
}

function allMessages({ discord, world }: HubParts): LoopbackMessage[] {
  return [world.connected, world.fresh]
    .flatMap(({ guild }) => Array.from(guild.channels.keys()))
    .flatMap((channelId) => discord.messages(channelId))
    .filter(({ deleted }) => !deleted);
}

/** The key's last characters are enough on screen; requests are shown without it anyway. */
function readTails({ discord, pool, console, logLines }: HubParts): Tails {
  const requests = pool.requests
    .slice(-tailLength)
    .map(({ at, method, path, status }) => ({ at, method, path, status }));
  const atConsole = console.lines.slice(-tailLength).map(({ at, words }) => ({ at, words }));
  return {
    pool: [...requests, ...atConsole].toSorted((a, b) => a.at - b.at).slice(-tailLength),
    log: logLines().slice(-tailLength),
    refusals: discord.refusals.slice(-tailLength),
  };
}

/** Polls whatever announces nothing, such as the pool's requests and one-time faults. */
function follow(views: readonly (() => PageEvent)[], tell: (event: PageEvent) => void): () => void {
  const last = views.map(() => '');
  const timer = setInterval(() => {
    for (const [index, view] of views.entries()) {
      const event = view();
      const text = JSON.stringify(event);
      if (text !== last[index]) tell(event);
      last[index] = text;
    }
  }, lookMs);
  return () => clearInterval(timer);
}
