import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { UpgradeFault } from '../loopback-discord.js';
import type { DiscordState } from '../state/discord-state.js';

/** What goes wrong only once the connection is open. */
export type ConnectionFault = Extract<
  UpgradeFault,
  'no-hello' | 'close-after-hello' | 'no-ready' | 'invalid-session'
>;

export interface Upgrades {
  /** How many were asked for, refused ones too. */
  count(): number;
  /** How many of their sockets are still open. */
  open(): number;
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Breaks off all of them. */
  drop(): void;
}

type Serve = (socket: WebSocket, fault: ConnectionFault | null) => void;

/** Opens the gateway's connections, or does not, as the faults say. */
export function createUpgrades({ faults }: DiscordState, serve: Serve): Upgrades {
  // Like discord.js in the other direction, no compression: nothing here is large or remote.
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
      // What is refused or left hanging may be broken off by the bot at any time.
      socket.on('error', () => socket.destroy());
      socket.on('end', () => socket.end());
      const next = faults.nextUpgrades.shift();
      const fault = next === undefined ? faults.upgrades : next;
      // Still read, or the bot's leaving would go unnoticed.
      if (fault === 'hang') return void socket.resume();
      if (fault === 'reset') return void socket.destroy();
      if (typeof fault === 'number') return refuse(socket, fault);
      server.handleUpgrade(request, socket, head, (connection) => serve(connection, fault));
    },
  };
}

/** As what stands before Discord does it: with a page. */
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
