import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { ApplicationCommandOptionType, InteractionType } from 'discord-api-types/v10';
import PQueue from 'p-queue';
import { dispatch, serveGateway } from '../../sandbox/discord/gateway.js';
import { createGuild } from '../../sandbox/discord/guilds.js';
import { createInteraction } from '../../sandbox/discord/interactions.js';
import { interactionPayload, userPayload } from '../../sandbox/discord/payloads.js';
import { createRest } from '../../sandbox/discord/rest.js';
import { createWorld, guildOf } from '../../sandbox/discord/state.js';
import { listenOn } from '../../sandbox/listen.js';
import type { Row } from '../rows/row.js';
import { JSON_TYPE, SUBACCOUNTS } from './pool.js';

/** How often somebody runs `/summary`. */
export interface Asks {
  readonly count: number;
  /** How many servers ask in turn. */
  readonly guilds: number;
  /** For the whole workspace; otherwise each for another subaccount and currency. */
  readonly isWhole?: boolean;
  /** One every so many ms, however long answers take, or so many at all times. */
  readonly pace: { readonly everyMs: number } | { readonly atOnce: number };
}

const GIVE_UP_MS = 15_000;
/** Stands in the title of each contender's card. */
const RIGHT = 'Pool summary';
const CURRENCIES = ['BTC', 'LTC_DOGE', 'SC', 'ZEC'];

/**
 * The sandbox's Discord, with its people. Answers to what `ask` asks are neither checked nor kept:
 * that costs more than a bot.
 */
export async function openDiscord({ guilds, discordMs = 0 }: Row) {
  const world = createWorld({ now: Date.now, token: 'loopback.bench' });
  const people = Array.from({ length: guilds }, (_, made) =>
    createGuild(world, { name: `Northwind Mining ${made + 1}` }).addPerson('Adam', { admin: true }),
  );
  const others = getRequestListener(createRest(world).fetch, { overrideGlobalObjects: false });
  /** `identified`, `ready`, and under an ask's token the body of each request that answers it. */
  const events = new EventEmitter().setMaxListeners(0);
  const halfWay = () => (discordMs === 0 ? undefined : sleep(discordMs / 2));

  async function answer(token: string, request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    await halfWay();
    events.emit(token, body);
    await halfWay();
    if (request.method !== 'PATCH') return response.writeHead(204).end();
    const [channel_id] = world.channels.keys();
    const message = { id: world.botId, type: 20, channel_id, author: userPayload(world, null) };
    const edited = { ...message, content: '', timestamp: new Date(), ...Object(JSON.parse(body)) };
    return response.writeHead(200, JSON_TYPE).end(JSON.stringify(edited));
  }

  const server = createServer((request, response) => {
    // `/api/v10/interactions/:id/:token/callback`, or `/api/v10/webhooks/:app/:token/…`.
    const [, , , , , token = ''] = (request.url ?? '').split('/');
    if (request.method === 'PUT') response.on('finish', () => events.emit('ready'));
    // A bot that ends breaks off its requests.
    if (events.listenerCount(token) > 0) answer(token, request, response).catch(() => {});
    else void others(request, response);
  });
  serveGateway(world, server).on('connection', (socket) =>
    socket.on('message', (packet: Buffer) => {
      if (packet.includes('"op":2,')) events.emit('identified');
    }),
  );
  world.origin = await listenOn(server);
  let asked = 0;

  /** Milliseconds from delivery until Discord has the first response, and the answer that stays. */
  async function one({ guilds, isWhole }: Pick<Asks, 'guilds' | 'isWhole'>) {
    const number = asked++;
    const person = people[number % guilds];
    if (!person) throw new Error('Too few servers');
    const type = InteractionType.ApplicationCommand;
    const channel = guildOf(world, person).general;
    const interaction = createInteraction(world, { type, person, channel, sourceId: null });
    const { token } = interaction;
    world.interactions.delete(token);
    const options = isWhole ? [] : optionsOf(Math.floor(number / guilds));
    const data = { id: world.botId, name: 'summary', type: 1, options };
    const event = { t: 'INTERACTION_CREATE', d: interactionPayload(world, interaction, data) };
    const begun = performance.now();
    dispatch(world, person.guildId, event);
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const next = async (): Promise<string> => (await once(events, token, { signal }))[0];
    let body = await next();
    const firstMs = performance.now() - begun;
    while (!body.includes('"embeds"')) body = await next();
    const finalMs = performance.now() - begun;
    if (!body.includes(RIGHT)) throw new Error(`Another answer: ${body}`);
    return { firstMs, finalMs };
  }

  return {
    world,
    /** An admin of each server. */
    people,
    /** Resolves when a bot sends IDENTIFY, and when it has registered its commands. */
    next: (event: 'identified' | 'ready') => once(events, event),
    /** @throws Error for a missing or another answer */
    async ask({ count, pace, ...about }: Asks) {
      const asks = Array.from({ length: count }, () => () => one(about));
      if ('atOnce' in pace) return new PQueue({ concurrency: pace.atOnce }).addAll(asks);
      return Promise.all(asks.map((ask, index) => sleep(index * pace.everyMs).then(ask)));
    },
  };
}

/**
 * What a server's ask of this number is for. The same comes again after 200 asks: with 64 servers and
 * up to 2,500 asks a second, no answer comes from Pitboss's cache.
 */
function optionsOf(number: number) {
  const currency = CURRENCIES[Math.floor(number / SUBACCOUNTS.length) % CURRENCIES.length];
  const subaccounts = SUBACCOUNTS[number % SUBACCOUNTS.length];
  const type = ApplicationCommandOptionType.String;
  return Object.entries({ currency, subaccounts }).map(([name, value]) => ({ name, type, value }));
}
