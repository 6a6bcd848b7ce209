import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { UpgradeFault } from '../loopback-discord.js';
import type { DiscordState } from '../state/discord-state.js';

/** Faults that only show once the connection is open. */
export type ConnectionFault = Extract<
  UpgradeFault,
  'no-hello' | 'close-after-hello' | 'no-ready' | 'invalid-session'
>;

export interface Upgrades {
  /** How many were requested, including refused ones. */
  count(): number;
  /** How many of their sockets are still open. */
  open(): number;
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Breaks all connections. */
  drop(): void;
}

type Serve = (socket: WebSocket, fault: ConnectionFault | null) => void;

/** Opens the gateway's connections, or doesn't, as the faults say. */
export function createUpgrades({ faults }: DiscordState, serve: Serve): Upgrades {
  // No compression, as in discord.js in the other direction: nothing here is large or remote.
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const open = new Set<Duplex>();
  let count = 0;
  return {
    count: () => count,
    open: () => open.size,
    drop() {
      for (const socket of open) socket.destroy();
    },
    take(request, socket, head) {
      count += 1;
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      // The bot may break off a refused or hanging connection at any time.
      socket.on('error', () => socket.destroy());
      socket.on('end', () => socket.end());
      const next = faults.nextUpgrades.shift();
      const fault = next === undefined ? faults.upgrades : next;
      // Still read, or we wouldn't notice the bot leaving.
      if (fault === 'hang') return void socket.resume();
      if (fault === 'reset') return void socket.destroy();
      if (typeof fault === 'number') return refuse(socket, fault);
      server.handleUpgrade(request, socket, head, (connection) => serve(connection, fault));
    },
  };
}

/** Answers with a page, like the servers in front of Discord. */
function refuse(socket: Duplex, status: number): void {
  const page = `<html><body>${status}</body></html>`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: text/html',
    `content-length: ${page.length}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${page}`);
}
