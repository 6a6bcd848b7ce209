import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { UpgradeFault } from '../loopback-discord.js';
import type { World } from '../world.js';

/** What goes wrong only once the connection is open. */
export type ConnectionFault = Extract<
  UpgradeFault,
  'no-hello' | 'close-after-hello' | 'no-ready' | 'invalid-session'
>;

export interface Upgrades {
  readonly server: WebSocketServer;
  /** How many were asked for, refused ones too. */
  count(): number;
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

type Serve = (socket: WebSocket, fault: ConnectionFault | null) => void;

/** Opens the gateway's connections, or does not, as the faults say. */
export function createUpgrades({ faults }: World, serve: Serve): Upgrades {
  // Like discord.js in the other direction, no compression: nothing here is large or remote.
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  let count = 0;
  return {
    server,
    count: () => count,
    take(request, socket, head) {
      count += 1;
      const fault = faults.nextUpgrades.shift() ?? faults.upgrades;
      if (fault === 'hang') return;
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
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${page}`);
}
