import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface DroppingProxy {
  readonly port: number;
  /** From now on the answer to one request that matches is lost, after it was carried out. */
  dropAnswerTo(request: RegExp): void;
  /** How many answers were lost. */
  readonly dropped: () => number;
  close(): Promise<void>;
}

/** Before a server on a loopback port: passes everything on, but for answers that are to be lost. */
export async function startDroppingProxy(target: number): Promise<DroppingProxy> {
  let wanted: RegExp | null = null;
  let dropped = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let isDropping = false;
    near.on('data', (bytes: Buffer) => {
      if (wanted?.test(bytes.toString('latin1')) === true) {
        [wanted, isDropping] = [null, true];
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
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    port: address.port,
    dropAnswerTo: (request) => void (wanted = request),
    dropped: () => dropped,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
