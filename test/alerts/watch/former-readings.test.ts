import { expect, test } from 'vitest';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { NO_SETTINGS } from '../../../src/domain/guild/guild-settings.js';
import { createRuleReadings } from '../../../src/alerts/posts/rule-readings.js';
import { createAlertChannel } from '../fakes/alert-channel.js';
import { createConnectedServer, paying } from '../fakes/connected-server.js';
import { aSummary } from '../fakes/fake-pool.js';
import { aRule, GUILD, MINUTE, START } from '../fakes/watch-harness.js';
import { KNOWN, OTHER } from '../external-changes/watched.js';

const FIVE_MINUTES = 5 * MINUTE;
const FEW_MINERS = aRule('active-miners', { threshold: { value: '90', unit: 'percent' } });

test.each(['before', 'after'])(
  'a figure of the former workspace that comes %s another key is connected fires nothing',
  async (when) => {
    const server = createConnectedServer();
    const { alerts, clock, guilds } = server;
    await guilds.saveSettings(GUILD, { ...NO_SETTINGS, auditChannelId: '555' });
    const one = await server.connect('key-of-one', paying('alpha', '1', KNOWN));
    one.summary = aSummary({ active_miners: 10_000 });
    await alerts.changeRules(GUILD, (now) => ({ ...now, channelId: '555', rules: [FEW_MINERS] }));
    await server.pass(20);
    let answer = () => undefined as void;
    one.gate = new Promise((resolve) => (answer = resolve));
    const asked = one.asked.length;
    await server.lookUntil(() => one.asked.length > asked);
    await server.lookUntil(() => clock.at % FIVE_MINUTES === FIVE_MINUTES - 5_000);
    if (when === 'before') {
      answer();
      await alerts.runner.idle();
    }
    clock.at += 1;
    const two = await server.connect('key-of-two', paying('omega', '900', OTHER));
    two.summary = aSummary({ active_miners: 400 });
    answer();
    await alerts.runner.idle();
    // So that the next key's first figure isn't one of the same five minutes.
    clock.at += 5_000;
    await server.pass(100);
    expect(server.trouble).toEqual([]);
    expect((await alerts.state(GUILD)).alerts).toEqual([]);
  },
);

test('the chart of an alert has no figures of the former workspace', async () => {
  const server = createConnectedServer();
  const { alerts, clock, guilds } = server;
  const one = await server.connect('key-of-one', paying('alpha', '1', KNOWN));
  one.summary = aSummary({ active_miners: 100 });
  await alerts.changeRules(GUILD, (now) => ({ ...now, channelId: '555', rules: [FEW_MINERS] }));
  await server.pass(42);
  clock.at += 1;
  const two = await server.connect('key-of-two', paying('omega', '900', OTHER));
  two.summary = aSummary({ active_miners: 400 });
  const kept = createRuleReadings(alerts.readings, guilds);
  const shown = async () => (await kept(GUILD, FEW_MINERS, 6)).map((each) => each.value);
  expect(await shown()).toEqual([]);
  await server.pass(20);
  expect(new Set(await shown())).toEqual(new Set(['400']));
});

test('an alert that ended with the former key isn’t drawn with the next workspace’s figures', async () => {
  const channel = createAlertChannel(createClock(START));
  let isAway = false;
  const drawn: string[] = [];
  const edit: typeof channel.edit = async (...args) => {
    if (isAway) throw new Error('Discord is away');
    // Without the bytes of pictures, whose figures their descriptions have too.
    drawn.push(JSON.stringify(args[2], (key, value: unknown) => (key === 'data' ? null : value)));
    return channel.edit(...args);
  };
  const server = createConnectedServer({
    channels: { post: channel.post.bind(channel), find: channel.find.bind(channel), edit },
  });
  const { alerts, clock } = server;
  const phases = async () => (await alerts.state(GUILD)).alerts.map(({ phase }) => phase);
  const one = await server.connect('key-of-one', paying('alpha', '1', KNOWN));
  one.summary = aSummary({ active_miners: 100 });
  await alerts.changeRules(GUILD, (now) => ({ ...now, channelId: '555', rules: [FEW_MINERS] }));
  await server.pass(80);
  one.summary = aSummary({ active_miners: 10 });
  await server.pass(30);
  expect(await phases()).toEqual(['firing']);
  isAway = true;
  one.summary = aSummary({ active_miners: 100 });
  await server.pass(20);
  expect(await phases()).toEqual(['resolved']);
  clock.at += 1;
  const two = await server.connect('key-of-two', paying('omega', '900', OTHER));
  two.summary = aSummary({ active_miners: 400 });
  await server.pass(40);
  drawn.length = 0;
  isAway = false;
  await server.pass(70);
  expect(drawn).toContainEqual(expect.stringContaining('Resolved'));
  expect(drawn.join()).not.toContain('400');
});
