import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChannelError } from '../../src/discord/channels.js';
import { inGuild, record } from '../../src/guilds/in-guild.js';
import { createOutbox } from '../../src/jobs/outbox.js';
import { createMetrics } from '../../src/ops/metrics.js';
import { createFakeChannels, type FakeChannels } from '../support/fake-channels.js';
import { silentLog as log } from '../support/silent-log.js';
import { NOW, openGuilds } from './support.js';

let house: Awaited<ReturnType<typeof openGuilds>>;
let channels: FakeChannels;
let outbox: ReturnType<typeof createOutbox>;
beforeAll(async () => {
  house = await openGuilds();
});
afterAll(() => house.store.close());

let guild = '1000';
beforeEach(async () => {
  guild = String(Number(guild) + 1);
  house.time.now = NOW;
  await house.store.db.deleteFrom('outbox').execute();
  const { store, clock } = house;
  channels = createFakeChannels(clock);
  const leader = { isLeader: () => true };
  outbox = createOutbox({ store, clock, channels, leader, metrics: createMetrics(), log });
});

const told = (lines: string) =>
  inGuild(house, guild, (inside) => {
    const settings = { ...inside.settings, auditChannel: '301' };
    const step = { actor: '201', step: 'settings', details: {} };
    return record({ ...inside, settings }, step, lines);
  });

async function pass(ms: number): Promise<void> {
  house.time.now += ms;
  await outbox.deliver();
}

test('no message exceeds 2,000 characters, and no line is lost or out of order', async () => {
  const line = fc.integer({ min: 1, max: 1_500 });
  const step = fc.array(line, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (sizes) => {
      let number = 0;
      const steps = sizes.map((lengths) =>
        lengths.map((length) => `${(number += 1)} `.padEnd(length, '.')).join('\n'),
      );
      const before = channels.texts('301').length;
      for (const lines of steps) await told(lines);
      await pass(2_000);
      await pass(1_000);
      const messages = channels.texts('301').slice(before);
      for (const message of messages) expect(message?.length).toBeLessThanOrEqual(2_000);
      expect(messages.join('\n')).toBe(steps.join('\n'));
    }),
    { numRuns: 40, interruptAfterTimeLimit: 3_000 },
  );
});

test('what Discord took late begins with its time', async () => {
  await told('one');
  channels.fault = async () => {
    throw new ChannelError('forbidden', 'Pitboss lacks View Channel');
  };
  await pass(2_000);
  channels.fault = null;
  await pass(61_000);
  const at = `<t:${NOW / 1_000}:d> <t:${NOW / 1_000}:t>`;
  expect(channels.texts('301')).toEqual([`${at} · one`]);
});
