import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { InteractionType } from 'discord-api-types/v10';
import { dispatch, serveGateway } from '../../sandbox/discord/gateway.js';
import { createGuild } from '../../sandbox/discord/guilds.js';
import { createInteraction } from '../../sandbox/discord/interactions.js';
import { interactionPayload, userPayload } from '../../sandbox/discord/payloads.js';
import { createRest } from '../../sandbox/discord/rest.js';
import { createWorld, type World } from '../../sandbox/discord/state.js';
import { listenOn } from '../../sandbox/listen.js';
import { optionsOf, paced, type Asks } from './asks.js';
import { JSON_TYPE } from './pool.js';

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
  const faults: string[] = [];
  const halfWay = () => (discordMs === 0 ? undefined : sleep(discordMs / 2));

  const answer = async (token: string, request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    await halfWay();
    open.get(token)?.(body);
    await halfWay();
    if (request.method !== 'PATCH') response.writeHead(204).end();
    else response.writeHead(200, JSON_TYPE).end(shown(world, body));
  };
  const server = createServer((request, response) => {
    const [, , , kind = '', , token = ''] = (request.url ?? '').split('/');
    const isAnswer = kind === 'interactions' || kind === 'webhooks';
    if (isAnswer && !world.interactions.has(token)) {
      // A bot that ends breaks off its requests.
      answer(token, request, response).catch(() => {});
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
  world.origin = await listenOn(server);

  const people = [...world.guilds.values()].flatMap(({ people }) => people);
  let asked = 0;

  function one({ guilds, isWhole = false }: Asks): Promise<Times> {
    const number = asked++;
    const person = people[number % guilds];
    const channel = world.guilds.get(person?.guildId ?? '')?.general;
    if (!person || !channel) throw new Error('Too few servers');
    const type = InteractionType.ApplicationCommand;
    const interaction = createInteraction(world, { type, person, channel, sourceId: null });
    const { token } = interaction;
    world.interactions.delete(token);
    const options = isWhole ? [] : optionsOf(Math.floor(number / guilds));
    const data = { id: world.botId, name: 'summary', type: 1, options };
    const event = { t: 'INTERACTION_CREATE', d: interactionPayload(world, interaction, data) };
    return new Promise((resolve) => {
      const begun = performance.now();
      let firstMs = NaN;
      const end = (finalMs: number, fault?: string) => {
        if (fault !== undefined) faults.push(fault);
        clearTimeout(timer);
        open.delete(token);
        resolve({ firstMs, finalMs });
      };
      const timer = setTimeout(() => end(NaN, `no answer within ${GIVE_UP_MS} ms`), GIVE_UP_MS);
      open.set(token, (body) => {
        const ms = performance.now() - begun;
        if (Number.isNaN(firstMs)) firstMs = ms;
        if (!body.includes('"embeds"')) return;
        end(ms, body.includes(RIGHT) ? undefined : `another answer: ${body}`);
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
    /** @throws Error for a missing or another answer */
    async ask(asks: Asks): Promise<Times[]> {
      const times = await paced(asks, () => one(asks));
      const [fault] = faults.splice(0);
      if (fault !== undefined) throw new Error(fault);
      return times;
    },
  };
}

/** The message that an edit makes, as Discord returns it. */
function shown(world: World, body: string): string {
  const [channelId] = world.channels.keys();
  const author = userPayload(world, null);
  const message = { id: world.botId, type: 20, channel_id: channelId, author, content: '' };
  const sent: unknown = JSON.parse(body);
  return JSON.stringify({ ...message, timestamp: new Date(), ...Object(sent) });
}
