import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../../store/support/postgres-server.js';
import { changeWorld, confirm, told } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';

const title = hasPostgres ? 'with Postgres' : 'skipped: no postgres';

describe.skipIf(!hasPostgres)(title, () => {
  let postgres: PostgresServer;
  let world: World;
  beforeAll(async () => {
    postgres = await startPostgres();
    world = await startWorld({ env: { STORE_URL: postgres.url, POOL_API_TIMEOUT_MS: '6000' } });
    await world.start();
  });
  afterAll(async () => {
    await world.close();
    await postgres.stop();
  });

  test('one that dies while a request is at the pool: sent once, told, and reported when it is back', async () => {
    const changes = await changeWorld(world);
    const card = await changes.askToMove();
    const { faults } = world.pool;
    Object.assign(faults, {
      latencyMs: 2_000,
      only: ({ method }: { method: string }) => method === 'PATCH',
    });
    const confirming = confirm(changes, 'manager', card);
    // Its card says so before the last look at the store.
    await eventually(() => expect(changes.writes()).toHaveLength(1));
    await postgres.end();
    const click = await confirming;
    await eventually(() => expect(told(click)).toContain('Sent once; not saved yet'));
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('can’t reach its data');
    Object.assign(faults, { latencyMs: 0, only: null });
    await postgres.startAgain();
    await eventually(() => expect(changes.card(card)).toContain('the pool answered'));
    expect(changes.writes()).toHaveLength(1);
    expect(shown(await changes.askToMove('manager', 1))).toContain('Confirm');
    expect((await changes.trail()).map(({ step }) => step).slice(0, 4)).toEqual([
      'asked',
      'confirmed',
      'sent',
      'reported',
    ]);
  });
});
