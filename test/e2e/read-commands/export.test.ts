import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage, Outcome } from '../../../sandbox/discord/loopback-discord.js';
import { parseCsv } from '../../support/parse-csv.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

const MINERS = 4_000;

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld({
    workspace: { miners: MINERS },
    env: { POOL_API_TIMEOUT_MS: '8000' },
  });
});
afterEach(() => {
  expect(world.discord.refusals).toEqual([]);
  world.pool.deviations.clear();
  world.pool.faults.latencyMs = 0;
  world.pool.faults.always = null;
  world.pool.faults.only = null;
});
afterAll(() => world.close());

describe('/miners export', () => {
  test('every miner with every field, in the file', async () => {
    const outcome = await world.as('viewer').command('miners export');
    const message = await outcome.settled(isOver);
    expect(shown(message).replaceAll(/miners-[\dTZ-]+/g, 'miners-…')).toMatchInlineSnapshot(`
      "# Your miners
      The whole fleet
      **4,000 miners**, all fields, full precision.
      -- Read from the pool
      [file miners-….csv]"
    `);
    const { fleet } = world.pool.workspaceOf(world.key);
    const [heading, ...rows] = csvOf(message);
    expect(rows).toHaveLength(MINERS);
    const at = heading?.indexOf('hashrate (H/s)') ?? -1;
    const site = heading?.indexOf('site_id') ?? -1;
    expect(heading?.[site + 1]).toBe('site_name');
    const known = await world.as('viewer').complete('summary', { site: '' }, 'site');
    const names = new Map(known.map(({ name, value }) => [value, name]));
    for (const row of rows) expect(row[site + 1]).toBe(names.get(row[site] ?? ''));
    for (const index of [0, 1_999, MINERS - 1]) {
      expect(rows[index]?.[0]).toBe(fleet.miner(index).id);
      expect(rows[index]?.[at]).toBe(fleet.miner(index).hashrate);
    }
  });

  test('with a filter, and nothing that matches', async () => {
    const some = await exported({ status: 'offline' });
    const status = csvOf(some)[0]?.indexOf('hashing_status') ?? -1;
    const statuses = csvOf(some)
      .slice(1)
      .map((row) => row[status]);
    expect(new Set(statuses)).toEqual(new Set(['offline']));
    const none = await exported({ model: 'no such model' });
    expect(shown(none)).toContain('No miners match');
    expect(csvOf(none)).toHaveLength(1);
  });

  test('behind the button of the list, for whoever pressed it alone', async () => {
    const list = await ask(world.as('viewer'), 'miners list', { health: 'failing' });
    const outcome = await world.as('second').click(list, idOf(list, 'All as CSV'));
    const file = await outcome.settled(isOver);
    expect(file.ephemeralFor).toBe(world.people.second.id);
    expect(csvOf(file).length).toBeGreaterThan(1);
  });

  test('progress first, then the file; no total is claimed', async () => {
    world.pool.faults.latencyMs = 600;
    const outcome = await world.as('viewer').command('miners export', { firmware: 'Whatsminer' });
    const progress = await outcome.settled(isProgress);
    expect(shown(progress)).toMatch(/`░*████░*` \*\*[\d,]+ miners?\*\* so far/);
    expect(shown(progress)).toContain('the pool gives none to rely on');
    expect(shown(progress)).not.toMatch(/ of (about )?[\d,]+ miners/);
    const message = await outcome.settled(isOver);
    expect(message.id).toBe(progress.id);
    expect(csvOf(message).length).toBeGreaterThan(500);
    expect(shown(message)).not.toContain('Cancel');
  });

  test('the bar is measured by the last whole export of the same, and says so', async () => {
    // With more pages than are read at once.
    await exported({});
    const { length } = csvOf(await exported({}));
    world.pool.faults.latencyMs = 900;
    const options = { sort: 'ip_address' };
    const outcome = await world.as('viewer').command('miners export', options);
    const measured = (message: LoopbackMessage) => /`█+░+`/.test(shown(message));
    const progress = shown(await outcome.settled(measured));
    const count = (length - 1).toLocaleString('en-US');
    expect(progress).toContain(`the last complete export <t:…:R>, which had ${count} miners`);
    expect(progress).toContain('The new total shows at the end');
    world.pool.faults.latencyMs = 0;
    expect(csvOf(await outcome.settled(isOver))).toHaveLength(length);
  });

  test('of no list is not said to match nothing, and measures no later one', async () => {
    world.pool.deviations.add('null-lists');
    const none = await exported({ firmware: 'MicroBT' });
    expect(shown(none)).toContain('The pool gave no list.');
    expect(shown(none)).not.toContain('No miners match');
    world.pool.deviations.clear();
    world.pool.faults.latencyMs = 900;
    const outcome = await world.as('viewer').command('miners export', { firmware: 'MicroBT' });
    const progress = shown(await outcome.settled(isProgress));
    expect(progress).toContain('the pool gives none to rely on');
    await outcome.settled(isOver);
  });

  test('files keep to what the server allows, in parts that hold all', async () => {
    world.guild.fileBytes = 150_000;
    const message = await exported({});
    world.guild.fileBytes = 10 * 1024 * 1024;
    expect(message.attachments.length).toBeGreaterThan(1);
    for (const { size } of message.attachments) expect(size).toBeLessThanOrEqual(150_000);
    expect(csvOf(message)).toHaveLength(MINERS + 1);
    expect(shown(message)).toMatch(/In \d parts[^]*Compressed/);
  });

  test('cancelled by whoever asked; no file, and the pool is left alone', async () => {
    const outcome = await begun();
    const progress = await outcome.settled(isProgress);
    const cancelled = await settledOf(world.as('viewer').click(progress, idOf(progress, 'Cancel')));
    expect(shown(cancelled)).toMatchInlineSnapshot(`
      "# Export cancelled
      Cancelled by <@…>. What had been read was discarded."
    `);
    await expect.poll(() => outcome.message?.embeds[0]?.['title']).toBe('Export cancelled');
    // What was on its way when it was cancelled may still arrive.
    let asked = -1;
    while (asked !== world.pool.requests.length) {
      asked = world.pool.requests.length;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    world.pool.faults.latencyMs = 0;
    await ask(world.as('viewer'), 'help');
    expect(world.pool.requests.length).toBe(asked);
  });

  test('ended by a disconnect and by another key, which it would go on without', async () => {
    const there = world.neighbour({ miners: MINERS });
    const answers = {
      disconnect: async () => {
        const question = await ask(there.as('admin'), 'setup disconnect');
        await settledOf(there.as('admin').click(question, idOf(question, 'Delete')));
      },
      'another key': () => there.connect(world.pool.addWorkspace().key),
    };
    for (const [how, ends] of Object.entries(answers)) {
      await there.connect();
      world.pool.faults.latencyMs = 400;
      const outcome = await there.as('viewer').command('miners export', {});
      await outcome.settled(isProgress);
      await ends();
      world.pool.faults.latencyMs = 0;
      const title = () => outcome.message?.embeds[0]?.['title'];
      await expect.poll(title, { message: how }).toBe('Export cancelled');
    }
  });

  test('cancelled by a manager, by nobody else', async () => {
    await ask(world.as('admin'), 'setup roles', { manager: managersOf(world) });
    const outcome = await begun();
    const progress = await outcome.settled(isProgress);
    const stranger = world.discord.as(world.guild.addPerson({ name: 'Ivo' }), world.channelId);
    const refused = await settledOf(stranger.click(progress, idOf(progress, 'Cancel')));
    expect(shown(refused)).toMatch(/Only <@…>, who started this export, or a manager/);
    expect(refused.ephemeralFor).not.toBeNull();
    const cancelled = await settledOf(
      world.as('manager').click(progress, idOf(progress, 'Cancel')),
    );
    expect(shown(cancelled)).toContain('# Export cancelled');
  });

  test('a failure in page 5 gives what was read and never passes for complete', async () => {
    world.pool.faults.only = () => world.pool.requests.at(-1)?.query['page_number']?.[0] === '5';
    world.pool.faults.always = 503;
    const message = await exported({ sort: 'power' });
    expect(shown(message).replaceAll(/miners-[\dTZ-]+/g, 'miners-…-')).toMatchInlineSnapshot(`
      "# INCOMPLETE: not all miners are in this file
      The whole fleet · sorted by power, lowest first
      **2,000 miners**, all fields, full precision.
      ⚠️ Missing: every miner from the pool’s page 5 on. Nobody knows how many that is. The pool failed on its side (503). Try again in a minute.
      -- Read from the pool
      [file miners-…-INCOMPLETE.csv]"
    `);
    expect(csvOf(message)).toHaveLength(2_001);
  });

  test.each([
    'page-size-capped',
    'item-count-is-page-length',
    'next-page-foreign-host',
    'next-page-drops-filters',
    'next-page-never-null',
    'last-page-repeats',
    'page-number-zero',
    'null-fields',
    'missing-fields',
    'numbers-as-strings',
    'hostile-text',
  ] as const)('all miners once, with %s', async (deviation) => {
    world.pool.deviations.add(deviation);
    const message = await exported({});
    expect(csvOf(message)).toHaveLength(MINERS + 1);
    expect(shown(message)).not.toMatch(/INCOMPLETE|twice/);
    expect(message.pinged).toEqual([]);
  });

  test('a pool that fails at once: one sentence, no file', async () => {
    world.pool.faults.always = 500;
    const outcome = await world.as('viewer').command('miners export', { health: 'healthy' });
    const message = await outcome.settled((each) => !isProgress(each));
    expect(shown(message)).toMatch(/failed on its side \(500\)/);
    expect(message.attachments).toEqual([]);
  });

  test('a restart in the middle is said on the message', async () => {
    const outcome = await begun();
    await outcome.settled(isProgress);
    await world.bot.stop();
    expect(outcome.message?.embeds[0]?.['title']).toBe('Export interrupted');
    world.pool.faults.latencyMs = 0;
    await world.start();
  });

  test('a kill in the middle: a click on the old button says so, and a new export works', async () => {
    const outcome = await begun();
    const progress = await outcome.settled(isProgress);
    expect(shown(progress)).toMatch(
      /If that gets old, the bot was restarted|run the command again/,
    );
    world.bot.kill();
    await expect.poll(() => world.bot.state).toBe('dead');
    world.pool.faults.latencyMs = 0;
    await world.start();
    const said = await settledOf(world.as('viewer').click(progress, idOf(progress, 'Cancel')));
    expect(said.id).toBe(progress.id);
    expect(shown(said)).toMatchInlineSnapshot(`
      "# Export interrupted
      **The bot was restarted before the file was ready**, so there is none. Run \`/miners export\` again, with the same filter."
    `);
    expect(said.components).toEqual([]);
    expect(csvOf(await exported({})).length).toBe(MINERS + 1);
  });

  test('a click that crosses the end leaves the file on its message', async () => {
    world.pool.faults.latencyMs = 600;
    const outcome = await world.as('viewer').command('miners export', { firmware: 'Whatsminer' });
    const progress = await outcome.settled(isProgress);
    const customId = idOf(progress, 'Cancel');
    const file = await outcome.settled(isOver);
    const said = await settledOf(world.as('viewer').forge(file, customId));
    expect(shown(said)).toContain('This export has just ended. Its message says how.');
    expect(file.attachments).toHaveLength(1);
  });
});

function begun(): Promise<Outcome> {
  world.pool.faults.latencyMs = 800;
  return world.as('viewer').command('miners export', { sort: 'model' });
}

async function exported(
  options: Record<string, string | number | boolean>,
): Promise<LoopbackMessage> {
  return (await world.as('viewer').command('miners export', options)).settled(isOver);
}

function isProgress(message: LoopbackMessage): boolean {
  return message.embeds[0]?.['title'] === 'Exporting miners';
}

function isOver(message: LoopbackMessage): boolean {
  return message.attachments.length > 0 || message.embeds[0]?.['title'] === 'Export cancelled';
}

function csvOf(message: LoopbackMessage): string[][] {
  return message.attachments.flatMap(({ data, filename }, index) => {
    const bytes = filename.endsWith('.gz') ? gunzipSync(data) : data;
    const rows = parseCsv(bytes);
    return index === 0 ? rows : rows.slice(1);
  });
}

function managersOf({ guild }: World): string {
  return [...guild.roles.values()].find(({ name }) => name === 'Managers')?.id ?? '';
}
