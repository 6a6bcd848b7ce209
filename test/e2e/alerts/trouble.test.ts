import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUMMARY } from '../../../sandbox/pool/pool-operator.js';
import { shown } from '../shown.js';
import { ask } from '../world.js';
import { RATE, startAlertHouse, type AlertHouse, type AlertServer } from './support/alert-world.js';

const MINUTE = 60_000;
const LOW = { hashrate_5m: '100', hashrate_24h: '1000' };
const FULL = { hashrate_5m: '1000', hashrate_24h: '1000' };
const REFUSALS = ['403', '429', '500', 'deleted'] as const;

/** One bot, one clock: what else may be wrong while an alert fires. */
describe('an alert', () => {
  let house: AlertHouse;
  const refused = new Map<string, AlertServer>();
  let [calm, stormy, flapping]: AlertServer[] = [];
  /** While channels refused, and while a pool answered nothing. */
  let during: Readonly<Record<string, readonly string[]>> = {};
  let storm: readonly string[] = [];

  const texts = (server: AlertServer | undefined) => server?.posts().map(shown) ?? [];
  const auditOf = (server: AlertServer) => {
    const audit = [...server.world.guild.channels.values()].find(({ name }) => name === 'audit');
    return { id: audit?.id ?? '', said: () => server.world.discord.messages(audit?.id ?? '') };
  };

  /** Starts with the day's hashrate, then reports less after a minute. */
  async function serverAt(rate: object = FULL): Promise<AlertServer> {
    const server = await house.server({ subaccounts: 2 });
    server.console.say(SUMMARY, { ...rate });
    const audit = auditOf(server).id;
    await ask(server.world.as('admin'), 'setup defaults', { audit });
    await server.setRules({ ...RATE, forMinutes: 1 });
    return server;
  }

  function refuseIn(how: (typeof REFUSALS)[number], { world }: AlertServer): void {
    const { discord, guild, channelId } = world;
    if (how === 'deleted') discord.deleteChannel(channelId);
    else if (how === '403') guild.channels.get(channelId)?.missing.add('SendMessages');
    else discord.faults.ofChannels.set(channelId, how);
  }

  beforeAll(async () => {
    house = await startAlertHouse();
    for (const how of REFUSALS) refused.set(how, await serverAt());
    [calm, stormy, flapping] = [await serverAt(), await serverAt(), await serverAt()];
    const rules = Array.from({ length: 12 }, (_, index) => ({
      ...RATE,
      id: `rate${index}`,
      threshold: { unit: 'percent' as const, value: String(50 + index) },
      forMinutes: 1,
    }));
    await stormy.setRules(...rules);
    // Once, and again after being clear for longer than an alert needs to end.
    let lowAt = 0;
    const isLow = () => house.days.now() - lowAt > 7 * MINUTE;
    await flapping.setRules({
      ...RATE,
      threshold: { unit: 'hashrate', value: '900' },
      forMinutes: 0,
    });
    flapping.console.say(SUMMARY, {
      hashrate_5m: () => {
        if (!isLow()) return '1000';
        lowAt = house.days.now();
        return '100';
      },
    });
    const slow = await serverAt();
    await house.passMinutes(2);
    slow.workspace.rewrites.set('http', (body) => sleep(1_500, body));
    for (const [how, server] of refused)
      refuseIn(REFUSALS.find((each) => each === how) ?? '403', server);
    for (const each of [...refused.values(), calm, stormy]) each.console.say(SUMMARY, LOW);
    await house.passMinutes(7);
    storm = texts(stormy);
    during = Object.fromEntries(
      [...refused, ['calm', calm] as const].map(([how, each]) => [how, texts(each)]),
    );
    for (const { world } of refused.values()) {
      world.guild.channels.get(world.channelId)?.missing.clear();
      world.discord.faults.ofChannels.clear();
    }
    slow.workspace.rewrites.clear();
    stormy.console.say(SUMMARY, FULL);
    await house.passMinutes(45);
  }, 90_000);
  afterAll(() => house.close());

  test.each(['403', '429', '500'] as const)(
    'whose post met %s is told once the channel takes it, and once',
    (how) => {
      expect(during[how]).toEqual([]);
      expect(texts(refused.get(how))).toEqual([expect.stringContaining('# Firing: Hashrate')]);
    },
  );

  test.each(['403', 'deleted'] as const)(
    'whose channel answered %s is told of in the audit channel, once',
    (how) => {
      const server = refused.get(how);
      const said = server === undefined ? [] : auditOf(server).said().map(shown);
      expect(said.filter((each) => /alert/i.test(each))).toHaveLength(1);
    },
  );

  test('waits for no other server’s pool', () => {
    expect(during['calm']).toEqual([expect.stringContaining('# Firing: Hashrate')]);
    expect(texts(calm)).toHaveLength(1);
  });

  test('of a dozen at once is a line of one message, which says when all are over', () => {
    expect(storm).toEqual([expect.stringContaining('# Firing: 12 alerts at once')]);
    // Equal lines are one, with their number.
    const lines = [...(storm[0] ?? '').matchAll(/^• .*since \S+?(?: \((\d+) alerts\))?$/gm)];
    expect(lines.reduce((sum, [, count = '1']) => sum + Number(count), 0)).toBe(12);
    expect(texts(stormy)).toEqual([
      expect.stringContaining('# Over: 12 alerts at once'),
      expect.stringContaining('All 12 alerts are over'),
    ]);
    expect(storm[0]).toContain('[Acknowledge all]');
  });

  test('that comes back all the time says so from the sixth time on', async () => {
    const often = () =>
      texts(flapping).flatMap((each) => /fired (\d+) times/.exec(each)?.[1] ?? []);
    // On a busy machine, the bot misses minutes.
    await house.passMinutesUntil(() => often().length > 0, 60);
    expect(often()[0]).toBe('6');
  }, 60_000);
});
