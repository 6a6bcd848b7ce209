import type { Server } from 'node:http';
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer, type WebSocket } from 'ws';
import { userPayload, wholeGuildPayload } from './payloads.js';
import { rawOf, textOf, type Raw } from './raw.js';
import { shardOf, type Session, type World } from './state.js';

const HEARTBEAT_MS = 41_250;
const REPLAYED = 1_000;
/** After these the client must identify again; after others it may resume. */
const ENDS_SESSION = new Set([1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);
/** Not enabled for this application in Discord's portal. */
const PRIVILEGED =
  GatewayIntentBits.GuildMembers |
  GatewayIntentBits.GuildPresences |
  GatewayIntentBits.MessageContent;

/** Discord's gateway, version 10, JSON, uncompressed. */
export function serveGateway(world: World, server: Server): WebSocketServer {
  const gateway = new WebSocketServer({ server, perMessageDeflate: false });
  gateway.on('connection', (socket) => serve(world, socket));
  return gateway;
}

/** To every session of the server's shard, connected or to be resumed. */
export function dispatch(world: World, guildId: string, event: { t: string; d: unknown }): void {
  for (const session of world.sessions) {
    const isOfShard = shardOf(guildId, session.shard[1]) === session.shard[0];
    const isWanted = !event.t.startsWith('GUILD_') || seesGuilds(session);
    if (isOfShard && isWanted) send(session, event);
  }
}

function seesGuilds({ intents }: Session): boolean {
  return (intents & GatewayIntentBits.Guilds) !== 0;
}

/** With a code as Discord closes, without one as a network breaks. */
export function closeConnections(world: World, code: number | undefined): void {
  for (const session of world.sessions) {
    if (code === undefined) session.socket?.terminate();
    else session.socket?.close(code);
    if (code !== undefined && ENDS_SESSION.has(code)) world.sessions.delete(session);
  }
}

function serve(world: World, socket: WebSocket): void {
  let session: Session | null = null;
  const reply = (op: GatewayOpcodes, d: unknown) =>
    socket.send(JSON.stringify({ op, d, s: null, t: null }));

  socket.on('message', (bytes: Buffer) => {
    const packet = rawOf(JSON.parse(bytes.toString('utf8')));
    const data = rawOf(packet['d']);
    if (packet['op'] === GatewayOpcodes.Heartbeat) return reply(GatewayOpcodes.HeartbeatAck, null);
    const isIdentify = packet['op'] === GatewayOpcodes.Identify;
    if (!isIdentify && packet['op'] !== GatewayOpcodes.Resume) return undefined;
    if (data['token'] !== world.token) return socket.close(GatewayCloseCodes.AuthenticationFailed);
    session = isIdentify ? identify(world, socket, data) : resume(world, socket, data);
    if (!session && !isIdentify) reply(GatewayOpcodes.InvalidSession, false);
    return undefined;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => {
    if (session?.socket === socket) session.socket = null;
    if (session && ENDS_SESSION.has(code)) world.sessions.delete(session);
  });
  reply(GatewayOpcodes.Hello, { heartbeat_interval: HEARTBEAT_MS });
}

function identify(world: World, socket: WebSocket, data: Raw): Session | null {
  const intents = Number(data['intents']);
  if ((intents & PRIVILEGED) !== 0) {
    socket.close(GatewayCloseCodes.DisallowedIntents);
    return null;
  }
  const shard: readonly unknown[] = Array.isArray(data['shard']) ? data['shard'] : [0, 1];
  const [id, count] = [Number(shard[0]), Number(shard[1])];
  const session: Session = {
    id: crypto.randomUUID(),
    shard: [id, count],
    intents,
    socket,
    events: [],
  };
  world.sessions.add(session);
  const guilds = [...world.guilds.values()].filter(
    (guild) => guild.bot === 'inside' && shardOf(guild.id, count) === id,
  );
  send(session, {
    t: 'READY',
    d: {
      v: 10,
      user: userPayload(world, null),
      guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: gatewayUrl(world),
      shard: session.shard,
      application: { id: world.botId, flags: 0 },
    },
  });
  if (seesGuilds(session)) {
    for (const guild of guilds) {
      send(session, { t: 'GUILD_CREATE', d: wholeGuildPayload(world, guild) });
    }
  }
  return session;
}

function resume(world: World, socket: WebSocket, data: Raw): Session | null {
  const session = [...world.sessions].find(({ id }) => id === textOf(data['session_id']));
  const seen = Number(data['seq']);
  const oldest = session?.events[0]?.s ?? 1;
  if (!session || seen < oldest - 1) return null;
  session.socket = socket;
  for (const event of session.events) if (event.s > seen) socket.send(JSON.stringify(event));
  send(session, { t: 'RESUMED', d: {} });
  return session;
}

function send(session: Session, { t, d }: { t: string; d: unknown }): void {
  const event = { op: 0 as const, s: (session.events.at(-1)?.s ?? 0) + 1, t, d };
  session.events.push(event);
  if (session.events.length > REPLAYED) session.events.shift();
  session.socket?.send(JSON.stringify(event));
}

export function gatewayUrl(world: World): string {
  return world.origin.replace('http', 'ws');
}
