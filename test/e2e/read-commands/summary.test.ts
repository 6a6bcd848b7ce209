import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '../../support/parse-csv.js';
import { answersSince, invented, withoutFigures } from './figures.js';
import { startFront, type Front } from '../../support/proxy.js';
import { shown } from '../shown.js';
import { ask, startConnectedWorld, type World } from '../world.js';

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
      🟠 **Needs attention**: 144 miners are failing, 1,851 are active
      -# Not checked: change since an earlier day (needs an earlier daily post)
      All subaccounts
      **By site**, 24-hour hashrate
      \`\`\`
      Site           Hashrate Active Failing
      Cedar Ridge  0.0 PH/s    363      30
      Lone Mesa    0.0 PH/s    535      36
      Niagara East 0.0 PH/s    500      47
      Pecos Flats  0.0 PH/s    453      31
      \`\`\`
      Hashrate, 5 minutes: **0.0 PH/s**
      Hashrate, 24 hours: **0.0 PH/s**
      Active miners: **1,851**
      Efficiency, 5 minutes: **0.0 %**
      Uptime, 24 hours: **0.0 %**
      Hashprice: **0.0 BTC/PH/s/day**
      Revenue, 24 hours: **0.0 BTC** · MINING
      Revenue, all time: **0.0 BTC** · MINING
      Balance: **0.0 BTC**
      -# The file has all fields of the pool’s answer, in full precision.
      -- Read from the pool
      [Refresh]
      [Revenue]
      [Failing miners]
      [By subaccount]
      [file summary-BTC.csv]"
    `);
    expect(world.discord.refusals).toEqual([]);
  });
});

describe('the file of a summary', () => {
  let world: World;
  let front: Front;
  beforeAll(async () => {
    world = await startConnectedWorld({
      env: async ({ pool }) => {
        front = await startFront(pool.url);
        return { POOL_API_URL: front.url };
      },
    });
  });
  afterAll(async () => {
    expect(world.discord.refusals).toEqual([]);
    await world.close();
    await front.close();
  });

  test('has every field the pool gave, digit for digit, also those that no card shows', async () => {
    const body = `{
      "currency_type": "BTC", "hashrate_5m": "1851000000000000000", "hashrate_1h": 1.50,
      "hashrate_24h": null, "active_miners": 12345678901234567890123,
      "stale": { "rate_5m": "0.00120", "by_site": [], "=cmd": "=1+1" },
      "revenue_24h": [{ "currency_type": "BTC", "revenue": 0.10000000000000000000001, "x": true }],
      "subaccounts": [{ "id": 7, "name": "alder, \u202Ewest" }]
    }`;
    front.habits.instead = ({ url = '' }) =>
      url.includes('/summary/') ? { status: 200, body } : null;
    const message = await ask(world.as('viewer'), 'summary');
    expect(shown(message)).toContain('The file has all fields of the pool’s answer');
    const [file] = message.attachments;
    expect(file?.filename).toBe('summary-BTC.csv');
    const cells = parseCsv(file?.data ?? new Uint8Array());
    expect(Object.fromEntries(cells)).toEqual(
      Object.fromEntries([
        ['field', 'value'],
        ['currency_type', 'BTC'],
        ['hashrate_5m', '1851000000000000000'],
        ['hashrate_1h', '1.50'],
        ['active_miners', '12345678901234567890123'],
        ['stale.rate_5m', '0.00120'],
        ['stale.by_site', '[]'],
        ['stale.=cmd', "'=1+1"],
        ['revenue_24h[0].currency_type', 'BTC'],
        ['revenue_24h[0].revenue', '0.10000000000000000000001'],
        ['revenue_24h[0].x', 'true'],
        ['subaccounts[0].id', '7'],
        ['subaccounts[0].name', 'alder, \\u202Ewest'],
      ]),
    );
    expect(cells).toHaveLength(13);
  });
});
