import { expect, test } from 'vitest';
import { createRuleReadings } from '../../../src/alerts/posts/rule-readings.js';
import { createStoredReadings } from '../../../src/alerts/watch/stored-readings.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';
import { summarySchema } from '../../../src/pool-api/resources.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { aRule, GUILD, MINUTE, START } from '../fakes/alert-harness.js';

test('a rule’s chart has the figures of its own part of the workspace', async () => {
  const clock = createClock(START);
  const kept = createStoredReadings(createSharedStore(clock), clock);
  const keep = async (scope: { siteId?: string }, rate: string, miners: number) => {
    const value = summarySchema.parse({ hashrate_5m: rate, active_miners: miners });
    await kept.keep(GUILD, { currency: 'BTC', scope }, { value, readAt: clock.at, since: 1 });
  };
  for (let minute = 0; minute < 12; minute++) {
    await keep({}, '100', 7);
    await keep({ siteId: '5' }, '40', 3);
    clock.at += MINUTE;
  }
  const guilds = {
    settings: async () => guildSettings.parse({ currency: 'BTC' }),
    keyInfo: async () => ({ lastFour: '', connectedAt: 1, connectedBy: '1' }),
  };
  const readings = createRuleReadings(kept, guilds);
  const values = async (rule: Parameters<typeof aRule>[0]) =>
    (await readings(GUILD, aRule(rule), 6)).map(({ value }) => value);
  expect(await values({})).toEqual(['100', '100', '100']);
  expect(await values({ siteId: '5' })).toEqual(['40', '40', '40']);
  expect(await values({ condition: 'active-miners' })).toEqual(['7', '7', '7']);
  expect(await values({ condition: 'offline-miners' })).toEqual(['7', '7', '7']);
  expect(await values({ condition: 'offline-miners', siteId: '5' })).toEqual(['3', '3', '3']);
  expect(await values({ condition: 'temperature' })).toEqual([]);
});
