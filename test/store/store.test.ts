import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import { FatalError } from '../../src/errors.js';
import { deleteExpired } from '../../src/store/keyv-adapter.js';
import { openStore, type Store } from '../../src/store/store.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.js';

const clock = createMovableClock({ startAt: Date.UTC(2026, 10, 28), ticking: false });
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const freeze = (store: Store) =>
  store.inGuild('1', (tx) => tx.updateTable('guild').set({ frozen: 'by Ada' }).execute());

async function frozenOf({ db }: Store): Promise<string | null | undefined> {
  return (await db.selectFrom('guild').select('frozen').executeTakeFirst())?.frozen;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-store-'));
  folders.push(folder);
  return folder;
}

describe('the store on SQLite', () => {
  let dataDir = '';
  beforeEach(() => {
    dataDir = newFolder();
  });
  keepsItsContract(() => openStore({ dataDir, clock }));

  test('a folder that cannot be written stops the start', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    mkdirSync(join(dataDir, 'taken', 'lock.sqlite'), { recursive: true });
    for (const folder of [file, join(file, 'below'), join(dataDir, 'taken')]) {
      const opening = openStore({ dataDir: folder, clock });
      await expect(opening).rejects.toThrow(FatalError);
      await expect(opening).rejects.toThrow(`The data folder ${folder} cannot be written: `);
    }
  });

  test('a lease of the process before is free at once', async () => {
    const before = await openStore({ dataDir, clock });
    const lease = { name: 'worker', holder: 'killed', until: clock.now() + 60_000 };
    await before.db.insertInto('lease').values(lease).execute();
    await before.close();
    const after = await openStore({ dataDir, clock });
    expect(await after.db.selectFrom('lease').selectAll().execute()).toEqual([]);
    await after.close();
  });
});

describe.skipIf(!hasPostgres)('the store on Postgres', () => {
  let server: PostgresServer;
  let storeUrl = '';
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    storeUrl = server.newDatabase();
  });
  const open = () => openStore({ dataDir: '', storeUrl, clock });
  keepsItsContract(open);

  test('what another process wrote is seen after five seconds', async () => {
    const [one, other] = [await open(), await open()];
    const frozen = (store: Store) => store.kept('1', 'frozen', () => frozenOf(store));
    expect([await frozen(one), await frozen(other)]).toEqual([undefined, undefined]);
    await freeze(one);
    expect([await frozen(one), await frozen(other)]).toEqual(['by Ada', undefined]);
    await clock.jump(5_000);
    expect(await frozen(other)).toBe('by Ada');
    await Promise.all([one.close(), other.close()]);
  });

  test('two processes that start at once both come up', async () => {
    const stores = await Promise.all([open(), open(), open()]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a process waits while another decides about the same guild, not about others', async () => {
    const [one, other] = [await open(), await open()];
    const steps: string[] = [];
    let decide = () => {};
    const decided = new Promise<void>((resolve) => (decide = resolve));
    let first: Promise<void> | undefined;
    await new Promise<void>((begin) => {
      first = one.inGuild('1', async () => {
        begin();
        await decided;
        steps.push('first');
      });
    });
    const second = other.inGuild('1', async () => steps.push('second'));
    await other.inGuild('2', async () => steps.push('another guild'));
    decide();
    await Promise.all([first, second]);
    expect(steps).toEqual(['another guild', 'first', 'second']);
    await Promise.all([one.close(), other.close()]);
  });

  test('a broken rule of the schema is not taken for a server that is away', async () => {
    const store = await open();
    const lease = { name: 'worker', holder: 'one', until: 1 };
    await store.db.insertInto('lease').values(lease).execute();
    const again = store.db.insertInto('lease').values(lease).execute();
    await expect(again).rejects.toThrow('duplicate key');
    await store.close();
  });

  test('a server that does not answer stops the start', async () => {
    const nowhere = 'postgres://me:secret@127.0.0.1:1/x';
    await expect(openStore({ dataDir: '', storeUrl: nowhere, clock })).rejects.toThrow(
      new FatalError('Postgres at STORE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1.'),
    );
  });
});

