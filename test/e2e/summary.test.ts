import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shown } from './shown.js';
import { ask, startConnectedWorld, type World } from './world.js';

describe('/summary', () => {
  let world: World;
  beforeAll(async () => {
    world = await startConnectedWorld();
  });
  afterAll(() => world.close());

  test('answers from the pool', async () => {
    const message = await ask(world.as('viewer'), 'summary');
    expect(shown(message)).toMatchInlineSnapshot(`
      "# Pool summary · BTC
      All subaccounts
      Hashrate, 5 minutes: 348.6 PH/s
      Hashrate, 24 hours: 351.0 PH/s
      Active miners: 1,851
      Efficiency, 5 minutes: 96.19 %
      Uptime, 24 hours: 96.58 %
      Hashprice: 0.00041645 BTC/PH/s/day
      Revenue, 24 hours: 0.13999001 BTC · MINING
      Revenue, all time: 13.37860002 BTC · MINING
      Balance: 0.13801309 BTC
      -- Read from the pool"
    `);
    expect(world.discord.refusals).toEqual([]);
  });
});
