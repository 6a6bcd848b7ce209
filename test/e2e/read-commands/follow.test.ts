import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage, Outcome } from '../../../sandbox/discord/loopback-discord.js';
import type { Site } from '../../../sandbox/pool/workspace/sites.js';
import { runBuilt } from '../../store/support/child.js';
import { parseCsv } from '../../support/parse-csv.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../world.js';

let world: World;
beforeAll(async () => {
  world = await startConnectedWorld({ workspace: { miners: 300 } });
  const managers = [...world.guild.roles.values()].find(({ name }) => name === 'Managers');
  await ask(world.as('admin'), 'setup roles', { manager: managers?.id ?? '' });
});
afterEach(() => {
  expect(world.discord.refusals).toEqual([]);
  world.pool.deviations.clear();
  world.pool.faults.always = null;
});
afterAll(() => world.close());

const SOON = { timeout: 20_000, interval: 100 };

describe('/action status', () => {
  test('counts, failures by code with examples, and each miner in the file', async () => {
    const id = startAction({ failing: 0.5 });
    fleetActions().advance(id, 1);
    const message = await ask(world.as('viewer'), 'action status', { id });
    expect(shown(message)).toMatchInlineSnapshot(`
      "# Fleet action · Reboot
      Status: **COMPLETED**
      Failing miners
      Site: **Pecos Flats**
      \`████████████████████\` 20 of 20 finished
      Miners:
        Succeeded: **9** · Failed: **11** · Total: **20**
        By status: FAILED 11 · SUCCESS 9
        Progress, from the pool: 100
      Failures by code:
        \`MINER_UNREACHABLE\` × 6: 10\\.10\\.1\\.2, 10\\.10\\.1\\.4, 10\\.10\\.1\\.5 and 3 more
        \`AUTH_FAILED\` × 3: 10\\.10\\.1\\.10, 10\\.10\\.1\\.12 and 10\\.10\\.1\\.19
        \`FIRMWARE_UNSUPPORTED\` × 2: 10\\.10\\.1\\.11 and 10\\.10\\.1\\.14
      Started:
        By ops\\@northwind\\.example
        Created: <t:…:f> (<t:…:R>)
      Ids:
        Fleet action: \`fe54a9af-d059-48f4-ac34-0f42d6aa0597\`
        Site: \`b1bfe5d3-6d9e-400e-a6ba-da3e59411599\`
      -- Read from the pool
      [Failed miners]
      [file action-fe54a9af-d059-48f4-ac34-0f42d6aa0597.csv]"
    `);
    const failed = await settledOf(
      world.as('viewer').click(message, idOf(message, 'Failed miners')),
    );
    expect(shown(failed)).toContain('# Failed miners · 11 miners');
    const rows = parseCsv(message.attachments[0]?.data ?? new Uint8Array());
    expect(rows[0]).toEqual([
      'miner_id',
      'miner_ip',
      'status',
      'failure_code',
      'execution_log_summary',
      'other fields (JSON)',
    ]);
    const record = fleetActions().read(id);
    expect(rows.slice(1).map(([miner]) => miner)).toEqual(
      record?.miners_summary.map(({ miner_id }) => miner_id),
    );
  });

  test('without a failed miner there is nothing to open, and an unknown site stays an id', async () => {
    const id = startAction({ failing: 0 });
    fleetActions().advance(id, 1);
    expect(buttonsOf(await ask(world.as('viewer'), 'action status', { id }))).toEqual([]);
    const site = { id: 'site-of-nobody', name: 'Not listed' };
    const there = startAction({ at: { ...site, agentIds: [] } });
    const text = shown(await ask(world.as('viewer'), 'action status', { id: there }));
    expect(text).toContain('Site: `site-of-nobody`');
    expect(text).not.toContain('Site: **');
  });

  test('ids that were asked for are offered, newest first, to this guild alone', async () => {
    const [first, second] = [startAction(), startAction()];
    await ask(world.as('viewer'), 'action status', { id: first });
    await ask(world.as('viewer'), 'action status', { id: second });
    await ask(world.as('viewer'), 'action status', { id: 'a-none' });
    const offered = await world.as('manager').complete('action follow', { id: '' }, 'id');
    expect(offered.slice(0, 2).map(({ value }) => value)).toEqual([second, first]);
    expect(offered.map(({ value }) => value)).not.toContain('a-none');
    const narrowed = await world.as('manager').complete('action status', { id: first }, 'id');
    expect(narrowed.map(({ value }) => value)).toEqual([first]);
    const neighbour = world.neighbour();
    await neighbour.connect();
    expect(await neighbour.as('viewer').complete('action status', { id: '' }, 'id')).toEqual([]);
  });
});

