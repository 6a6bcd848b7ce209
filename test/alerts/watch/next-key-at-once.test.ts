import { expect, test } from 'vitest';
import { KNOWN, OTHER } from '../external-changes/watched.js';
import { createHeldChannel } from '../fakes/held-channel.js';
import { createConnectedServer, paying } from '../fakes/connected-server.js';
import { GUILD, MINUTE } from '../fakes/watch-harness.js';

const THIRD = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

/**
 * A server whose key was deleted amid a round. That round is over, but Discord doesn't take the end
 * of an open alert until `answer` is called.
 */
async function withDiscordWaitedFor() {
  const { channel, channels, held, hold } = createHeldChannel();
  const server = createConnectedServer({ channels });
  const { guilds } = server;
  await guilds.saveSettings(GUILD, { ...(await guilds.settings(GUILD)), auditChannelId: '555' });
  const pool = await server.connect('key-of-one', paying('alpha', '1', KNOWN));
  await server.pass(12);
  pool.payments = [paying('alpha', '1', OTHER)];
  await server.pass(6);
  expect(channel.messages).not.toEqual([]);
  let answerPool = () => undefined as void;
  pool.gate = new Promise((resolve) => (answerPool = resolve));
  const asked = pool.asked.length;
  await server.lookUntil(() => pool.asked.length > asked);
  const answer = hold();
  await guilds.forgetKey(GUILD);
  answerPool();
  await expect.poll(held).toBeGreaterThan(0);
  return { ...server, channel, answer };
}

test.each([
  ['at once', 0],
  ['once the server isn’t watched any more', MINUTE],
])(
  'a key that is connected %s is watched while the former one’s end waits for Discord',
  async (_when, pauseMs) => {
    const server = await withDiscordWaitedFor();
    const { alerts } = server;
    await server.lookFor(pauseMs);
    const pool = await server.connect('key-of-two', paying('omega', '900', KNOWN));
    await server.lookFor(10 * MINUTE);
    pool.payments = [paying('omega', '900', THIRD)];
    await server.lookFor(10 * MINUTE);
    const toldOfNext = expect.objectContaining({
      after: expect.objectContaining({ subaccountId: '900' }),
    });
    const told = async () => (await alerts.state(GUILD)).alerts.map(({ facts }) => facts);
    expect(await told()).toContainEqual(toldOfNext);
    // Nor does what waited delete anything of it.
    const kept = await server.kept();
    server.answer();
    await alerts.runner.idle();
    expect(await server.kept()).toEqual(expect.arrayContaining([...kept]));
    expect(await told()).toContainEqual(toldOfNext);
    expect(server.trouble).toEqual([]);
  },
);

test('without another key the rest is deleted once Discord answers', async () => {
  const server = await withDiscordWaitedFor();
  await server.lookFor(MINUTE);
  expect(await server.kept()).toContain('alert-states 100');
  server.answer();
  await server.alerts.runner.idle();
  expect(await server.kept()).toEqual([]);
});
