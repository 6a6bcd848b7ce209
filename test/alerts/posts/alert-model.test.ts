import { expect, test } from 'vitest';
import { createAlertModels } from '../../../src/alerts/posts/alert-model.js';
import { NO_ALERTS } from '../../../src/domain/alerts/alert.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { anAlert, aRule } from '../../views/alerts/samples.js';

const MINUTE = 60_000;

test('an alert of a former key has no chart of the next one’s figures', async () => {
  const alert = anAlert();
  let connectedAt: number | null = alert.readAt - 60 * MINUTE;
  const figure = (each: number) => ({ at: alert.readAt - each * MINUTE, value: '1', lowest: '1' });
  const model = createAlertModels({
    readings: async () => [40, 30, 20, 10, 5].map(figure),
    guilds: {
      settings: async () => guildSettings.parse({}),
      keyInfo: async () =>
        connectedAt === null ? null : { lastFour: '1234', connectedBy: '1', connectedAt },
    },
    clock: createClock(alert.readAt),
    onError: (_what, error) => expect.unreachable(String(error)),
  });
  const chartOf = async (change: Parameters<typeof anAlert>[0]) =>
    (await model('1', { state: NO_ALERTS, alert: anAlert(change), rule: aRule() })).chart;
  const ended = { phase: 'closed', endedAt: alert.readAt } as const;
  const changes = [{}, ended, { ...ended, closedBy: 'no-key' }] as const;
  for (const each of changes) expect(await chartOf(each)).not.toBeNull();
  connectedAt = null;
  for (const each of changes) expect(await chartOf(each)).not.toBeNull();
  connectedAt = alert.readAt + 1;
  for (const each of [...changes, { ...ended, closedBy: 'other-key' }] as const)
    expect(await chartOf(each)).toBeNull();
});
