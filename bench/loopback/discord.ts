import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { InteractionType } from 'discord-api-types/v10';
import { dispatch, serveGateway } from '../../sandbox/discord/gateway.js';
import { createGuild } from '../../sandbox/discord/guilds.js';
import { createInteraction } from '../../sandbox/discord/interactions.js';
import { interactionPayload, userPayload } from '../../sandbox/discord/payloads.js';
import { createRest } from '../../sandbox/discord/rest.js';
import { createWorld, type World } from '../../sandbox/discord/state.js';
import { optionsOf, paced, type Asks } from './asks.js';
import { late, listen, readText } from './serve.js';

export interface DiscordOptions {
  /** Servers with the bot in them. */
  readonly guilds: number;
  /** What each request takes: half on its way there, half on its way back. */
  readonly discordMs?: number;
}

/** From delivery until Discord has the first response, and the answer that stays. */
export interface Times {
  readonly firstMs: number;
  readonly finalMs: number;
}

export const TOKEN = 'loopback.bench';

const GIVE_UP_MS = 15_000;
/** Stands in the title of each contender's card. */
const RIGHT = 'Pool summary';
/**
 * The sandbox's Discord, with its people. Answers to what `ask` asks are neither checked nor kept:
 * that costs more than a bot.
 */
export async function openDiscord({ guilds, discordMs = 0 }: DiscordOptions) {
  const world = createWorld({ now: Date.now, token: TOKEN });
  for (let made = 0; made < guilds; made++) {
    createGuild(world, { name: `Northwind Mining ${made + 1}` }).addPerson('Adam', { admin: true });
  }
  const others = getRequestListener(createRest(world).fetch, { overrideGlobalObjects: false });
  /** By token: called with the body of each request about the interaction. */
  const open = new Map<string, (body: string) => void>();
  const events = new EventEmitter();

  const server = createServer((request, response) => {
    const [, , , kind = '', , token = ''] = (request.url ?? '').split('/');
    const isAnswer = kind === 'interactions' || kind === 'webhooks';
    if (isAnswer && !world.interactions.has(token)) {
      void readText(request).then((body) =>
        late(discordMs, () => {
          open.get(token)?.(body);
          return () => answer(response, request.method === 'PATCH' ? shown(world, body) : null);
        }),
      );
    } else {
      if (request.method === 'PUT') response.on('finish', () => events.emit('ready'));
      void others(request, response);
    }
  });
  serveGateway(world, server).on('connection', (socket) =>
    socket.on('message', (packet: Buffer) => {
      if (packet.includes('"op":2,')) events.emit('identified');
    }),
  );
  world.origin = await listen(server);

  const people = [...world.guilds.values()].flatMap(({ people }) => people);
  let asked = 0;

  function one({ guilds, named }: Asks): Promise<Times | string> {
    const number = asked++;
    const person = people[number % guilds];
    const channel = world.guilds.get(person?.guildId ?? '')?.channels[0];
    if (!person || !channel) throw new Error('Too few servers');
    const type = InteractionType.ApplicationCommand;
    const interaction = createInteraction(world, { type, person, channel, sourceId: null });
    const { token } = interaction;
    world.interactions.delete(token);
    const options = named ? optionsOf(Math.floor(number / guilds)) : [];
    const data = { id: world.botId, name: 'summary', type: 1, options };
    const event = { t: 'INTERACTION_CREATE', d: interactionPayload(world, interaction, data) };
    return new Promise((resolve) => {
      const begun = performance.now();
      let firstMs: number | null = null;
      const end = (result: Times | string) => {
        clearTimeout(timer);
        open.delete(token);
        resolve(result);
      };
      const timer = setTimeout(() => end(`no answer within ${GIVE_UP_MS} ms`), GIVE_UP_MS);
      open.set(token, (body) => {
        const ms = performance.now() - begun;
        firstMs ??= ms;
        if (!body.includes('"embeds"')) return;
        end(body.includes(RIGHT) ? { firstMs, finalMs: ms } : `another answer: ${body}`);
      });
      dispatch(world, person.guildId, event);
    });
  }

  return {
    url: world.origin,
    world,
    /** An admin of each server. */
    people,
    /** Resolves when a bot sends IDENTIFY, and when it has registered its commands. */
    next: (event: 'identified' | 'ready') => once(events, event),
    async ask(asks: Asks): Promise<Times[]> {
      const all = await paced(asks, () => one(asks));
      const wrong = all.find((each) => typeof each === 'string');
      if (wrong !== undefined) throw new Error(wrong);
      return all.filter((each) => typeof each !== 'string');
    },
  };
}

function answer(response: ServerResponse, body: string | null): void {
  if (body === null) response.writeHead(204).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

/** The message that an edit makes, as Discord returns it. */
function shown(world: World, body: string): string {
  const [channelId] = world.channels.keys();
  const author = userPayload(world, null);
  const message = { id: world.botId, type: 20, channel_id: channelId, author, content: '' };
  const sent: unknown = JSON.parse(body);
  return JSON.stringify({ ...message, timestamp: new Date(), ...Object(sent) });
}
