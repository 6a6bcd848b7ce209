import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { answersSince, invented, withoutFigures } from './figures.js';
import { idOf, shown } from '../shown.js';
import { clockFromFile, setDaysAhead } from '../days-ahead.js';
import { ask, settledOf, startConnectedWorld, startWorld, type World } from '../world.js';

/** Without the spreading window, so that a test can wait for a post. */
const ENV = { DAILY_SPREAD_SECONDS: '0' };

/** Replaces whatever differs from day to day and run to run. */
function steady(text: string): string {
  return text
    .replaceAll(/\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)( \d{4})?/g, '…day…')
    .replaceAll(/<#\d+>/g, '<#…>')
    .replaceAll(/(id|schedule:)( ?)`?[2-9a-z]{5}`?/g, '$1$2…');
}

const said = (message: LoopbackMessage) => steady(shown(message));

describe('/daily', () => {
  let house: World;
  let world: World;
  beforeAll(async () => {
    house = await startConnectedWorld({ env: ENV });
  });
  beforeEach(async () => {
    world = house.neighbour();
    await world.connect();
  });
  afterEach(() => {
    house.pool.faults.always = null;
    house.pool.faults.only = null;
    house.pool.faults.latencyMs = 0;
    house.pool.deviations.clear();
  });
  afterAll(() => house.close());

  const channels = () => [...world.guild.channels.values()];
  const set = (options: Record<string, string> = {}) =>
    ask(world.as('admin'), 'daily set', options);
  async function removeDaily(schedule: string): Promise<LoopbackMessage> {
    const question = await ask(world.as('admin'), 'daily off', { schedule });
    return (await world.as('admin').click(question, idOf(question, 'Remove'))).settled();
  }

  test('is set with what the server has, and shown', async () => {
    expect(said(await set({ time: '08:00', timezone: 'America/Chicago' }))).toMatchInlineSnapshot(`
      "(only you can see this)
      # Daily post set
      **08:00** America/Chicago
      <#…> · id …
      BTC: figures, revenue, chart, miners and payments
      First post: <t:…:f> (<t:…:R>)
      -# \`/daily now\` shows what it will look like."
    `);
    expect(said(await ask(world.as('viewer'), 'daily show'))).toMatchInlineSnapshot(`
      "# Daily post
      08:00 America/Chicago:
        <#…> · id …
        BTC: figures, revenue, chart, miners and payments
        No post yet
        Next post: <t:…:f> (<t:…:R>)"
    `);
  });

  test.each([
    [{ time: '25:00' }, 'isn’t a valid time'],
    [{ time: 'breakfast' }, 'isn’t a valid time'],
    [{ timezone: 'Mars/Olympus' }, 'isn’t a known time zone'],
    [{ currencies: 'BTC, EUR' }, 'Unknown currency: `EUR`'],
    [{ sections: 'weather' }, 'Unknown section: `weather`'],
    [{ schedule: 'nope' }, 'There is no daily post with the id `nope`'],
  ])('refuses %o in words', async (options, words) => {
    expect(shown(await set(options))).toContain(words);
    expect(shown(await ask(world.as('viewer'), 'daily show'))).toContain('No daily post is set.');
  });

  test('completes currencies, sections and zones', async () => {
    const complete = async (option: string, typed: string) =>
      (await world.as('admin').complete('daily set', { [option]: typed }, option)).map(
        ({ value }) => value,
      );
    expect(await complete('currencies', 'BTC, l')).toEqual(['BTC, LTC_DOGE']);
    expect(await complete('sections', 'figures, m')).toEqual(['figures, miners']);
    expect(await complete('timezone', 'chicago')).toEqual(['America/Chicago']);
  });

  test('says which permission the channel lacks, and sets and posts nothing', async () => {
    channels()[0]?.missing.add('AttachFiles');
    expect(shown(await set())).toContain('it lacks Attach Files');
    channels()[0]?.missing.add('SendMessages');
    const posted = shown(await ask(world.as('admin'), 'daily now', { post: true }));
    expect(posted).toContain(`The bot can’t post in <#${world.channelId}>`);
    expect(shown(await ask(world.as('viewer'), 'daily show'))).toContain('No daily post is set.');
  });

  test('has five posts at most, changes one by its id, removes one or all', async () => {
    for (let count = 0; count < 5; count++) await set({ time: `0${count}:00` });
    expect(shown(await set())).toContain('already has 5 daily posts');
    const [first, second] = await world.as('admin').complete('daily off', {}, 'schedule');
    expect(shown(await set({ schedule: String(first?.value), time: '21:45' }))).toContain('21:45');
    expect(shown(await ask(world.as('admin'), 'daily off'))).toContain('several daily posts');
    const off = { schedule: String(second?.value) };
    const question = await ask(world.as('admin'), 'daily off', off);
    expect(shown(question)).toContain('# Remove this daily post?');
    const press = async (label: string) =>
      (await world.as('admin').click(question, idOf(question, label))).settled();
    expect(shown(await press('Keep'))).toContain('Nothing was removed.');
    expect(shown(await ask(world.as('viewer'), 'daily show'))).toContain(off.schedule);
    expect(shown(await removeDaily(off.schedule))).toContain('Daily post removed');
    expect(shown(await ask(world.as('viewer'), 'daily show'))).not.toContain(off.schedule);
    await removeDaily('all');
    expect(shown(await ask(world.as('viewer'), 'daily show'))).toContain('No daily post is set.');
  });

  test('only admins set, try and remove', async () => {
    for (const path of ['daily set', 'daily now', 'daily off'])
      expect(shown(await ask(world.as('manager'), path))).toContain('Manage Server');
  });

  test('now: shown to oneself, in the words of its day', async () => {
    const before = house.pool.requests.length;
    const message = await ask(world.as('admin'), 'daily now');
    expect(invented(said(message), await answersSince(world, before))).toEqual([]);
    expect(withoutFigures(said(message))).toMatchInlineSnapshot(`
      "(only you can see this)
      # Daily summary · BTC · …day…
      🟠 **Needs attention**: 144 of 2,000 miners are failing
      -# Not checked: change since an earlier day (needs an earlier daily post)
      Hashrate, 24 h: **0.0 PH/s**
      Active miners: **1,851**
      Uptime, 24 h: **0.0 %**
      Hashprice: **0.0 BTC/PH/s/day**
      Balance: **0.0 BTC**
      **By site**, 24-hour hashrate
      \`\`\`
      Site           Hashrate Active Failing
      Cedar Ridge  0.0 PH/s    363      30
      Lone Mesa    0.0 PH/s    535      36
      Niagara East 0.0 PH/s    500      47
      Pecos Flats  0.0 PH/s    453      31
      \`\`\`

      Revenue, …day… (UTC day): **0.0 BTC** · MINING
      Payment settings: none awaiting approval, none frozen
      -- Read from the pool
      # Miners
      2,000 miners: **1,851** hashing · **68** idle · **59** offline · **22** N/A
      Health: **1,834** healthy · **144** failing · **22** N/A
      -- Read from the pool
      [Full summary]
      [Revenue by day]
      [By subaccount]
      [Payment settings]
      [Failing miners]
      [file revenue-BTC.png]"
    `);
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['revenue-BTC.png']);
  });

  test('now: posted, and its buttons answer whoever presses them alone', async () => {
    await set();
    const posted = await ask(world.as('admin'), 'daily now', { post: true });
    expect(shown(posted)).toContain('# Posted');
    const message = house.discord.messages(world.channelId).find(({ embeds }) => embeds.length > 1);
    if (message === undefined) throw new Error('nothing was posted');
    const press = (label: string) =>
      settledOf(world.as('viewer').click(message, idOf(message, label)));
    expect(shown(await press('Full summary'))).toContain('(only you can see this)\n# Pool summary');
    expect(shown(await press('Revenue by day'))).toContain('# Revenue · BTC');
    expect(shown(await press('Payment settings'))).toContain('# Payment settings · BTC');
    expect(shown(await press('Failing miners'))).toContain('failing');
    expect(house.discord.refusals).toEqual([]);
  });

  test('one part that fails says so, and the others stand', async () => {
    house.pool.faults.always = 503;
    house.pool.faults.only = ({ path }) => path.includes('/miners');
    const text = said(await ask(world.as('admin'), 'daily now'));
    expect(text).toContain('Hashrate, 24 h: **');
    expect(text).toContain('⚠️ Not counted. The pool failed on its side (503).');
  });

  test('yesterday that is not there yet is no zero', async () => {
    house.pool.deviations.add('yesterday-empty');
    const text = said(await ask(world.as('admin'), 'daily now'));
    expect(text).toContain('(UTC day): **not there yet**');
  });

  test('revenue of which the pool gave no list is not said to come later', async () => {
    house.pool.deviations.add('null-lists');
    const text = said(await ask(world.as('admin'), 'daily now'));
    expect(text).toContain('(UTC day): **not given**\n⚠️ The pool gave no list.');
    expect(text).not.toContain('not there yet');
  });

  test('one part that is slow says so, and the others stand', async () => {
    house.pool.faults.latencyMs = 3_000;
    house.pool.faults.only = ({ path }) => path.includes('/miners');
    const text = said(await ask(world.as('admin'), 'daily now'));
    expect(text).toContain('Hashrate, 24 h: **');
    expect(text).toContain('⚠️ Not counted. The pool did not answer in time.');
  });

  test('the doctor tells last and next post, and what its channel lacks', async () => {
    await set({ time: '08:00', timezone: 'UTC' });
    const check = async () =>
      said(await ask(world.as('admin'), 'setup check'))
        .split('\n')
        .find((line) => line.includes('Daily post'));
    expect(await check()).toBe(
      '✅ ok · **Daily post 08:00 UTC** · in <#…> · no post yet · next <t:…:f>',
    );
    channels()[0]?.missing.add('AttachFiles');
    expect(await check()).toBe(
      '❌ failed · **Daily post 08:00 UTC** · in <#…> · no post yet · next <t:…:f> · the bot lacks: Attach Files. Grant it in the channel’s settings',
    );
  });

  test('all currencies and sections fit one message', async () => {
    await set({
      currencies: 'BTC, LTC_DOGE, SC, ZEC',
      sections: 'figures, revenue, chart, miners, payments, derivatives',
    });
    const message = await ask(world.as('admin'), 'daily now');
    expect(message.embeds).toHaveLength(6);
    expect(message.components).toHaveLength(5);
    expect(message.attachments).toHaveLength(4);
    expect(house.discord.refusals).toEqual([]);
  });

  test('a server that disconnects has no posts and no figures any more', async () => {
    await set();
    const question = await ask(world.as('admin'), 'setup disconnect');
    expect(shown(question)).toContain('kept figures are deleted too');
    await settledOf(world.as('admin').click(question, idOf(question, 'Delete key')));
    expect(shown(await ask(world.as('viewer'), 'daily show'))).toContain('No daily post is set.');
  });
});

