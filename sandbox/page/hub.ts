import type { LoopbackDiscord, LoopbackMessage } from '../discord/loopback-discord.js';
import type { LoopbackPool } from '../pool/loopback-pool.js';
import { viewControl, type Control } from './controls/controls.js';
import { createInteractions, type Interactions } from './interactions.js';
import { viewMessage } from './message-view.js';
import type { BotView, LogLine, PageEvent, Snapshot, Tails } from './protocol.js';
import type { PlaygroundWorld } from './world.js';

/** What all open pages see: told whole to a new page, and change by change to the others. */
export interface Hub {
  readonly interactions: Interactions;
  readonly controls: ReadonlyMap<string, Control>;
  snapshot(): Snapshot;
  setBot(bot: BotView): void;
  controlsChanged(): void;
  findMessage(messageId: string): LoopbackMessage | undefined;
  subscribe(listener: (event: PageEvent) => void): () => void;
  close(): void;
}

export interface HubParts {
  readonly discord: LoopbackDiscord;
  readonly pool: LoopbackPool;
  readonly world: PlaygroundWorld;
  readonly controls: readonly Control[];
  /** Newest last. */
  readonly logLines: () => readonly LogLine[];
}

const tailMs = 400;
const tailLength = 60;

export function createHub(parts: HubParts): Hub {
  const { discord, world } = parts;
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

  /** A process that is starting or ending is told of by who starts or ends it. */
  function setLink(online: boolean): void {
    if (bot.state !== 'online' && bot.state !== 'reconnecting') return;
    setBot({ state: online ? 'online' : 'reconnecting', reason: '' });
  }

  const interactions = createInteractions({
    discord,
    person: world.person,
    onChange: (interaction) => tell({ kind: 'interaction', interaction }),
  });

  const unsubscribe = discord.onChange((change) => {
    if (change.kind === 'deleted') tell({ kind: 'deleted', messageId: change.messageId });
    if (change.kind === 'commands') tell({ kind: 'world', world: world.view() });
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
  const stopTails = followTails(parts, (told) => tell(told), controlViews);

  return {
    interactions,
    controls,
    snapshot: () => ({
      world: world.view(),
      messages: allMessages(parts).map(viewMessage),
      interactions: [...interactions.views.values()],
      controls: controlViews(),
      bot,
      tails: readTails(parts),
    }),
    setBot,
    controlsChanged: () => tell({ kind: 'controls', controls: controlViews() }),
    findMessage: (messageId) => allMessages(parts).find(({ id }) => id === messageId),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stopTails();
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

/** The key's last characters are enough on a screen; the requests are shown without it anyway. */
function readTails({ discord, pool, logLines }: HubParts): Tails {
  return {
    pool: pool.requests
      .slice(-tailLength)
      .map(({ at, method, path, status }) => ({ at, method, path, status })),
    log: logLines().slice(-tailLength),
    refusals: discord.refusals.slice(-tailLength),
  };
}

/** Neither the pool's requests nor one-time faults announce themselves, so they are looked at. */
function followTails(
  parts: HubParts,
  tell: (event: PageEvent) => void,
  controlViews: () => Snapshot['controls'],
): () => void {
  let lastTails = '';
  let lastControls = '';
  const timer = setInterval(() => {
    const tails = readTails(parts);
    const controls = controlViews();
    if (JSON.stringify(tails) !== lastTails) tell({ kind: 'tails', tails });
    if (JSON.stringify(controls) !== lastControls) tell({ kind: 'controls', controls });
    lastTails = JSON.stringify(tails);
    lastControls = JSON.stringify(controls);
  }, tailMs);
  return () => clearInterval(timer);
}
