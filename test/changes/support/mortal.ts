import type { KyselyPlugin } from 'kysely';
import type { Pool } from '../../../src/pool/pool.js';
import type { Store } from '../../../src/store/store.js';
import { startProcess, type Process, type Server } from './server.js';
import type { Click } from './workspace.js';

/** Where a process dies: before its nth outside call took effect, or after, unheard. */
export interface Death {
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

export interface Life {
  readonly isOver: () => boolean;
  /** Each outside call so far, such as `read`. */
  readonly calls: readonly string[];
  call<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

class Killed extends Error {}

function createLife({ atCall, when }: Death): Life {
  const calls: string[] = [];
  let isOver = false;
  return {
    calls,
    isOver: () => isOver,
    async call(name, work) {
      if (isOver) throw new Killed();
      const isLast = calls.push(name) === atCall;
      if (isLast && when === 'before') isOver = true;
      if (isOver) throw new Killed();
      const result = await work();
      if (isLast) isOver = true;
      if (isOver) throw new Killed();
      return result;
    },
  };
}

/** A process whose every call fails from its death on; `server` is the server as it works on it. */
export function startMortal(
  server: Server,
  death: Death,
): { readonly life: Life; readonly server: Server } {
  const life = createLife(death);
  const { workspace } = server;
  const { channels: real } = server;
  const channels: Server['channels'] = {
    ...real,
    post: (...args) => life.call('post', () => real.post(...args)),
    edit: (...args) => life.call('edit', () => real.edit(...args)),
    recent: (...args) => life.call('recent', () => real.recent(...args)),
  };
  const pool = (key: string, click: Click | null) => mortalPool(life, workspace.pool(key, click));
  const store = mortalStore(life, server.store);
  const process: Process = startProcess({ store, clock: server.clock, channels, pool });
  return { life, server: { ...server, channels, processes: [process, process] } };
}

function mortalPool(life: Life, pool: Pool): Pool {
  const read = <Result>(work: () => Promise<Result>) => life.call('read', work);
  return {
    ...pool,
    subaccounts: () => read(() => pool.subaccounts()),
    paymentSettings: (currency, scope) => read(() => pool.paymentSettings(currency, scope)),
    subaccountNamed: (name) => read(() => pool.subaccountNamed(name)),
    send: (request) => life.call('send', () => pool.send(request)),
    fresh: () => mortalPool(life, pool.fresh()),
  };
}

/**
 * Dying inside a transaction is dying before it: what it wrote is rolled back. Another statement is
 * no call to die at: that would be dying after the call before it, or before the one after it.
 */
function mortalStore(life: Life, store: Store): Store {
  const mortal: KyselyPlugin = {
    transformQuery({ node }) {
      if (life.isOver()) throw new Killed();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...store,
    db: store.db.withPlugin(mortal),
    inGuild: (guildId, work) => life.call('transaction', () => store.inGuild(guildId, work)),
  };
}
