import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** As an address that a failover moves from one server to another. */
export async function movingAddress(first: number) {
  let target = first;
  let fatal: string | null = null;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.on('data', (bytes: Buffer) => {
      if (fatal !== null && bytes.includes(fatal)) near.destroy();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
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
  return {
    port: address.port,
    moveTo(port: number) {
      target = port;
      for (const socket of open) socket.destroy();
    },
    /** Whoever sends this text is cut off; null = nobody. */
    cutAt(text: string | null) {
      fatal = text;
    },
    close: () => server.close(),
  };
}
