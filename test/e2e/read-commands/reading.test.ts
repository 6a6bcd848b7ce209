import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { answersSince, invented, withoutFigures } from './figures.js';
import { idOf, shown, valuesOf } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld();
});
afterEach(() => {
  expect(world.discord.refusals).toEqual([]);
  world.pool.deviations.clear();
  world.pool.faults.forbiddenSubaccounts.clear();
});
afterAll(() => world.close());

describe('/summary', () => {
  test('of one site, found by name, for oneself', async () => {
    const [site] = await world.as('viewer').complete('summary', { site: '' }, 'site');
    const message = await ask(world.as('viewer'), 'summary', {
      site: site?.name ?? '',
      private: true,
    });
    expect(shown(message)).toContain(`Site: **${site?.name}**`);
    expect(message.ephemeralFor).toBe(world.people.viewer.id);
    expect(world.pool.requests.at(-1)?.query['site_id']).toEqual([site?.value]);
  });

  test('names that the pool refuses are left out and named', async () => {
    const [first, second] = await names();
    world.pool.faults.forbiddenSubaccounts.add(second ?? '');
    const message = await ask(world.as('viewer'), 'summary', {
      subaccounts: `${first}, ${second}`,
    });
    expect(shown(message)).toContain('# Pool summary');
    expect(shown(message)).toMatch(/Not in these figures: .*The pool refused access/);
  });

  test('a pool that wants names gets all of them, and the card says so', async () => {
    world.pool.deviations.add('filter-required');
    const neighbour = world.neighbour();
    await neighbour.connect();
    const message = await ask(neighbour.as('viewer'), 'summary');
    expect(shown(message)).toContain('asked for every subaccount it lists by name');
  });

  test('subaccounts complete one after the other', async () => {
    const all = await names();
    const typed = `${all[0]}, ${all[1]?.slice(0, 3)}`;
    const offered = await world
      .as('viewer')
      .complete('summary', { subaccounts: typed }, 'subaccounts');
    expect(offered.map(({ value }) => value)).toContain(`${all[0]}, ${all[1]}`);
  });
});

describe('/revenue', () => {
  test('of today alone says nothing of yesterday, of which nobody asked', async () => {
    world.pool.deviations.add('yesterday-empty');
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const today = await ask(world.as('viewer'), 'revenue', { from: day(0), to: day(0) });
    expect(shown(today)).toContain('# Revenue');
    expect(shown(today)).not.toContain('Nothing for');
    const both = await ask(world.as('viewer'), 'revenue', { from: day(1), to: day(0) });
    expect(shown(both)).toContain('Nothing for');
  });
});

describe('/dev-fee', () => {
  test('of none: the card and the file name the subaccount that the pool refused', async () => {
    const small = world.neighbour({ sites: 1, subaccounts: 2, miners: 20, days: 0 });
    await small.connect();
    world.pool.deviations.add('filter-required');
    world.pool.faults.forbiddenSubaccounts.add('pecos-flats-air');
    const message = await ask(small.as('viewer'), 'dev-fee', { from: 'last 7 days' });
    expect(shown(message)).toContain('The pool gives no developer fee for these days.');
    const file = await settledOf(small.as('viewer').click(message, idOf(message, 'CSV')));
    for (const each of [message, file])
      expect(shown(each)).toContain(String.raw`Not in these figures: pecos\-flats\-air.`);
  });
});

describe('/balances', () => {
  test('of the site that the server takes by default, and it says so', async () => {
    const there = world.neighbour();
    await there.connect();
    const [site] = await there.as('viewer').complete('summary', { site: '' }, 'site');
    await ask(there.as('admin'), 'setup defaults', { site: site?.name ?? '' });
    const scope = `Site: **${site?.name}**`;
    expect(shown(await ask(there.as('viewer'), 'balances', { currency: 'BTC' }))).toContain(scope);
    const summary = world.pool.requests.findLast(({ path }) => path.includes('summary'));
    expect(summary?.query['site_id']).toEqual([site?.value]);
    expect(shown(await ask(there.as('viewer'), 'payment-settings list'))).toContain(scope);
  });

  test('the pool’s and the derivatives’', async () => {
    const before = world.pool.requests.length;
    const text = shown(await ask(world.as('viewer'), 'balances'));
    expect(invented(text, await answersSince(world, before))).toEqual([]);
    expect(withoutFigures(text)).toMatchInlineSnapshot(`
      "# Pool balance · BTC
      All subaccounts
      **0.0 BTC**
      -- Read from the pool
      # Derivatives balances · BTC
      **Available: 0.0 BTC**
      -# after initial buffer · after maintenance margin 0.0
      Effective margin: **0.0 BTC**
      -# realized 0.0 · unrealized 0.0
      Repayment balance: **0.0 BTC**
      -# upfront credits 0.0 · repaid 0.0
      Maintenance margin: **0.0 BTC**
      -# initial buffer 0.0 · buffer rate 50 %
      -- Read from the pool
      # Derivatives balances · USD
      **Available: 0.0 USD**
      -# after initial buffer · after maintenance margin 0.0
      Effective margin: **0.0 USD**
      -# realized 0.0 · unrealized 0.0
      Repayment balance: **0.0 USD**
      -# upfront credits 0.0 · repaid 0.0
      Maintenance margin: **0.0 USD**
      -# initial buffer 0.0 · buffer rate 50 %
      -- Read from the pool"
    `);
  });

  test('a part that fails says why, and the others stand', async () => {
    world.pool.faults.always = 404;
    world.pool.faults.only = ({ path }) => path.includes('derivatives');
    const neighbour = world.neighbour();
    await neighbour.connect();
    const text = shown(await ask(neighbour.as('viewer'), 'balances'));
    world.pool.faults.always = null;
    world.pool.faults.only = null;
    expect(text).toContain('# Pool balance · BTC');
    expect(text).toMatch(/Derivatives balances · USD\nNot shown: .*\(404\)/);
  });
});