describe('/action follow', () => {
  test('one that has ended already is shown, not followed', async () => {
    const id = startAction();
    fleetActions().advance(id, 1);
    const message = await ask(world.as('viewer'), 'action follow', { id });
    expect(shown(message)).toContain('no miner is left to wait for');
    expect(buttonsOf(message)).toEqual(['[Failed miners]']);
  });

  test('stopped by whoever asked or a manager, by nobody else', async () => {
    const id = startAction();
    const message = await ask(world.as('viewer'), 'action follow', { id });
    const stranger = world.discord.as(world.guild.addPerson({ name: 'Ivo' }), world.channelId);
    const refused = await settledOf(stranger.click(message, idOf(message, 'Stop')));
    expect(shown(refused)).toMatch(/Only <@…>, who started this, or a manager/);
    const stopped = await settledOf(world.as('manager').click(message, idOf(message, 'Stop')));
    expect(shown(stopped)).toMatch(/No longer followed\*\*: stopped by <@…>/);
    expect(stopped.pinged).toEqual([]);
    const late = await settledOf(world.as('viewer').forge(message, idOf(message, 'Stop')));
    expect(shown(late)).toMatch(/No longer followed|no longer updates/);
    fleetActions().advance(id, 1);
    await expect.poll(() => shown(now(message)), SOON).toContain('stopped by');
  });

  test('is in what is written down of the server', async () => {
    const id = startAction();
    const message = await ask(world.as('viewer'), 'action follow', { id });
    const path = join(world.dataDir, 'server.jsonl');
    const args = ['--server', world.guild.id, '--export', path];
    const tool = runBuilt('bot/server-data.js', args, world.env);
    expect(await tool.ended(), tool.errors()).toBe(0);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`"space":"followings".*${id}`));
    await world.as('viewer').click(message, idOf(message, 'Stop'));
  });

  test.each(['unknown-enums', 'hostile-text', 'null-fields', 'missing-fields', 'odd-ids'] as const)(
    'with %s',
    async (deviation) => {
      world.pool.deviations.add(deviation);
      const message = await ask(world.as('viewer'), 'action follow', { id: startAction() });
      expect(shown(message)).toContain('# Fleet action');
      expect(message.pinged).toEqual([]);
      await world.as('viewer').click(message, idOf(message, 'Stop'));
    },
  );

  test('no more than ten in a guild, also of those started at the same moment', async () => {
    const neighbour = world.neighbour();
    await neighbour.connect();
    const follow = async (isPrivate: boolean) =>
      shown(await settledOf(followOneMore(neighbour, { private: isPrivate })));
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => follow(index % 2 === 0)),
    );
    expect(answers.filter((text) => text.includes('Updates until'))).toHaveLength(10);
    expect(
      answers.filter((text) => text.includes('already follows 10 fleet actions')),
    ).toHaveLength(4);
    expect(await follow(false)).toContain('already follows 10 fleet actions');
  });

  test('with the server’s key they end, and say so', async () => {
    const neighbour = world.neighbour();
    await neighbour.connect();
    const seen = await followOneMore(neighbour);
    const hidden = await followOneMore(neighbour, { private: true });
    await Promise.all([seen.settled(), hidden.settled()]);
    const question = await ask(neighbour.as('admin'), 'setup disconnect');
    await settledOf(neighbour.as('admin').click(question, idOf(question, 'Delete')));
    const says = (message: LoopbackMessage) => shown(message).includes('API key was deleted');
    for (const outcome of [seen, hidden]) {
      const last = await outcome.settled(says);
      expect(last.components).toEqual([]);
    }
  }, 60_000);

  test('those that one person sees count among the ten, and hold up no restart', async () => {
    const neighbour = world.neighbour();
    await neighbour.connect();
    const outcomes = [];
    for (let count = 0; count < 10; count++)
      outcomes.push(await followOneMore(neighbour, { private: true }));
    const messages = await Promise.all(outcomes.map((outcome) => outcome.settled()));
    expect(messages.every((message) => shown(message).includes('Updates until'))).toBe(true);
    for (const options of [{ private: true }, {}]) {
      const refused = shown(await settledOf(followOneMore(neighbour, options)));
      expect(refused).toMatch(/already follows 10 fleet actions/);
    }
    await world.bot.stop();
    for (const outcome of outcomes)
      expect(shown(await outcome.settled())).toMatch(
        /No longer followed\*\*: the bot is being rest/,
      );
    await world.start();
  }, 60_000);
});

