import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../../../store/support/redis-server.js';
import { startTcpFront, type TcpFront } from '../../../support/tcp-front.js';
import { changeWorld, confirm, type ChangeWorld } from '../../changes/change-world.js';
import { eventually } from '../../eventually.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startWorld, type World } from '../../world.js';

const title = hasRedisServer ? 'a Redis whose answer is lost' : 'skipped: no redis-server';

describe.skipIf(!hasRedisServer)(title, () => {
  let redis: RedisServer;
  let proxy: TcpFront;
  let house: World;
  let world: ChangeWorld;
  beforeAll(async () => {
    redis = await startRedisServer();
    proxy = await startTcpFront(redis.port);
    const url = new URL(redis.url);
    url.port = String(proxy.port);
    house = await startWorld({ env: { STORE_URL: url.href } });
    await house.start();
    world = await changeWorld(house);
  });
  afterAll(async () => {
    await house.close();
    await proxy.close();
    await redis.stop();
  });

  /** Of the key: who the trail says it was, in order. */
  const keyEntries = async () =>
    (await world.wholeTrail()).flatMap((entry) =>
      entry.step === 'set' && entry.details.changed.some(({ what }) => what === 'key')
        ? [entry.details.by]
        : [],
    );

  test('the key is connected: that is said, entered, and only then used', async () => {
    const other = house.pool.addWorkspace({ seed: 99 });
    const before = await keyEntries();
    proxy.dropAnswerTo(/\bSET\b[^]*guild-keys/);
    const form = await world.as('admin').command('setup key');
    const told = await settledOf(world.as('admin').submit(form, { key: other.key }));
    expect(proxy.dropped()).toBe(1);
    expect(shown(told)).toContain('The key may be connected all the same.');
    const { subaccounts, sites } = house.pool.workspaceOf(other.key);
    const [subaccount] = subaccounts;
    const site = sites.find(({ id }) => id !== subaccount?.siteId);
    const names = { subaccount: subaccount?.name ?? '', site: site?.id ?? '' };
    // While the connection is made again, commands say so.
    await expect
      .poll(async () => shown(await ask(world.as('viewer'), 'summary')))
      .toContain('# Pool summary');
    // The lock on the key is given back once the store is there again.
    const card = await eventually(async () => {
      const asked = await ask(world.as('manager'), 'subaccount move', names);
      expect(shown(asked)).toContain('Confirm');
      return asked;
    });
    expect((await keyEntries()).slice(before.length)).toEqual(['found']);
    await confirm(world, 'manager', card);
    const steps = async () => (await world.wholeTrail()).map(({ step }) => step);
    await expect.poll(async () => (await steps()).at(-1)).toBe('reported');
    expect((await steps()).lastIndexOf('set')).toBeLessThan((await steps()).lastIndexOf('asked'));
  });

  test('the key is deleted: that is said and entered, and the rest goes with the next try', async () => {
    const before = await keyEntries();
    const question = await ask(world.as('admin'), 'setup disconnect');
    proxy.dropAnswerTo(/\b(?:DEL|UNLINK)\b[^]*guild-keys/);
    const click = world.as('admin').click(question, idOf(question, 'Delete key and settings'));
    expect(shown(await settledOf(click))).toContain('The key may be deleted all the same');
    expect(proxy.dropped()).toBe(2);
    await expect.poll(async () => (await keyEntries()).slice(before.length)).toEqual(['found']);
    const again = await ask(world.as('admin'), 'setup disconnect');
    expect(shown(again)).toContain('No API key is connected.');
    await expect
      .poll(async () =>
        shown(await settledOf(world.as('admin').click(again, idOf(again, 'Delete the rest')))),
      )
      .toContain('There was no key to delete');
    expect(shown(await ask(world.as('admin'), 'setup disconnect'))).toContain(
      'No pool workspace connected',
    );
  });
});
