import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { application, botUser, guildCreate } from './payloads.js';
import { guildId } from './protocol.js';

export interface Gateway {
  readonly url: string;
  haveGuilds(count: number): void;
  /** As REST lists them. */
  guildList(): readonly object[];
  /** Sends to every bot that has identified. */
  dispatch(event: string, data: object): void;
  /** Called at each IDENTIFY, right before READY. */
  onIdentify: () => void;
  /** Called once the last guild is on its way. */
  onGuildsSent: () => void;
}

const GUILDS_INTENT = 1;
/** This many guilds per turn of the event loop, so that asks go out in between. */
const GUILDS_A_TURN = 25;

/** Discord's gateway without compression: HELLO, READY, the guilds, heartbeats. */
export async function openGateway(): Promise<Gateway> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  const { port } = Object(server.address());
  const url = `ws://127.0.0.1:${port}`;
  let guilds: readonly string[] = [];
  const bots = new Map<WebSocket, { seq: number }>();

  function send(socket: WebSocket, event: string, data: string): void {
    const bot = bots.get(socket);
    if (bot !== undefined) socket.send(`{"op":0,"s":${++bot.seq},"t":"${event}","d":${data}}`);
  }

  async function identified(socket: WebSocket, { intents, shard = [0, 1] }: Identify) {
    gateway.onIdentify();
    bots.set(socket, { seq: 0 });
    const ready = {
      v: 10,
      user: botUser,
      guilds: guilds.map((_, index) => ({ id: guildId(index), unavailable: true })),
      session_id: 'a'.repeat(32),
      resume_gateway_url: url,
      shard,
      application: { id: application.id, flags: 0 },
    };
    send(socket, 'READY', JSON.stringify(ready));
    for (const [index, guild] of ((intents & GUILDS_INTENT) === 0 ? [] : guilds).entries()) {
      send(socket, 'GUILD_CREATE', guild);
      if (index % GUILDS_A_TURN === 0) await turn();
    }
    gateway.onGuildsSent();
  }

  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate());
    socket.on('close', () => bots.delete(socket));
    socket.on('message', (bytes: Buffer) => {
      const { op, d } = Object(JSON.parse(bytes.toString()));
      if (op === 1) socket.send('{"op":11,"s":null,"t":null,"d":null}');
      if (op === 2) void identified(socket, d);
    });
    socket.send('{"op":10,"s":null,"t":null,"d":{"heartbeat_interval":41250,"_trace":[]}}');
  });

  const gateway: Gateway = {
    url,
    haveGuilds(count) {
      guilds = Array.from({ length: count }, (_, index) => JSON.stringify(guildCreate(index)));
    },
    guildList: () =>
      guilds.map((_, index) => ({ id: guildId(index), name: `Guild ${index}`, owner: false })),
    dispatch(event, data) {
      const text = JSON.stringify(data);
      for (const socket of bots.keys()) send(socket, event, text);
    },
    onIdentify: () => undefined,
    onGuildsSent: () => undefined,
  };
  return gateway;
}

interface Identify {
  readonly intents: number;
  readonly shard?: readonly number[];
}
