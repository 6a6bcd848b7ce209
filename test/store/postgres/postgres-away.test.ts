import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres.js';
import {
  asPostgres,
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.js';

const skipped = hasPostgres ? '' : ' (skipped: no postgres)';
const AWAY = { name: 'StoreUnavailable', fault: 'away' };

describe.skipIf(!hasPostgres)(`postgres store that is lost${skipped}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it('throws, never reads as empty, and goes on when it is back with all it acknowledged', async () => {
    const store = await openPostgresStore(server.url);
    const space = store.namespace<string>('things');
    await space.set('k', 'v');
    expect(await store.append('s', 1, 'entry')).toBe(true);
    await server.end();
    await expect(space.get('k')).rejects.toMatchObject(AWAY);
    await expect(space.getMany(['k'])).rejects.toMatchObject(AWAY);
    await expect(space.has('k')).rejects.toMatchObject(AWAY);
    await expect(space.set('k', 'w')).rejects.toMatchObject(AWAY);
    await expect(space.delete('k')).rejects.toMatchObject(AWAY);
    await expect(space.clear()).rejects.toMatchObject(AWAY);
    await expect(store.claim('c')).rejects.toMatchObject(AWAY);
    await expect(store.append('s', 2, 'x')).rejects.toMatchObject(AWAY);
    await expect(store.lastSeq('s')).rejects.toMatchObject(AWAY);
    await server.startAgain();
    expect(await space.get('k')).toBe('v');
    expect(await store.lastSeq('s')).toBe(1);
    // Nothing that was refused is carried out later.
    expect(await store.claim('c')).toBe(true);
    expect(await store.append('s', 2, 'y')).toBe(true);
    await store.close();
  });

  it(
    'that hangs throws in time, and goes on once it is heard again',
    { timeout: 60_000 },
    async () => {
      const proxy = await frontOf(server.port);
      const store = await openPostgresStore(
        server.url.replace(`:${server.port}/`, `:${proxy.port}/`),
      );
      const space = store.namespace<string>('things');
      await space.set('hung', 'v');
      proxy.hang(true);
      await Promise.all([
        expect(space.get('hung')).rejects.toMatchObject(AWAY),
        expect(store.append('hung', 1, 'late')).rejects.toMatchObject(AWAY),
      ]);
      await expect(store.claim('hung')).rejects.toMatchObject(AWAY);
      proxy.hang(false);
      await expect.poll(() => space.get('hung').catch(() => null), { timeout: 30_000 }).toBe('v');
      expect(await store.claim('hung')).toBe(true);
      await store.close();
      proxy.close();
    },
  );

  it('that takes no writes refuses them, gives what is there, and says so', async () => {
    const store = await openPostgresStore(server.url);
    await store.namespace('things').set('kept', 1);
    await asPostgres(server, (client) =>
      client.query('ALTER DATABASE postgres SET default_transaction_read_only = on'),
    );
    const readOnly = await openPostgresStore(server.url);
    await expect(readOnly.append('s', 3, 'x')).rejects.toThrow('it takes no writes (25006)');
    expect(await readOnly.namespace('things').get('kept')).toBe(1);
    await asPostgres(server, async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query('ALTER DATABASE postgres RESET default_transaction_read_only');
    });
    await Promise.all([store.close(), readOnly.close()]);
  });

  it('of a newer version is refused, and nothing in it changed', async () => {
    await (await openPostgresStore(server.url)).close();
    await asPostgres(server, (client) => client.query('UPDATE pitboss_store SET version = 2'));
    await expect(openPostgresStore(server.url)).rejects.toThrow(
      'The Postgres store is of version 2, and this Pitboss knows version 1.',
    );
    await asPostgres(server, (client) => client.query('UPDATE pitboss_store SET version = 1'));
  });

  it('is made once by processes that start together, and by one that may not make it not at all', async () => {
    await asPostgres(server, (client) => client.query('CREATE DATABASE fresh'));
    const fresh = server.url.replace(/postgres$/, 'fresh');
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(fresh)));
    const wins = await Promise.all(stores.map((store) => store.claim('one')));
    expect(wins.filter(Boolean)).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
    await asPostgres(server, async (client) => {
      await client.query('CREATE DATABASE bare');
      await client.query(`CREATE USER reader PASSWORD 'not-so-secret'`);
    });
    const asReader = server.url.replace('pitboss:', 'reader:').replace(/postgres$/, 'bare');
    await expect(openPostgresStore(asReader)).rejects.toThrow('the user may not do that (42501)');
  });

  it('with a database of another encoding is refused', async () => {
    await asPostgres(server, (client) =>
      client.query(`CREATE DATABASE narrow ENCODING 'SQL_ASCII' TEMPLATE template0`),
    );
    await expect(openPostgresStore(server.url.replace(/postgres$/, 'narrow'))).rejects.toThrow(
      'keeps text as SQL_ASCII',
    );
  });
});

/** Stands in front of the server, and lets nothing through while it hangs. */
async function frontOf(port: number) {
  const sockets = new Set<Socket>();
  let isHung = false;
  const front = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('data', (data) => other.write(data));
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
      if (isHung) one.pause();
    }
  });
  const own = await freePort();
  front.listen(own, '127.0.0.1');
  await once(front, 'listening');
  return {
    port: own,
    hang(yes: boolean) {
      isHung = yes;
      for (const socket of sockets) socket[yes ? 'pause' : 'resume']();
    },
    close() {
      front.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