/** Edits come seconds apart, so these run side by side, each with its own bot. */
describe.concurrent('/action follow, edited', () => {
  const followed = test.extend<{ own: World }>({
    async own({ onTestFinished }, use) {
      const there = await startConnectedWorld();
      onTestFinished(() => there.close());
      await use(there);
      expect(there.discord.refusals).toEqual([]);
    },
  });

  followed('for oneself: without a button, edited all the same', async ({ own }) => {
    const id = startAction({ of: own });
    const outcome = await own.as('viewer').command('action follow', { id, private: true });
    const first = await outcome.settled();
    expect(first.ephemeralFor).toBe(own.people.viewer.id);
    expect(first.components).toEqual([]);
    fleetActions(own).advance(id, 1);
    const last = await outcome.settled(
      (message) => shown(message).includes('no miner is left to wait for'),
      20_000,
    );
    expect(last.id).toBe(first.id);
  });

  followed(
    'one message, edited until all miners have ended, also after a kill',
    async ({ own }) => {
      const [id, other] = [startAction({ of: own }), startAction({ of: own })];
      const message = await ask(own.as('viewer'), 'action follow', { id });
      const second = await ask(own.as('viewer'), 'action follow', { id: other, for: '24 hours' });
      expect(shown(message)).toContain('Updates until it finishes');
      fleetActions(own).advance(id, 0.5);
      await eventually(() => expect(shown(now(message, own))).toMatch(/`█+░+` \d+ of 20/), SOON);
      own.bot.kill();
      await eventually(() => expect(own.bot.state).toBe('dead'));
      fleetActions(own).advance(id, 1);
      await own.start();
      await eventually(
        () => expect(shown(now(message, own))).toContain('no miner is left to wait for'),
        SOON,
      );
      expect(shown(now(message, own))).toContain('Status: **COMPLETED**');
      expect(buttonsOf(now(message, own))).toEqual(['[Failed miners]']);
      const stopped = await settledOf(own.as('viewer').click(second, idOf(second, 'Stop')));
      expect(shown(stopped)).toContain('No longer followed');
    },
    60_000,
  );

  followed(
    'a pool that fails for a while is said, and then forgotten',
    async ({ own }) => {
      const id = startAction({ of: own });
      const message = await ask(own.as('viewer'), 'action follow', { id });
      const before = shown(now(message, own));
      own.pool.faults.always = 403;
      await eventually(
        () => expect(shown(now(message, own))).toMatch(/⚠️ No answer since .*\(403\)/),
        SOON,
      );
      expect(shown(now(message, own))).toContain(before.split('\n')[1] ?? '?');
      own.pool.faults.always = null;
      await eventually(() => expect(shown(now(message, own))).not.toContain('No answer'), SOON);
      expect(shown(now(message, own))).toContain('Updates until');
      await own.as('viewer').click(message, idOf(now(message, own), 'Stop'));
    },
    45_000,
  );
});

function fleetActions(of = world) {
  return of.pool.workspaceOf(of.key).fleetActions;
}

/** On 20 miners, none of which ends by itself before the test does. */
function startAction({
  of = world,
  failing = 0.25,
  at,
}: { of?: World; failing?: number; at?: Site } = {}): string {
  const { sites, fleetActions: theirs } = of.pool.workspaceOf(of.key);
  const site = at ?? sites[0];
  if (site === undefined) throw new Error('no site');
  const plan = { type: 'Reboot', description: 'Failing miners', site, miners: 20, failing };
  return theirs.start({ ...plan, seconds: 86_400 });
}

function buttonsOf(message: LoopbackMessage): string[] {
  return shown(message)
    .split('\n')
    .filter((line) => /^\[(?!file)/.test(line));
}

/** Follows an action that nobody follows yet. */
function followOneMore(of: World, options: { private?: boolean } = {}): Promise<Outcome> {
  return of.as('viewer').command('action follow', { id: startAction({ of }), ...options });
}

/** The message as it is now. */
function now({ id, channelId }: LoopbackMessage, of = world): LoopbackMessage {
  const found = of.discord.messages(channelId).find((each) => each.id === id);
  if (found === undefined) throw new Error('the message is gone');
  return found;
}
