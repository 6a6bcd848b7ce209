import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { openRedisStore } from '../../../src/store/redis/redis.js';
import { hasRedisServer, startRedisServer } from '../support/redis-server.js';

const skipped = hasRedisServer ? '' : ' (skipped: no redis-server)';

describe.skipIf(!hasRedisServer)(`redis store that is lost${skipped}`, () => {
  it('throws, and never reads as empty or sends later what was refused', async () => {
    const server = await startRedisServer();
    const store = await openRedisStore(server.url);
    const space = store.namespace<string>('things');
    await space.set('k', 'v');
    server.process.kill('SIGKILL');
    await once(server.process, 'exit');
    await expect(space.get('k')).rejects.toThrow();
    await expect(space.getMany(['k'])).rejects.toThrow();
    await expect(space.has('k')).rejects.toThrow();
    await expect(space.set('k', 'w')).rejects.toThrow();
    await expect(space.delete('k')).rejects.toThrow();
    await expect(space.clear()).rejects.toThrow();
    await expect(store.claim('c')).rejects.toThrow();
    await expect(store.append('s', 1, 'x')).rejects.toThrow();
    await store.close();
    await server.stop();
  });
});

describe.skipIf(!hasRedisServer)(`redis store that hangs${skipped}`, () => {
  it('throws, asks no more until it is heard again, and then goes on', async () => {
    const server = await startRedisServer();
    const store = await openRedisStore(server.url);
    const space = store.namespace<string>('things');
    await space.set('k', 'v');
    server.process.kill('SIGSTOP');
    const away = { name: 'StoreUnavailable', fault: 'away' };
    await Promise.all([
      expect(space.get('k')).rejects.toMatchObject(away),
      expect(store.append('s', 1, 'late')).rejects.toMatchObject(away),
      expect(store.read('s', 1)[Symbol.asyncIterator]().next()).rejects.toMatchObject(away),
    ]);
    await expect(store.claim('c')).rejects.toMatchObject(away);
    server.process.kill('SIGCONT');
    await expect.poll(() => space.get('k').catch(() => null), { timeout: 20_000 }).toBe('v');
    // Requests made while it was silent were never sent; earlier ones may have taken effect.
    expect(await store.claim('c')).toBe(true);
    const held = await store.lastSeq('s');
    expect(await store.append('s', held + 1, 'next')).toBe(true);
    await store.close();
    await server.stop();
  }, 60_000);
});

describe('redis store that is not there', () => {
  it('is refused at once, in words without the password', async () => {
    const port = await freePort();
    const error: unknown = await openRedisStore(`redis://me:hunter2@127.0.0.1:${port}`).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'StoreUnusable' });
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it.skipIf(!hasRedisServer)('is refused when the password is wrong', async () => {
    const server = await startRedisServer('right');
    const wrong = server.url.replace('right', 'hunter2');
    const error: unknown = await openRedisStore(wrong).catch((reason: unknown) => reason);
    expect(String(error)).toContain('WRONGPASS');
    expect(String(error)).not.toContain('hunter2');
    await server.stop();
  });
});
