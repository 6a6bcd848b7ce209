import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { changeWorld } from '../changes/change-world.js';
import { startFront, type Front } from '../../support/proxy.js';
import { idOf, shown } from '../shown.js';
import { ask, startConnectedWorld, type World } from '../world.js';

/** What a pool can do with its lists: never end them, or put everything into one page. */

const PATIENT = 60_000;
/** A walk ends by its rows or, on a slow machine, by its time. */
const CUT_OFF = /The pool’s list (didn’t end within 100,000 rows|took too long)/;

function whole({ thinking, embeds }: LoopbackMessage): boolean {
  return !thinking && embeds[0]?.['title'] !== 'Exporting miners';
}

describe('lists without an end, and a small heap', () => {
  let world: World;
  beforeAll(async () => {
    world = await startConnectedWorld({
      env: { POOL_API_TIMEOUT_MS: '8000', NODE_OPTIONS: '--max-old-space-size=128' },
    });
    world.pool.deviations.add('pages-never-end');
  });
  afterAll(async () => {
    expect(world.discord.refusals).toEqual([]);
    await world.close();
  });

  async function askPatiently(path: string, options: Record<string, string> = {}) {
    const outcome = await world.as('manager').command(path, options);
    return outcome.settled(whole, PATIENT);
  }

  test('sums say of how many they are', async () => {
    const text = shown(await askPatiently('derivatives payments'));
    expect(text).toContain('⚠️ Of the first 5,000 payments read: the list is longer.');
  });

  test('a name that did not come is not called unknown', async () => {
    const text = shown(await askPatiently('miners list', { site: 'Nowhere' }));
    expect(text).toMatch(CUT_OFF);
    expect(text).not.toContain('There is no site');
  });

  test('a file says that it is incomplete, and of how many rows it is', async () => {
    const list = await ask(world.as('viewer'), 'subaccount list');
    const clicked = await world.as('viewer').click(list, idOf(list, 'All as CSV'));
    const answer = await clicked.settled(whole, PATIENT);
    expect(shown(answer)).toMatchInlineSnapshot(`
      "(only you can see this)
      # INCOMPLETE: not all rows are in this file
      500,000 rows, all fields, full precision.
      ⚠️ Missing from the file: everything after the first 500,000 rows. The pool’s list didn’t end within 500,000 rows, the most that Pitboss reads here. Check at the pool why it is so long.
      -# Compressed (gzip): most archive programs open it.
      -- Read from the pool
      [file subaccounts-INCOMPLETE.csv.gz]"
    `);
  });

  test('a change is not asked for on payment settings that do not end', async () => {
    world.pool.deviations.delete('pages-never-end');
    const changing = await changeWorld(world);
    const manager = changing.as('manager');
    const { subaccount } = changing.elsewhere();
    const options = { subaccount, currency: 'BTC' };
    const present = await ask(manager, 'payment-settings change', options);
    const form = await manager.click(present, idOf(present, 'Fill in'));
    world.pool.deviations.add('pages-never-end');
    const addresses = 'cold | bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq | 100';
    const fields = { frequency: ['DAILY'], day: ['UNSPECIFIED'], addresses };
    const said = await (await manager.submit(form, fields)).settled(whole, PATIENT);
    expect(shown(said)).toMatch(CUT_OFF);
    expect(changing.writes()).toEqual([]);
    expect((await changing.trail()).filter(({ step }) => step === 'asked')).toEqual([]);
  });

  test('the process is still the one that was started, and answers', () => {
    expect(world.bot.state).toBe('running');
    expect(world.log.filter((line) => /"level":"(error|fatal)"|heap/.test(line))).toEqual([]);
  });
}, 240_000);

