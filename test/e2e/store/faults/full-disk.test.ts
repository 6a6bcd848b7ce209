import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  asPostgres,
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../../../store/support/postgres-server.js';
import { canMount, mountSmallDisk, type SmallDisk } from '../../../store/support/small-disk.js';
import { changeWorld, confirm, told, type ChangeWorld } from '../../changes/change-world.js';
import { eventually } from '../../eventually.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

const missing = hasPostgres ? (canMount ? null : 'may not mount a disk') : 'no postgres';

describe.skipIf(missing !== null)(
  missing === null ? 'Postgres on a full disk' : `skipped: ${missing}`,
  () => {
    let disk: SmallDisk;
    let postgres: PostgresServer;
    let world: World;
    let changes: ChangeWorld;
    beforeAll(async () => {
      disk = mountSmallDisk(96);
      postgres = await startPostgres({ max_wal_size: '32MB', min_wal_size: '32MB' }, disk.folder);
      world = await startWorld({ env: { STORE_URL: postgres.url, POOL_API_TIMEOUT_MS: '6000' } });
      await world.start();
      changes = await changeWorld(world);
    });
    afterAll(async () => {
      await world.close();
      await postgres.stop();
      disk.unmount();
    });

    test('takes nothing that it can’t keep: not sent, told, and it goes on once there is room', async () => {
      const card = await changes.askToMove();
      disk.fill();
      await useUpPages();
      const click = await confirm(changes, 'manager', card);
      await eventually(() => expect(told(click)).toContain('Pitboss can’t reach its data'));
      expect(shown(await changes.askToMove('manager', 1))).toContain(
        'Pitboss can’t reach its data',
      );
      const check = shown(await ask(changes.as('admin'), 'setup check'));
      expect(check).toMatch(
        /❌ failed · \*\*Store\*\* · an entry of an audit trail couldn’t be saved/,
      );
      expect(changes.card(card)).toContain('Waiting for confirmation');
      expect(changes.writes()).toEqual([]);

      disk.makeRoom();
      const again = await confirm(changes, 'manager', card);
      await eventually(() => expect(changes.card(card)).toContain('the pool answered'));
      expect(told(again)).toBe('');
      expect(changes.writes()).toHaveLength(1);
      expect(await stepsOfTrail()).toEqual(['asked', 'confirmed', 'sent', 'reported']);
      expect(shown(await ask(changes.as('admin'), 'setup check'))).toContain('1 warning, 18 ok');
    }, 60_000);

    test('that fills up while a request is at the pool: sent once, told, and entered with room', async () => {
      const card = await changes.askToMove('manager', 7);
      Object.assign(world.pool.faults, {
        latencyMs: 2_000,
        only: ({ method }: { method: string }) => method === 'PATCH',
      });
      const confirming = confirm(changes, 'manager', card);
      await eventually(() => expect(changes.writes()).toHaveLength(2));
      disk.fill();
      // A log that can't grow ends Postgres, unlike a table that can't.
      await asPostgres(postgres, (client) => client.query('SELECT pg_switch_wal()')).catch(
        () => {},
      );
      const click = await confirming;
      await eventually(() => expect(told(click)).toContain('Sent once; not saved yet'));
      Object.assign(world.pool.faults, { latencyMs: 0, only: null });
      disk.makeRoom();
      if (postgres.process.exitCode !== null) await postgres.startAgain();
      await eventually(() => expect(changes.card(card)).toContain('the pool answered'));
      expect(changes.writes()).toHaveLength(2);
      const second = (await stepsOfTrail()).slice(4);
      expect(second).toEqual(expect.arrayContaining(['asked', 'confirmed', 'sent', 'reported']));
    }, 60_000);

    const stepsOfTrail = async () => (await changes.trail()).map(({ step }) => step);

    /** The room that is left in the pages of its tables, which a full disk still has. */
    async function useUpPages(): Promise<void> {
      const add = "INSERT INTO pitboss_streams VALUES ('of no server', $1, 'x')";
      await asPostgres(postgres, async (client) => {
        for (let seq = 1; ; seq++) await client.query(add, [seq]);
      }).catch((error: unknown) => expect(error).toMatchObject({ code: '53100' }));
    }
  },
);
