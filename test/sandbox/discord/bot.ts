import type { EventEmitter } from 'node:events';
import { Client, GatewayIntentBits, type APIInteraction, type ClientOptions } from 'discord.js';
import { afterEach, beforeEach } from 'vitest';
import type {
  Actor,
  LoopbackDiscord,
  LoopbackGuild,
  LoopbackPerson,
  Outcome,
} from '../../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord, type LoopbackOptions } from '../../../sandbox/discord/server.js';

const COMMANDS = [
  {
    name: 'summary',
    description: 'The pool in short',
    options: [
      { type: 3, name: 'currency', description: 'Which', choices: ['BTC', 'LTC'].map(choice) },
      { type: 3, name: 'subaccount', description: 'Which', autocomplete: true },
      { type: 4, name: 'days', description: 'How many', min_value: 1, max_value: 30 },
      { type: 5, name: 'private', description: 'Show the answer only to me' },
    ],
  },
  {
    name: 'setup',
    description: 'The setting up',
    default_member_permissions: '32',
    options: [
      { type: 1, name: 'key', description: 'Connect a key' },
      {
        type: 1,
        name: 'roles',
        description: 'Who may',
        options: [
          { type: 8, name: 'role', description: 'Role', required: true },
          { type: 7, name: 'channel', description: 'Channel' },
        ],
      },
    ],
  },
];

function choice(name: string) {
  return { name, value: name };
}

/** A loopback with one guild, one channel and one person; closed after each test. */
export interface Scene {
  discord: LoopbackDiscord;
  guild: LoopbackGuild;
  channelId: string;
  person: LoopbackPerson;
  /** A connected discord.js client that has registered the commands. */
  connect: (options?: Partial<ClientOptions>) => Promise<Client<true>>;
  /** Does what makes an interaction, and takes it from the gateway unanswered. */
  taken: (act: (actor: Actor) => Promise<Outcome>) => Promise<Taken>;
  /** A raw request with the bot's token. */
  send: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

interface Taken {
  payload: APIInteraction;
  outcome: Promise<Outcome>;
  respond: (body: unknown, query?: string) => Promise<Answer>;
  /** A request to `/webhooks/{application}/{token}` and below. */
  hook: (method: string, path?: string, body?: unknown) => Promise<Answer>;
}

export interface Answer {
  status: number;
  // Tests examine answers of every shape.
  json: Record<string, unknown>;
}

export function useScene(options: LoopbackOptions = {}): Scene {
  const clients: Client[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- filled before each test
  const scene = {} as Scene;
  beforeEach(async () => {
    const discord = await startLoopbackDiscord(options);
    const guild = discord.addGuild({ name: 'Mine', channels: ['pool', 'audit'] });
    const person = guild.addPerson({ name: 'Ada', manageGuild: true });
    const [channelId = ''] = guild.channels.keys();
    Object.assign(scene, {
      discord,
      guild,
      person,
      channelId,
      connect: (more?: Partial<ClientOptions>) => connect(discord, more),
      taken: (act) => take(scene, act),
      send: (method: string, path: string, body?: unknown) => send(discord, { method, path, body }),
    } satisfies Scene);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.destroy()));
    await scene.discord.close();
  });

  async function connect(discord: LoopbackDiscord, more: Partial<ClientOptions> = {}) {
    const client = new Client({
      intents: [GatewayIntentBits.Guilds],
      ...more,
      rest: { api: discord.apiUrl, ...more.rest },
    });
    clients.push(client);
    client.on('error', () => {});
    const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve));
    await client.login(discord.token);
    const online = await ready;
    await online.rest.put(`/applications/${discord.applicationId}/commands`, { body: COMMANDS });
    await discord.ready();
    return online;
  }
  return scene;
}

async function take(scene: Scene, act: (actor: Actor) => Promise<Outcome>): Promise<Taken> {
  const client = await scene.connect({ intents: [] });
  const next = new Promise<APIInteraction>((resolve) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- discord.js's types leave out that raw gateway events are emitted here
    (client.ws as unknown as EventEmitter).once('INTERACTION_CREATE', resolve);
  });
  const outcome = act(scene.discord.as(scene.person, scene.channelId));
  // Nobody may be looking at it before it fails.
  outcome.catch(() => {});
  const payload = await next;
  const hook = `/webhooks/${payload.application_id}/${payload.token}`;
  return {
    payload,
    outcome,
    respond: (body, query = '') =>
      scene.send('POST', `/interactions/${payload.id}/${payload.token}/callback${query}`, body),
    hook: (method, path = '', body?: unknown) => scene.send(method, hook + path, body),
  };
}

async function send(
  discord: LoopbackDiscord,
  { method, path, body }: { method: string; path: string; body: unknown },
): Promise<Answer> {
  const form = body instanceof FormData;
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: {
      authorization: `Bot ${discord.token}`,
      ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text ? JSON.parse(text) : {} };
}