/** What both engines must do. */
function keepsItsContract(open: () => Promise<Store>): void {
  let store: Store;
  const asSecondOpening = async () => {
    await store.close();
    store = await open();
  };

  describe('as both engines', () => {
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    test('what was written is there after a restart', async () => {
      await store.keyv('kept').set('key', { list: [1, null, 'é\u0000\ud800'] });
      await asSecondOpening();
      expect(await store.keyv('kept').get('key')).toEqual({ list: [1, null, 'é\u0000\ud800'] });
    });

    test('what was read of a server is kept until the next transaction on it', async () => {
      const frozen = () => store.kept('1', 'frozen', () => frozenOf(store));
      expect(await frozen()).toBe(undefined);
      await store.inGuild('1', async () => {});
      await store.db.updateTable('guild').set({ frozen: 'past it' }).execute();
      expect(await frozen()).toBe('past it');
      await store.db.updateTable('guild').set({ frozen: 'again' }).execute();
      expect(await frozen()).toBe('past it');
      await freeze(store);
      expect(await frozen()).toBe('by Ada');
    });

    test('a database of a newer version stops the start', async () => {
      await sql`insert into kysely_migration values ('999-later', 'now')`.execute(store.db);
      await store.close();
      const opening = open();
      await expect(opening).rejects.toThrow(FatalError);
      await expect(opening).rejects.toThrow('written by a newer Pitboss');
      store = { ...store, close: async () => {} };
    });

    test('a transaction that fails leaves nothing', async () => {
      const work = store.inGuild('1', async (tx) => {
        await store.keyv('kept', tx).set('key', 'value');
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await store.keyv('kept').get('key')).toBeUndefined();
      expect(await store.db.selectFrom('guild').selectAll().execute()).toEqual([]);
    });

    test('thirty transactions at once count to thirty', async () => {
      const count = () =>
        store.inGuild('1', async (tx) => {
          const entries = store.keyv('counter', tx);
          await entries.set('n', ((await entries.get<number>('n')) ?? 0) + 1);
        });
      await Promise.all(Array.from({ length: 30 }, count));
      expect(await store.keyv('counter').get('n')).toBe(30);
    });

    test('times come back as numbers, and so do counts', async () => {
      const at = Date.UTC(2100, 0, 1);
      const values = { name: 'worker', holder: 'one', until: at };
      await store.db.insertInto('lease').values(values).execute();
      expect(await store.db.selectFrom('lease').select('until').execute()).toEqual([{ until: at }]);
      const counted = store.db.selectFrom('lease').select(({ fn }) => fn.countAll().as('n'));
      expect(await counted.execute()).toEqual([{ n: 1 }]);
    });

    test('two namespaces with the same key do not meet', async () => {
      const [one, other] = [store.keyv('one'), store.keyv('other')];
      await one.set('key', 1);
      await other.set('key', 2);
      await one.delete('key');
      expect([await one.get('key'), await other.get('key')]).toEqual([undefined, 2]);
      await one.set('key', 3);
      await other.clear();
      expect([await one.get('key'), await other.get('key')]).toEqual([3, undefined]);
    });

    test('an expired entry reads as absent by the clock, and is deleted when asked', async () => {
      const entries = store.keyv('short');
      await entries.set('expires', 1, 1_000);
      await entries.set('stays', 2);
      expect([await entries.get('expires'), await entries.has('expires')]).toEqual([1, true]);
      await clock.advance(1_000);
      expect([await entries.get('expires'), await entries.has('expires')]).toEqual([
        undefined,
        false,
      ]);
      await deleteExpired(store.db, clock.now());
      expect(await store.db.selectFrom('entries').select('key').execute()).toEqual([
        { key: 'stays' },
      ]);
    });
  });
}
