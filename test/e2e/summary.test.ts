import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersSince, invented, withoutFigures } from './figures.js';
import { shown } from './shown.js';
import { ask, startConnectedWorld, type World } from './world.js';

describe('/summary', () => {
  let world: World;
  beforeAll(async () => {
    world = await startConnectedWorld();
  });
  afterAll(() => world.close());

  test('answers from the pool', async () => {
    const before = world.pool.requests.length;
    const text = shown(await ask(world.as('viewer'), 'summary'));
    expect(invented(text, await answersSince(world, before))).toEqual([]);
    expect(withoutFigures(text)).toMatchInlineSnapshot(`
      "# Pool summary · BTC
      All subaccounts
      Hashrate, 5 minutes: 0.0 PH/s
      Hashrate, 24 hours: 0.0 PH/s
      Active miners: 1,851
      Efficiency, 5 minutes: 0.0 %
      Uptime, 24 hours: 0.0 %
      Hashprice: 0.0 BTC/PH/s/day
      Revenue, 24 hours: 0.0 BTC · MINING
      Revenue, all time: 0.0 BTC · MINING
      Balance: 0.0 BTC
      -- Read from the pool"
    `);
    expect(world.discord.refusals).toEqual([]);
  });
});
