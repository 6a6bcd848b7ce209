import type { Server } from 'node:http';
import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocketServer, type WebSocket } from 'ws';
import { guildPayload, userPayload } from './payloads.js';
import type { Session, World } from './state.js';

const HEARTBEAT_MS = 41_250;
/** Events that are kept for a session that resumes. */
const REPLAYED = 1_000;
/** After these the client must identify again; after others it may resume. */
const ENDS_SESSION = new Set([1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

/** What a client sends; of Identify and Resume what counts. */
interface Packet {
  readonly op: GatewayOpcodes;
  readonly d: {
    readonly token: string;
    readonly shard?: Session['shard'];
    readonly session_id: string;
    readonly seq: number;
  };
}

/** Discord's gateway, version 10, JSON, uncompressed. */
export function serveGateway(world: World, server: Server): WebSocketServer {
  const gateway = new WebSocketServer({ server, perMessageDeflate: false });
  gateway.on('connection', (socket) => serve(world, socket));
  return gateway;
}

/** To every session of the server's shard, connected or to be resumed. */
export function dispatch(world: World, guildId: string, event: { t: string; d: unknown }): void {
  for (const session of world.sessions) if (isOfShard(guildId, session)) send(session, event);
}

function isOfShard(guildId: string, { shard: [id, count] }: Pick<Session, 'shard'>): boolean {
  return Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
}

/** With a code as Discord closes, without one as a network breaks. */
export function closeConnections(world: World, code: number | undefined): void {
  for (const session of world.sessions) {
    if (code === undefined) session.socket?.terminate();
    else session.socket?.close(code);
  }
}

function serve(world: World, socket: WebSocket): void {
  let session: Session | undefined;
  const reply = (op: GatewayOpcodes, d: unknown) => socket.send(JSON.stringify({ op, d }));

  socket.on('message', (bytes: Buffer) => {
    const { op, d }: Packet = JSON.parse(bytes.toString('utf8'));
    if (op === GatewayOpcodes.Heartbeat) reply(GatewayOpcodes.HeartbeatAck, null);
    if (op !== GatewayOpcodes.Identify && op !== GatewayOpcodes.Resume) return;
    if (d.token !== world.token) return socket.close(GatewayCloseCodes.AuthenticationFailed);
    const isIdentify = op === GatewayOpcodes.Identify;
    session = isIdentify ? identify(world, socket, d.shard) : resume(world, socket, d);
    if (!session) reply(GatewayOpcodes.InvalidSession, false);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => {
    if (session?.socket === socket) session.socket = null;
    if (session && ENDS_SESSION.has(code)) world.sessions.delete(session);
  });
  reply(GatewayOpcodes.Hello, { heartbeat_interval: HEARTBEAT_MS });
}

function identify(world: World, socket: WebSocket, shard: Session['shard'] = [0, 1]): Session {
  const session: Session = { id: crypto.randomUUID(), shard, socket, events: [] };
  world.sessions.add(session);
  const guilds = [...world.guilds.values()].filter(
    ({ id, bot }) => bot === 'inside' && isOfShard(id, session),
  );
  send(session, {
    t: 'READY',
    d: {
      v: 10,
      user: userPayload(world, null),
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: gatewayUrl(world),
      shard,
      application: { id: world.botId, flags: 0 },
    },
  });
  for (const guild of guilds) send(session, { t: 'GUILD_CREATE', d: guildPayload(world, guild) });
  return session;
}

function resume(
  world: World,
  socket: WebSocket,
  { session_id: id, seq }: Packet['d'],
): Session | undefined {
  const session = [...world.sessions].find((each) => each.id === id);
  if (!session || seq < (session.events[0]?.s ?? 1) - 1) return undefined;
  session.socket = socket;
  for (const event of session.events) if (event.s > seq) socket.send(JSON.stringify(event));
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
