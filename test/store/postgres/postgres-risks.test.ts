import { assert, constantFrom, property, record } from 'fast-check';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { risksOf } from '../../../src/store/postgres/postgres-risks.js';
import { StoreUnusable } from '../../../src/store/unusable.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres-server.js';

const SOUND = {
  fsync: 'on',
  fullPageWrites: 'on',
  dataSyncRetry: 'off',
  zeroDamagedPages: 'off',
  synchronousCommit: 'on',
  standbyNames: '',
  standbys: 0,
  unlogged: 0,
} as const;

describe('what a Postgres server may lose', () => {
  test('is nothing as it comes', () => {
    expect(risksOf(SOUND)).toEqual([]);
  });

  test.each([
    [{ fsync: 'off' } as const, ['fsync-off']],
    [{ fullPageWrites: 'off' } as const, ['full-page-writes-off']],
    [{ dataSyncRetry: 'on' } as const, ['data-sync-retry']],
    [{ zeroDamagedPages: 'on' } as const, ['zero-damaged-pages']],
    [{ synchronousCommit: 'off' }, ['synchronous-commit-off']],
    [{ unlogged: 1 }, ['unlogged-tables']],
    [{ standbys: 1 }, ['failover']],
    [{ standbys: 1, standbyNames: '*' }, []],
    [{ standbys: 2, standbyNames: '*' }, ['failover']],
    [{ standbys: 2, standbyNames: 'one, two' }, ['failover']],
    [{ standbys: 2, standbyNames: 'FIRST 1 (one, two)' }, ['failover']],
    [{ standbys: 2, standbyNames: 'first 2 (one, two)' }, []],
    [{ standbys: 2, standbyNames: '2 (one, two)' }, []],
    [{ standbys: 3, standbyNames: 'ANY 2("one", two, three)' }, ['failover']],
    [{ standbys: 1, standbyNames: '1' }, []],
    [{ standbys: 1, standbyNames: '*', synchronousCommit: 'remote_apply' }, []],
    [{ standbys: 1, standbyNames: '*', synchronousCommit: 'remote_write' }, ['failover']],
    [{ standbys: 1, standbyNames: '*', synchronousCommit: 'local' }, ['failover']],
  ])('%j: %j', (changed, risks) => {
    expect(risksOf({ ...SOUND, ...changed })).toEqual(risks);
  });

  test('is never nothing unless every setting is right', () => {
    const some = record({
      fsync: constantFrom('on' as const, 'off' as const),
      fullPageWrites: constantFrom('on' as const, 'off' as const),
      dataSyncRetry: constantFrom('on' as const, 'off' as const),
      zeroDamagedPages: constantFrom('on' as const, 'off' as const),
      synchronousCommit: constantFrom('on', 'off', 'local', 'remote_write', 'remote_apply'),
      standbyNames: constantFrom('', 'FIRST 1 (*)', 'FIRST 2 (*)'),
      standbys: constantFrom(0, 2),
      unlogged: constantFrom(0, 3),
    });
    assert(
      property(some, (found) => {
        const commits = found.synchronousCommit;
        const isAlone = found.standbys === 0;
        const isAwaited =
          found.standbyNames === 'FIRST 2 (*)' && /^(on|remote_apply)$/.test(commits);
        const isRight =
          found.fsync === 'on' &&
          found.fullPageWrites === 'on' &&
          found.dataSyncRetry === 'off' &&
          found.zeroDamagedPages === 'off' &&
          commits !== 'off' &&
          found.unlogged === 0;
        expect(risksOf(found).length === 0).toBe(isRight && (isAlone || isAwaited));
      }),
    );
  });
});

describe.skipIf(!hasPostgres)(hasPostgres ? 'a real Postgres' : 'skipped: no postgres', () => {
  let server: PostgresServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  test('that may forget is refused by name, and taken when that was allowed', async () => {
    server = await startPostgres({ fsync: 'off', synchronous_commit: 'off' });
    const { url } = server;
    const refused = await openStore({ dataDir: '/nowhere', url }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnusable);
    const said = String(refused);
    expect(said).toContain('  - fsync-off: ');
    expect(said).toContain('STORE_MAY_LOSE=fsync-off,synchronous-commit-off');
    expect(said).not.toContain('not-so-secret');
    const warned: string[] = [];
    const store = await openStore(
      { dataDir: '/nowhere', url, mayLose: ['fsync-off', 'synchronous-commit-off'] },
      { onWarning: (sentence) => warned.push(sentence) },
    );
    expect(store.risks()).toEqual(['fsync-off', 'synchronous-commit-off']);
    expect(warned.join()).toContain('as STORE_MAY_LOSE allows: fsync-off');
    await store.close();
  });

  test('whose tables a crash empties is refused, and taken once they are logged', async () => {
    server = await startPostgres();
    const { url } = server;
    const at = { dataDir: '/nowhere', url };
    await (await openStore(at)).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('ALTER TABLE pitboss_streams SET UNLOGGED');
    await expect(openStore(at)).rejects.toThrow('unlogged-tables');
    await client.query('ALTER TABLE pitboss_streams SET LOGGED');
    await client.end();
    await (await openStore(at)).close();
  });
});
