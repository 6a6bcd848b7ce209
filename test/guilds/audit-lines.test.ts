import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inGuild, record } from '../../src/guilds/transaction.js';
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

test('lines of the same moment are posted in their order', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
  for (const line of lines) await told(line);
  house.time.now += 2_000;
  await outbox.deliver();
  expect(channels.texts('301')).toEqual(lines);
});
