import { once } from 'node:events';
import { Events, GatewayIntentBits } from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { shardOf } from '../../../sandbox/discord/state/snowflake.js';
import { useScene } from './bot.js';

const scene = useScene();
const sockets: WebSocket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));

interface Packet {
  op: number;
  s: number | null;
  t: string | null;
  d: Record<string, unknown> | boolean | null;
}

/** A bare gateway connection. */
async function dial() {
  const { json } = await scene.send('GET', '/gateway/bot');
  const socket = new WebSocket(`${String(json['url'])}?v=10&encoding=json`);
  sockets.push(socket);
  const packets: Packet[] = [];
  socket.on('message', (bytes: Buffer) => packets.push(JSON.parse(bytes.toString())));
  const closed = once(socket, 'close').then(([code]) => Number(code));
  const heard = async (holds: (packet: Packet) => boolean): Promise<Packet> => {
    for (;;) {
      const found = packets.find(holds);
      if (found) return found;
      await once(socket, 'message');
    }
  };
  await heard((packet) => packet.op === 10);
  return {
    socket,
    packets,
    closed,
    heard,
    send: (op: number, d: unknown) => socket.send(JSON.stringify({ op, d })),
    identify: (more: object = {}) =>
      socket.send(
        JSON.stringify({
          op: 2,
          d: { token: scene.discord.token, intents: 1, properties: {}, ...more },
        }),
      ),
  };
}

test('IDENTIFY is answered by READY and, with the Guilds intent, by the guilds', async () => {
  const { identify, heard } = await dial();
  identify();
  expect(await heard((each) => each.t === 'READY')).toMatchObject({
    s: 1,
    d: {
      guilds: [{ id: scene.guild.id, unavailable: true }],
      resume_gateway_url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway$/),
      user: { id: scene.discord.botId, bot: true },
      application: { id: scene.discord.applicationId },
    },
  });
  expect(await heard((each) => each.t === 'GUILD_CREATE')).toMatchObject({
    s: 2,
    d: { id: scene.guild.id, name: 'Mine', channels: [{}, {}] },
  });
});

test('without the Guilds intent neither arrival nor removal of a guild is told', async () => {
  const { identify, heard, send, packets } = await dial();
  identify({ intents: 0 });
  await heard((each) => each.t === 'READY');
  const other = scene.discord.addGuild({ name: 'Other' });
  scene.discord.removeBot(other.id);
  send(1, null);
  await heard((each) => each.op === 11);
  expect(packets.filter((each) => each.op === 0).map((each) => each.t)).toEqual(['READY']);
});

test('a removal and an outage look different', async () => {
  const { identify, heard, packets } = await dial();
  identify();
  await heard((each) => each.t === 'GUILD_CREATE');
  scene.discord.setUnavailable(scene.guild.id, true);
  scene.discord.setUnavailable(scene.guild.id, false);
  scene.discord.removeBot(scene.guild.id);
  await heard((each) => each.s === 5);
  expect(packets.slice(-3)).toMatchObject([
    { t: 'GUILD_DELETE', d: { id: scene.guild.id, unavailable: true } },
    { t: 'GUILD_CREATE' },
    { t: 'GUILD_DELETE', d: { id: scene.guild.id } },
  ]);
  expect(packets.at(-1)?.d).not.toHaveProperty('unavailable');
});

describe('closes', () => {
  test.each([
    [{ token: 'wrong' }, 4004],
    [{ intents: GatewayIntentBits.MessageContent }, 4014],
    [{ intents: 2 ** 30 }, 4013],
    [{ intents: undefined }, 4013],
    [{ shard: [2, 2] }, 4010],
  ])('an IDENTIFY with %j: %i', async (more, code) => {
    const { identify, closed } = await dial();
    identify(more);
    expect(await closed).toBe(code);
  });

  test('a second IDENTIFY: 4005', async () => {
    const { identify, closed } = await dial();
    identify();
    identify();
    expect(await closed).toBe(4005);
  });

  test('what comes before IDENTIFY: 4003', async () => {
    const { send, closed } = await dial();
    send(3, {});
    expect(await closed).toBe(4003);
  });

  test('an unknown opcode: 4001', async () => {
    const { send, closed } = await dial();
    send(99, {});
    expect(await closed).toBe(4001);
  });

  test('what is no JSON: 4002', async () => {
    const { socket, closed } = await dial();
    socket.send('{');
    expect(await closed).toBe(4002);
  });

  test('more than 120 packets a minute: 4008', async () => {
    const { send, closed } = await dial();
    for (let count = 0; count <= 120; count += 1) send(1, null);
    expect(await closed).toBe(4008);
  });
});

