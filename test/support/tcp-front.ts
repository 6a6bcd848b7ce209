import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpFront {
  readonly port: number;
  /** As an address that a failover moves from one server to another. */
  moveTo(port: number): void;
  /** Whoever sends this text is cut off; null = nobody. */
  cutAt(text: string | null): void;
  /** The answer to the next request that matches is lost after it was carried out. */
  dropAnswerTo(request: RegExp): void;
  /** How many answers were lost so far. */
  readonly dropped: () => number;
  close(): Promise<void>;
}

/** Stands before a server on a loopback port, and passes on what it isn't told to lose. */
export async function startTcpFront(first: number): Promise<TcpFront> {
  let target = first;
  let fatal: string | null = null;
  let unanswered: RegExp | null = null;
  let dropped = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let isDropping = false;
    near.on('data', (bytes: Buffer) => {
      if (fatal !== null && bytes.includes(fatal)) near.destroy();
      if (unanswered?.test(bytes.toString('latin1')) === true) {
        unanswered = null;
        isDropping = true;
        dropped++;
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (isDropping) near.destroy();
      else near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('end', () => other.end());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP address');
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    moveTo(port) {
      target = port;
      cutAll();
    },
    cutAt: (text) => void (fatal = text),
    dropAnswerTo: (request) => void (unanswered = request),
    dropped: () => dropped,
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
