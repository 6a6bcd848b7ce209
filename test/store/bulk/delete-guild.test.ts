import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { digestOf } from '../../../src/store/bulk/digest.js';
import { deleteGuild } from '../../../src/store/bulk/delete-guild.js';
import { moveStore, reopenStore } from '../../../src/store/bulk/move.js';
import type { WholeLocation } from '../../../src/store/bulk/open-bulk.js';
import { toText } from '../../../src/store/adapter/namespace.js';
import type { BulkStore } from '../../../src/store/adapter/bulk-store.js';
import { StoreUnusable } from '../../../src/store/unusable.js';
import { failingAfter, threeStores, untilFree, withStore, withWhole } from './three-stores.js';

const [SERVER, OTHER] = ['529448671649988608', '529448671649988609'];
const quiet = () => undefined;

const stores = threeStores();
afterAll(() => Promise.all(stores.map((each) => each.end())));

async function twoServers(location: WholeLocation): Promise<void> {
  await withStore(location, async (store) => {
    for (const server of [SERVER, OTHER]) {
      await store.namespace('guild-settings').set(server, { site: server });
      await store.append(`trail:${server}`, 1, 'one');
      await store.claim(`once:${server}`);
      await store.namespace('followings').set(`of-${server.slice(-1)}`, { guildId: server });
    }
    await store.namespace('followings').set('of-none', { note: SERVER });
  });
}

const unreadable = (store: BulkStore): BulkStore => ({
  ...store,
  // oxlint-disable-next-line require-yield -- it fails at the first record
  async *records() {
    throw new StoreUnusable('damaged');
  },
});

async function expectClosed(location: WholeLocation): Promise<void> {
  await expect(openStore(location)).rejects.toThrow(
    /The data of a server is being deleted.*--server 529448671649988608 --delete/,
  );
  await untilFree(location);
}

describe.each(stores)('the data of a server is deleted from $kind', (under) => {
  const options = { skip: under.missing !== null, timeout: 60_000 };

  test('and no bot starts meanwhile; interrupted, it goes on', options, async () => {
    const [location, elsewhere] = [await under.empty(), await under.empty()];
    await twoServers(location);
    await withWhole(location, async (whole) => {
      // The first write closes the store.
      await expect(deleteGuild(failingAfter(whole, 1), SERVER, quiet)).rejects.toThrow('lights');
    });
    await expectClosed(location);
    await withWhole(location, async (whole) => {
      await expect(deleteGuild(whole, OTHER, quiet)).rejects.toThrow(SERVER);
      await expect(reopenStore(whole)).rejects.toThrow('is being deleted');
      await withWhole(
        elsewhere,
        (to) => expect(moveStore(whole, to, quiet)).rejects.toThrow('is being deleted'),
        'fill',
      );
      expect(await deleteGuild(whole, SERVER, quiet)).toBe(4);
    });
    await withStore(location, async (store) => {
      expect(await store.namespace('guild-settings').get(SERVER)).toBeUndefined();
      expect(await store.lastSeq(`trail:${SERVER}`)).toBe(0);
      expect(await store.claim(`once:${SERVER}`)).toBe(true);
      expect(await store.namespace('followings').get('of-8')).toBeUndefined();
      expect(await store.namespace('followings').get('of-9')).toEqual({ guildId: OTHER });
      expect(await store.namespace('followings').get('of-none')).toEqual({ note: SERVER });
      expect(await store.namespace('guild-settings').get(OTHER)).toEqual({ site: OTHER });
      expect(await store.lastSeq(`trail:${OTHER}`)).toBe(1);
      expect(await store.claim(`once:${OTHER}`)).toBe(false);
    });
  });

  test('and a store that can’t be read stays open', options, async () => {
    const location = await under.empty();
    await twoServers(location);
    await withWhole(location, async (whole) => {
      await expect(deleteGuild(unreadable(whole), SERVER, quiet)).rejects.toThrow('damaged');
    });
    await withStore(location, async (store) => {
      expect(await store.lastSeq(`trail:${SERVER}`)).toBe(1);
    });
  });

  test('and a run that was killed before it read opens what it refuses', options, async () => {
    const location = await under.empty();
    await twoServers(location);
    await withStore(
      location,
      async (store) => void (await store.namespace('guild-keys').set(SERVER, 'sealed')),
    );
    await withWhole(location, async (whole) => {
      const mark = { state: 'deleting', at: 1, server: SERVER };
      await whole.write({ now: undefined, next: toText(mark) });
    });
    await withWhole(location, async (whole) => {
      await expect(deleteGuild(whole, SERVER, quiet)).rejects.toThrow('is connected');
    });
    await withStore(location, async (store) => {
      expect(await store.lastSeq(`trail:${SERVER}`)).toBe(1);
    });
  });

  test('unless it is connected, or not there: the store stays open', options, async () => {
    const location = await under.empty();
    await twoServers(location);
    await withStore(
      location,
      async (store) => void (await store.namespace('guild-keys').set(SERVER, 'sealed')),
    );
    await withWhole(location, async (whole) => {
      await expect(deleteGuild(whole, SERVER, quiet)).rejects.toThrow('is connected');
      await expect(deleteGuild(whole, '529448671649988610', quiet)).rejects.toThrow(
        'holds nothing',
      );
    });
    await withStore(location, async (store) => {
      expect(await store.lastSeq(`trail:${SERVER}`)).toBe(1);
    });
  });
});

test('a value that the disk has damaged keeps no server’s data from being deleted', async () => {
  const [under] = stores;
  const location = (await under?.empty()) ?? { dataDir: '', url: undefined };
  await twoServers(location);
  const file = new Database(join(location.dataDir, 'pitboss.sqlite'));
  file.exec(`UPDATE entries SET value = CAST(x'7b22ff' AS TEXT) WHERE space = 'guild-settings'`);
  file.exec(`UPDATE streams SET entry = CAST(x'7b22ff' AS TEXT)`);
  file.close();
  await untilFree(location);
  await withWhole(
    location,
    async (whole) => expect(await deleteGuild(whole, SERVER, quiet)).toBe(4),
    'change',
  );
  // A copy of it would be another thing.
  await withWhole(
    location,
    (whole) => expect(digestOf(whole.records(), 0)).rejects.toThrow('can’t be read'),
    'read',
  );
  await withStore(location, async (store) => {
    expect(await store.lastSeq(`trail:${SERVER}`)).toBe(0);
    expect(await store.lastSeq(`trail:${OTHER}`)).toBe(1);
  });
});
