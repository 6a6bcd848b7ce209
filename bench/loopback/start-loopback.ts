import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Address, Argument, Order, Orders, Result } from './protocol.js';

export interface Loopback extends Address {
  /** Carried out in the loopback's own process, one at a time. */
  order<Name extends keyof Orders>(name: Name, argument: Argument<Name>): Promise<Result<Name>>;
  close(): Promise<void>;
}

export async function startLoopback(): Promise<Loopback> {
  // Keeps Infinity and NaN as they are.
  const child = fork(join(import.meta.dirname, 'main.js'), { serialization: 'advanced' });
  const [said] = await once(child, 'message');
  const address: Address = Object(said);
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  child.on('message', (answer) => {
    const { id, result } = Object(answer);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  child.on('exit', (code) => {
    if (waiting.size > 0) throw new Error(`the loopback ended with ${code}`);
  });
  return {
    ...address,
    order<Name extends keyof Orders>(name: Name, argument: Argument<Name>) {
      const order: Order = { id: ++last, name, argument };
      const answered = new Promise<unknown>((resolve) => waiting.set(order.id, resolve));
      child.send(order);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `main.ts` answers each order as `Orders` says
      return answered as Promise<Result<Name>>;
    },
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
