import { GatewayCloseCodes, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { ConnectionCounts } from '../loopback-discord.js';
import { isRaw } from '../validation/raw.js';
import type { DiscordState } from '../state/discord-state.js';
import { createIdentifyPace, type IdentifyPace } from './identify-pace.js';
import { readIdentify } from './identify.js';
import type { Session } from './session.js';
import { createSessions, type Sessions } from './sessions.js';
import { createUpgrades, type ConnectionFault, type Upgrades } from './upgrades.js';

/** After these codes the client must identify again; after others it may resume. */
const ENDS_SESSION = new Set([1000, 1001, 4007, 4009, 4004, 4010, 4011, 4012, 4013, 4014]);
const SENDS_A_MINUTE = 120;

export interface GatewayOptions {
  readonly heartbeatMs: number;
}

export interface Gateway extends Sessions {
  readonly upgrade: Upgrades['take'];
  /** Breaks every connection. */
  readonly drop: Upgrades['drop'];
  readonly counts: ConnectionCounts;
  /** Sends to every connection as is: op 7, op 9. */
  sendAll(packet: { op: GatewayOpcodes; d: unknown }): void;
  /** Sends any frame to every connection unchanged. */
  frameAll(frame: string): void;
  closeAll(code: number): void;
  /** Every connection stays open, but sends and receives nothing any more. */
  muteAll(): void;
}

/** Discord's gateway, version 10, JSON, uncompressed. */
export function createGateway(world: DiscordState, options: GatewayOptions): Gateway {
  const sessions = createSessions(world);
  const pace = createIdentifyPace(world);
  let identifies = 0;
  const room = { world, sessions, pace, options, onIdentify: () => (identifies += 1) };
  const upgrades = createUpgrades(world, (socket, fault) => serve(socket, { ...room, fault }));
  return {
    ...sessions,
    upgrade: (...asked) => upgrades.take(...asked),
    drop: () => upgrades.drop(),
    counts: {
      get upgrades() {
        return upgrades.count();
      },
      get open() {
        return upgrades.open();
      },
      get identifies() {
        return identifies;
      },
      get live() {
        return sessions.connected().length;
      },
    },
    sendAll(packet) {
      for (const session of sessions.connected()) send(session.connection(), packet);
    },
    frameAll(frame) {
      for (const session of sessions.connected()) session.connection()?.send(frame);
    },
    closeAll(code) {
      for (const session of sessions.connected()) {
        session.connection()?.close(code);
        if (ENDS_SESSION.has(code)) sessions.forget(session);
      }
    },
    muteAll() {
      for (const session of sessions.connected()) {
        const connection = session.connection();
        if (connection === null) continue;
        connection.pause();
        session.detach(connection);
      }
    },
  };
}

interface Room {
  readonly world: DiscordState;
  readonly sessions: Sessions;
  readonly pace: IdentifyPace;
  readonly options: GatewayOptions;
  readonly onIdentify: () => void;
  /** What this connection does wrong. */
  readonly fault: ConnectionFault | null;
}

function serve(socket: WebSocket, room: Room): void {
  const { world, sessions, options } = room;
  let session: Session | null = null;
  let sends = 0;
  let heardAt = performance.now();
  const watch = setInterval(() => {
    sends = 0;
    if (performance.now() - heardAt > options.heartbeatMs * 2) {
      socket.close(GatewayCloseCodes.SessionTimedOut);
    }
  }, 60_000);

  socket.on('message', (bytes: Buffer) => {
    sends += 1;
    if (sends > SENDS_A_MINUTE) return socket.close(GatewayCloseCodes.RateLimited);
    const packet = parse(bytes);
    if (!packet) return socket.close(GatewayCloseCodes.DecodeError);
    switch (packet['op']) {
      case GatewayOpcodes.Heartbeat:
        heardAt = performance.now();
        return send(socket, { op: GatewayOpcodes.HeartbeatAck, d: null });
      case GatewayOpcodes.Identify:
        if (session) return socket.close(GatewayCloseCodes.AlreadyAuthenticated);
        session = identify(socket, room, packet['d']);
        return undefined;
      case GatewayOpcodes.Resume:
        if (session) return socket.close(GatewayCloseCodes.AlreadyAuthenticated);
        session = resume(socket, room, packet['d']);
        return undefined;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestGuildMembers:
        return session ? undefined : socket.close(GatewayCloseCodes.NotAuthenticated);
      default:
        return socket.close(GatewayCloseCodes.UnknownOpcode);
    }
  });

  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => {
    clearInterval(watch);
    if (!session) return;
    session.detach(socket);
    if (ENDS_SESSION.has(code)) sessions.forget(session);
    if (sessions.connected().length === 0) world.changes.emit({ kind: 'bot', online: false });
  });

  if (room.fault === 'no-hello') return;
  const hello = { heartbeat_interval: options.heartbeatMs, _trace: ['["loopback"]'] };
  send(socket, { op: GatewayOpcodes.Hello, d: hello });
  if (room.fault === 'close-after-hello') socket.close(GatewayCloseCodes.UnknownError);
}

/** True if the fault keeps any session, new or resumed, from starting. */
function isHeldOff(socket: WebSocket, { fault }: Room): boolean {
  if (fault === 'invalid-session') send(socket, { op: GatewayOpcodes.InvalidSession, d: false });
  return fault !== null;
}

function identify(socket: WebSocket, room: Room, data: unknown): Session | null {
  const { world, sessions, pace } = room;
  room.onIdentify();
  if (isHeldOff(socket, room)) return null;
  const identified = readIdentify(world, data);
  if (typeof identified === 'number') {
    socket.close(identified);
    return null;
  }
  if (!pace.allows(identified)) {
    send(socket, { op: GatewayOpcodes.InvalidSession, d: false });
    return null;
  }
  const session = sessions.open(identified);
  session.attach(socket);
  sessions.greet(session, gatewayUrl(world));
  world.changes.emit({ kind: 'bot', online: true });
  return session;
}

function resume(socket: WebSocket, room: Room, data: unknown): Session | null {
  const { world, sessions } = room;
  if (isHeldOff(socket, room)) return null;
  if (!isRaw(data)) {
    socket.close(GatewayCloseCodes.DecodeError);
    return null;
  }
  if (data['token'] !== world.bot.token) {
    socket.close(GatewayCloseCodes.AuthenticationFailed);
    return null;
  }
  const session = sessions.find(data['session_id']);
  session?.attach(socket);
  if (!session?.replay(Number(data['seq']))) {
    session?.detach(socket);
    send(socket, { op: GatewayOpcodes.InvalidSession, d: false });
    return null;
  }
  session.dispatch('RESUMED', { _trace: ['["loopback"]'] });
  world.changes.emit({ kind: 'bot', online: true });
  return session;
}

export function gatewayUrl(world: DiscordState): string {
  return `${world.address.origin.replace('http', 'ws')}/gateway`;
}

function parse(bytes: Buffer): Record<string, unknown> | null {
  try {
    const packet: unknown = JSON.parse(bytes.toString('utf8'));
    return isRaw(packet) ? packet : null;
  } catch {
    return null;
  }
}

function send(socket: WebSocket | null, packet: { op: GatewayOpcodes; d: unknown }): void {
  socket?.send(JSON.stringify({ s: null, t: null, ...packet }));
}