describe('/miners list', () => {
  test('a page, the next one, and one miner in full', async () => {
    const first = await ask(world.as('viewer'), 'miners list', { sort: 'ip_address' });
    expect(shown(first)).toMatchInlineSnapshot(`
      "# Miners
      The whole fleet · sorted by ip address, lowest first
      \`\`\`
      Address     Hashrate °C Status
      10.10.1.1 187.4 TH/s 74 hashing
      10.10.1.2 229.0 TH/s 62 hashing
      10.10.1.3 181.4 TH/s 68 hashing
      10.10.1.4 170.8 TH/s 67 hashing
      10.10.1.5 184.6 TH/s 59 hashing
      10.10.1.6 234.1 TH/s 79 hashing
      10.10.1.7 135.9 TH/s 65 hashing
      \`\`\`
      -# Page 1, more follow · ! = failing
      -- Read from the pool
      [Show one miner: 10.10.1.1 | 10.10.1.2 | 10.10.1.3 | 10.10.1.4 | 10.10.1.5 | 10.10.1.6 | 10.10.1.7]
      [◀ Previous] (off)
      [Next ▶]
      [All as CSV]"
    `);
    const next = await settledOf(world.as('viewer').click(first, idOf(first, 'Next')));
    expect(next.id).toBe(first.id);
    expect(shown(next)).toContain('Page 2, more follow · at least 15 in all');
    const values = valuesOf(next, 'Show one miner').slice(3, 4);
    const one = await settledOf(
      world.as('viewer').select(next, idOf(next, 'Show one miner'), values),
    );
    expect(one.ephemeralFor).toBe(world.people.viewer.id);
    expect(shown(one)).toContain(rowsOf(next)[3]?.split(/\s+/)[0]);
    const sites = await world.as('viewer').complete('summary', { site: '' }, 'site');
    expect(sites.map(({ name }) => `Site: **${name}**`)).toContainEqual(
      shown(one)
        .split('\n')
        .find((line) => line.startsWith('Site: **')),
    );
  });

  test('turned by somebody else: shown to that person alone, who turns on there', async () => {
    const first = await ask(world.as('viewer'), 'miners list');
    const before = shown(first);
    const own = await settledOf(world.as('manager').click(first, idOf(first, 'Next')));
    expect(own.ephemeralFor).toBe(world.people.manager.id);
    expect(shown(own)).toContain('Page 2, more follow');
    const now = world.discord.messages(first.channelId).find(({ id }) => id === first.id);
    expect(now && shown(now)).toBe(before);
    const further = await settledOf(world.as('manager').click(own, idOf(own, 'Next')));
    expect(further.id).toBe(own.id);
    expect(shown(further)).toContain('Page 3');
  });

  test('no line of the table wraps on a phone', async () => {
    const message = await ask(world.as('viewer'), 'miners list');
    for (const line of rowsOf(message)) expect(line.length).toBeLessThanOrEqual(40);
  });

  test('buttons still work after the process was killed and started again', async () => {
    const first = await ask(world.as('viewer'), 'miners list', { health: 'failing' });
    world.bot.kill();
    await expect.poll(() => world.bot.state).toBe('dead');
    await world.start();
    const next = await settledOf(world.as('viewer').click(first, idOf(first, 'Next')));
    expect(shown(next)).toMatch(/failing.*\n[^]*Page 2/);
  });

  test('nothing that matches', async () => {
    const message = await ask(world.as('viewer'), 'miners list', { model: 'no such model' });
    expect(shown(message)).toContain('No miners match.');
  });
});

describe('/action status', () => {
  test('an id that is not there', async () => {
    const message = await ask(world.as('viewer'), 'action status', { id: 'a-none' });
    expect(shown(message)).toMatch(/has nothing with that name or id/);
  });
});

describe('/help', () => {
  test('lists what the member may use', async () => {
    const viewer = shown(await ask(world.as('viewer'), 'help'));
    expect(viewer).toContain('/summary');
    expect(viewer).not.toContain('/setup key');
    expect(shown(await ask(world.as('admin'), 'help'))).toContain('/setup key');
  });

  test('one command with options and examples', async () => {
    expect(shown(await ask(world.as('viewer'), 'help', { command: 'summary' })))
      .toMatchInlineSnapshot(`
      "(only you can see this)
      # /summary
      Hashrate, uptime, revenue and balance of the pool workspace

      Who: everyone. If an admin has set viewer roles: those, and everyone with more rights
      Options:
        \`currency\` Currency mined (default: the server’s)
        \`subaccounts\` Subaccounts, separated by commas (default: the server’s)
        \`site\` Site (default: the server’s)
        \`private\` Show the answer only to you
      Examples:
        \`/summary\`
        \`/summary currency:LTC_DOGE\`
        \`/summary site:North Ridge private:True\`"
    `);
  });
});

async function names(): Promise<string[]> {
  const offered = await world.as('viewer').complete('summary', { subaccounts: '' }, 'subaccounts');
  return offered.map(({ value }) => String(value));
}

/** The table's rows, without the heading. */
function rowsOf(message: LoopbackMessage): string[] {
  const block = /```\n([^]*?)\n```/.exec(shown(message))?.[1] ?? '';
  return block.split('\n').slice(1);
}
