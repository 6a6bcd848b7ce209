import { setTimeout as sleep } from 'node:timers/promises';
import { createRuleStore } from '../../src/alerts/rule-store.js';
import { CONDITION_SPECS, type Condition } from '../../src/domain/alerts/conditions.js';
import type { AlertRule } from '../../src/domain/alerts/rule.js';
import type { Store } from '../../src/store/store.js';
import { guildId } from '../loopback/protocol.js';
import { startLoopback } from '../loopback/start-loopback.js';
import { createContender, inLanes } from '../support/contender.js';
import { cpuSeconds, median, memoryOf, MIB, quantile } from '../support/process-figures.js';
import { settle } from '../support/settle.js';
import type { Row } from './row.js';

const CPU = 'CPU (% of a core)';
const P99 = 'first response, p99 (ms)';
const READS = 'reads of the pool, each guild a minute';
const WATCHED = 'five rules each';
const UNWATCHED = 'not watched';
const CONDITIONS: readonly Condition[] = [
  'hashrate',
  'offline-miners',
  'failing-miners',
  'temperature',
  'revenue',
];

/** P13: what checking every server once a minute costs. */
export const alerts: Row = {
  id: 'P13',
  name: 'alerts',
  what: '2,500 guilds with five alert rules each',
  targets: [
    { figure: CPU, atMost: 15 },
    { figure: P99, beside: UNWATCHED, atMost: 1.5 },
    { figure: READS, atMost: 3.05 },
  ],
  mostRounds: 3,
  quickRounds: 1,
  takesMinutes: true,
  async open({ quick }) {
    const guilds = quick ? 500 : 2_500;
    const seconds = quick ? 30 : 60;
    const loopback = await startLoopback();
    const bots = new Map(
      await Promise.all(
        [WATCHED, UNWATCHED].map(async (name) => {
          const isWatching = name === WATCHED;
          const seed = (store: Store) => seedRules(store, guilds);
          const bot = await createContender('pitboss', { loopback, guilds, seed, isWatching });
          return [name, bot] as const;
        }),
      ),
    );
    return {
      contenders: [WATCHED, UNWATCHED],
      async round(name) {
        const bot = bots.get(name);
        if (bot === undefined) throw new Error(`no ${name} here`);
        await bot.start();
        if (name === UNWATCHED) await settle(bot.pid());
        // Each guild has been checked once by then.
        else await sleep(65_000);
        const requests = await loopback.order('poolRequests', null);
        const before = cpuSeconds(bot.pid());
        await sleep(seconds * 1_000);
        const busy = ((cpuSeconds(bot.pid()) - before) / seconds) * 100;
        const reads = (await loopback.order('poolRequests', null)) - requests;
        const asks = { command: 'help', guilds, pace: { everyMs: 20 } } as const;
        await bot.ask({ ...asks, count: 100 });
        const { firstMs } = await bot.ask({ ...asks, count: quick ? 600 : 1_000 });
        const figures = {
          // Scaled to all of them, because each costs the same.
          [CPU]: (busy * 2_500) / guilds,
          [READS]: (reads / guilds / seconds) * 60,
          'first response, p50 (ms)': median(firstMs),
          [P99]: quantile(firstMs, 0.99),
          'resident (MiB)': memoryOf(bot.pid()) / MIB,
        };
        await bot.stop();
        return figures;
      },
      async close() {
        for (const bot of bots.values()) await bot.close();
        await loopback.close();
      },
    };
  },
};

async function seedRules(store: Store, guilds: number): Promise<void> {
  const rules = createRuleStore(store);
  const five = CONDITIONS.map(aRule);
  await inLanes(guilds, (index) =>
    rules.change(guildId(index), (now) => ({ ...now, rules: five })),
  );
}

/** A rule that nothing at the loopback's pool breaks. */
function aRule(condition: Condition): AlertRule {
  const { units, forMinutes } = CONDITION_SPECS[condition];
  const isMost = CONDITION_SPECS[condition].compares === 'above';
  const [unit = 'percent'] = units;
  return {
    id: condition,
    condition,
    threshold: { unit, value: isMost ? '1000' : '1' },
    forMinutes,
    severity: 'warning',
    remindMinutes: 60,
    since: 0,
    setBy: '1',
  };
}