describe('all rows in one page', () => {
  const SUBACCOUNTS = 50_000;
  const MINERS = 100_000;
  let world: World;
  let other: World;
  let front: Front;
  beforeAll(async () => {
    world = await startConnectedWorld({
      env: async ({ pool }) => {
        front = await startFront(pool.url);
        return { POOL_API_URL: front.url, POOL_API_TIMEOUT_MS: '20000' };
      },
    });
    other = world.neighbour();
    await other.connect();
    const pages = { subaccounts: manySubaccounts(), miners: manyMiners() };
    front.habits.instead = ({ url = '', headers }) => {
      if (headers.authorization !== world.key) return null;
      if (url.startsWith('/api/v2/pool/subaccounts'))
        return { status: 200, body: pages.subaccounts };
      return url.startsWith('/api/v2/commander/miners')
        ? { status: 200, body: pages.miners }
        : null;
    };
  });
  afterAll(async () => {
    expect(world.discord.refusals).toEqual([]);
    await world.close();
    await front.close();
  });

  function manySubaccounts(): string {
    const site = { id: '2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90', name: 'North Ridge' };
    const subaccounts = Array.from({ length: SUBACCOUNTS }, (_, index) => ({
      id: index,
      name: `hall-${index}-hydro`,
      site,
      created_at: '2026-01-01T00:00:00Z',
    }));
    return JSON.stringify({ subaccounts, pagination: { next_page_url: null } });
  }

  function manyMiners(): string {
    const miners = Array.from({ length: MINERS }, (_, index) => ({
      id: `m-${index}`,
      ip_address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      model: 'Antminer S21',
      hashing_status: 'hashing',
      healthy_status: 'healthy',
      hashrate: '200000000000000',
    }));
    return JSON.stringify({ miners, pagination: { next_page_url: null } });
  }

  /** What one server asks for while another asks for its summary. */
  async function besides(path: string): Promise<string> {
    const [outcome, neighbours] = await Promise.all([
      world.as('viewer').command(path),
      ask(other.as('viewer'), 'summary'),
    ]);
    expect(shown(neighbours)).toMatch(/# Pool summary · BTC\n(.*\n)+Active miners: \*\*[\d,]+/);
    return shown(await outcome.settled(whole, PATIENT));
  }

  test('of subaccounts: what is shown, and how many more there are', async () => {
    expect(await besides('subaccount list')).toMatchInlineSnapshot(`
      "# Subaccounts
      All sites
      \`\`\`
      Name          Site
      hall-0-hydro  North Ridge
      hall-1-hydro  North Ridge
      hall-2-hydro  North Ridge
      hall-3-hydro  North Ridge
      hall-4-hydro  North Ridge
      hall-5-hydro  North Ridge
      hall-6-hydro  North Ridge
      hall-7-hydro  North Ridge
      hall-8-hydro  North Ridge
      hall-9-hydro  North Ridge
      hall-10-hydro North Ridge
      hall-11-hydro North Ridge
      hall-12-hydro North Ridge
      hall-13-hydro North Ridge
      hall-14-hydro North Ridge
      \`\`\`
      -# Page 1 · 49,985 more rows aren’t shown; “All as CSV” has them all
      -- Read from the pool
      [All as CSV]"
    `);
  });

  test('of miners: what is shown, and how many more there are', async () => {
    const text = await besides('miners list');
    expect(text).toContain('Page 1 · 99,993 more rows aren’t shown');
    expect(text).toContain('10.0.0.6');
    expect(text).not.toContain('10.0.0.7');
  });

  test('the file has every one', async () => {
    const list = await ask(world.as('viewer'), 'subaccount list');
    const clicked = await world.as('viewer').click(list, idOf(list, 'All as CSV'));
    const answer = await clicked.settled(whole, PATIENT);
    expect(shown(answer)).toContain('50,000 rows');
    const lines = new TextDecoder().decode(answer.attachments[0]?.data).trimEnd().split('\r\n');
    expect(lines).toHaveLength(SUBACCOUNTS + 1);
    expect(lines.at(-1)).toContain('hall-49999-hydro');
    expect(shown(await besidesExport())).toContain('**100,000 miners**');
  });

  async function besidesExport(): Promise<LoopbackMessage> {
    const outcome = await world.as('viewer').command('miners export');
    return outcome.settled(whole, PATIENT);
  }

  test('names are suggested, and found, among all', async () => {
    const options = { site: 'North Ridge' };
    const outcome = await world.as('viewer').command('subaccount list', options);
    expect(shown(await outcome.settled(whole, PATIENT))).toContain('Site: **North Ridge**');
  });
}, 240_000);