/** A loaded machine takes its time; measuring the speed of posts is up to the benchmark. */
const WAITED_FOR_MS = 50_000;

describe('a daily post at its time', () => {
  let house: World;
  let aheadMs = 0;
  beforeAll(async () => {
    // A pool that takes too long is retried after five minutes.
    const env = { ...ENV, ...clockFromFile, POOL_API_TIMEOUT_MS: '10000' };
    house = await startWorld({ env });
    // The bot starts 20 s before a full minute, which leaves enough time and is never far off.
    aheadMs = (100_000 - (Date.now() % 60_000)) % 60_000;
    await setDaysAhead(house, aheadMs / 86_400_000);
    await house.start();
    await house.connect();
  });
  afterAll(() => house.close());

  const botNow = () => Date.now() + aheadMs;

  /** The next minute that leaves enough time for the setup, by the bot's clock. */
  function soon(): { time: string; at: number } {
    const at = Math.ceil((botNow() + 15_000) / 60_000) * 60_000;
    return { time: new Date(at).toISOString().slice(11, 16), at };
  }

  const posts = (world: World) =>
    house.discord.messages(world.channelId).filter(({ ephemeralFor }) => ephemeralFor === null);

  test('comes once, whatever is wrong with it is said, and others go on', async () => {
    const [ordinary, revoked, forbidden, gone] = [
      house.neighbour(),
      house.neighbour(),
      house.neighbour(),
      house.neighbour(),
    ];
    const { time, at } = soon();
    for (const world of [ordinary, revoked, forbidden, gone]) {
      await world.connect();
      const options = { time, timezone: 'UTC' };
      expect(shown(await ask(world.as('admin'), 'daily set', options))).toContain('Daily post set');
    }
    const [, auditId = ''] = forbidden.guild.channels.keys();
    await ask(forbidden.as('admin'), 'setup defaults', { audit: auditId });
    house.pool.revoke(revoked.key);
    forbidden.guild.channels.get(forbidden.channelId)?.missing.add('SendMessages');
    house.discord.deleteChannel(gone.channelId);
    expect(botNow()).toBeLessThan(at);
    const waiting = { timeout: at + WAITED_FOR_MS - botNow(), interval: 200 };
    await expect
      .poll(() => [posts(ordinary).length, posts(revoked).length], waiting)
      .toEqual([1, 1]);
    expect(botNow()).toBeGreaterThanOrEqual(at);
    expect(posts(ordinary)).toHaveLength(1);
    const text = steady(posts(ordinary).map(shown).join());
    expect(text).toContain('Hashrate, 24 h: **');
    expect(text).not.toContain('Late');
    const refusedText = steady(posts(revoked).map(shown).join());
    expect(refusedText).toContain('The pool no longer accepts the connected API key (401)');
    expect(refusedText).not.toContain('Hashrate, 24 h');

    expect(posts(forbidden)).toEqual([]);
    const elsewhere = [...gone.guild.channels.keys()][0] ?? '';
    const shows = async (world: World, channelId: string, words: string) => {
      const viewer = house.discord.as(world.people.viewer, channelId);
      const answer = async () => shown(await ask(viewer, 'daily show'));
      await expect.poll(answer, { timeout: WAITED_FOR_MS, interval: 300 }).toContain(words);
    };
    await shows(forbidden, auditId, 'The bot can’t post in the channel.');
    const told = () => house.discord.messages(auditId).map(shown).join();
    await expect.poll(told, { timeout: 10_000 }).toContain('A daily post couldn’t be sent');
    await shows(gone, elsewhere, 'The channel no longer exists.');
    // Both went through their minute; neither was retried within it.
    expect(posts(ordinary)).toHaveLength(1);
    expect(posts(revoked)).toHaveLength(1);

    const file = await ask(ordinary.as('viewer'), 'daily export');
    expect(shown(file)).toContain('1 row');
    const csv = new TextDecoder().decode(file.attachments[0]?.data);
    expect(csv.split('\r\n')[0]).toContain('hashrate_24h (H/s)');
    expect(csv.split('\r\n')[1]).toContain(',UTC,');
    expect(shown(await ask(ordinary.as('viewer'), 'daily show'))).toContain('Last post: <t:…:f>');
    expect(house.discord.refusals).toEqual([]);
  }, 240_000);
});
