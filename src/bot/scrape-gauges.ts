import type { Discord } from '../discord/start-discord.js';
import type { MissingGuilds } from './removed-guilds/unreported-removals.js';
import type { Metrics } from '../ops/metrics/metrics.js';
import type { createServices } from './services.js';

interface WatchMetricsParts {
  readonly metrics: Metrics;
  readonly discord: Discord;
  readonly missing: Pick<MissingGuilds, 'count'>;
  readonly services: ReturnType<typeof createServices>;
  readonly isReady: () => Promise<boolean>;
}

/** What the metrics look up at each scrape. */
export function scrapeGauges({
  metrics,
  discord,
  missing,
  services,
  isReady,
}: WatchMetricsParts): void {
  const { alerts, changes, daily, pools } = services;
  metrics.watchReady(isReady);
  metrics.watchGateway(() => discord.health().shards);
  metrics.watchMissingServers(() => missing.count());
  metrics.watchAlerts(() => alerts.counts());
  // Counts each server once across all processes, and none that nobody could look into any more.
  metrics.watchChanges(() => changes.counts((guildId) => discord.presence(guildId) === 'in'));
  metrics.watchQueues(
    () =>
      new Map([
        ...discord.queues(),
        ['reads of the pool', pools.waiting()],
        ['daily posts', daily.runner.waiting()],
        ['rounds of alerts', alerts.runner.waiting()],
      ]),
  );
}