test('RESUME brings what was missed, once and in order', async () => {
  const first = await dial();
  first.identify();
  const ready = await first.heard((each) => each.t === 'READY');
  await first.heard((each) => each.t === 'GUILD_CREATE');
  scene.discord.closeGateway(4000);
  await first.closed;
  scene.discord.addGuild({ name: 'While away' });

  const second = await dial();
  const session = typeof ready.d === 'object' ? ready.d?.['session_id'] : undefined;
  second.send(6, { token: scene.discord.token, session_id: session, seq: 2 });
  await second.heard((each) => each.t === 'RESUMED');
  expect(second.packets.filter((each) => each.op === 0)).toMatchObject([
    { s: 3, t: 'GUILD_CREATE', d: { name: 'While away' } },
    { s: 4, t: 'RESUMED' },
  ]);
});

test('RESUME of what is not known is an invalid session', async () => {
  const { send, heard } = await dial();
  send(6, { token: scene.discord.token, session_id: 'none', seq: 1 });
  expect(await heard((each) => each.op === 9)).toMatchObject({ d: false });
});

test('shards get the events of their own guilds', async () => {
  const shards = [await dial(), await dial()];
  for (const [id, shard] of shards.entries()) {
    shard.identify({ shard: [id, 2] });
    await shard.heard((each) => each.t === 'READY');
  }
  const guild = scene.discord.addGuild({ name: 'Next' });
  const mine = shards[shardOf(guild.id, 2)];
  await mine?.heard((each) => each.t === 'GUILD_CREATE' && named(each, 'Next'));
  for (const shard of shards) {
    shard.send(1, null);
    await shard.heard((each) => each.op === 11);
  }
  const others = shards.filter((shard) => shard !== mine);
  expect(others.flatMap((shard) => shard.packets).some((each) => named(each, 'Next'))).toBe(false);
});

function named(packet: Packet, name: string): boolean {
  return typeof packet.d === 'object' && packet.d?.['name'] === name;
}

describe('discord.js', () => {
  test('resumes after a dropped connection and hears what it missed', async () => {
    const client = await scene.connect();
    client.on('interactionCreate', (interaction) => {
      if (interaction.isChatInputCommand()) void interaction.reply('Back');
    });
    scene.discord.closeGateway(4000);
    const outcome = await scene.discord.as(scene.person, scene.channelId).command('summary');
    expect(outcome.message?.content).toBe('Back');
  });

  test('reconnects when asked to', async () => {
    const client = await scene.connect();
    const resumed = once(client, Events.ShardResume);
    scene.discord.askToReconnect();
    await resumed;
  });

  test('identifies again after an invalid session', async () => {
    const client = await scene.connect();
    const ready = once(client, Events.ShardReady);
    scene.discord.invalidateSessions(false);
    await ready;
  });

  test('is delivered twice when told so', async () => {
    const client = await scene.connect();
    const seen: string[] = [];
    client.on('interactionCreate', (interaction) => {
      seen.push(interaction.id);
      if (seen.length === 2 && interaction.isChatInputCommand()) void interaction.reply('Twice');
    });
    scene.discord.faults.deliveries = 2;
    const outcome = await scene.discord.as(scene.person, scene.channelId).command('summary');
    expect(seen).toEqual([outcome.interactionId, outcome.interactionId]);
  });

  test('is delivered late when told so, and can no longer be answered', async () => {
    const client = await scene.connect();
    const answered = new Promise((resolve) =>
      client.on('interactionCreate', (interaction) => {
        if (interaction.isChatInputCommand()) interaction.reply('Late').then(resolve, resolve);
      }),
    );
    scene.discord.faults.deliveryDelayMs = 3_200;
    const outcome = await scene.discord.as(scene.person, scene.channelId).command('summary');
    expect(outcome.failed).toBe(true);
    expect(await answered).toMatchObject({ code: 10062 });
    expect(outcome.message).toBeNull();
  });

  test('gives up on a wrong token', async () => {
    const { json } = await scene.send('GET', '/gateway/bot');
    expect(json['session_start_limit']).toMatchObject({ total: 1000 });
    const response = await fetch(`${scene.discord.apiUrl}/v10/gateway/bot`);
    expect(response.status).toBe(401);
  });
});
