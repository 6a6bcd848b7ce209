import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { UserError } from '../errors.js';
import { readGuildRow } from '../guilds/guild-row.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Outbox } from '../jobs/outbox.js';
import type { Store } from '../store/store.js';
import { isOpen, type Alert } from './alert.js';
import type { Alerts } from './alerts.js';
import { ruleIn, type Engine } from './engine.js';
import { keyWork } from './key-changes.js';
import { alertHooks, enqueueTells } from './messages.js';
import { ownRules, readAlerts, readPast, readRules, readSilences } from './rows.js';
import { addRules, editRule, removeRule } from './rule-changes.js';
import { acknowledge, endSilences, requireAlert, silence } from './silencing.js';
import { suggestedRules } from './suggestions.js';
import { ruleReadings } from './rule-readings.js';
import type { Elsewhere } from './watch/round.js';
import { createWatch } from './watch/watch.js';

interface AlertsParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly outbox: Pick<Outbox, 'handle'>;
  readonly elsewhere: Elsewhere;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

const GRAVITY = { critical: 2, warning: 1, info: 0 } as const;

export function createAlerts(parts: AlertsParts): Alerts {
  const { store, guilds, outbox, clock } = parts;
  const { db } = store;
  const engine: Engine = { store, clock, tell: enqueueTells };
  outbox.handle('alert', alertHooks);
  guilds.onKey(keyWork(engine));
  const watch = createWatch({ ...parts, tell: enqueueTells });

  return {
    rules: (guildId) => readRules(db, guildId),
    rule: async (guildId, id) => ruleIn(await readRules(db, guildId), id),
    async add(guildId, by, draft) {
      const [rule] = await addRules(engine, { guildId, by, value: [draft] });
      if (rule === undefined) throw new Error('A rule was not added');
      return rule;
    },
    edit: (guildId, by, value) => editRule(engine, { guildId, by, value }),
    remove: (guildId, by, value) => removeRule(engine, { guildId, by, value }),
    async suggest(guildId, by, channel) {
      if (ownRules(await readRules(db, guildId)).length > 0)
        throw new UserError('There are rules already', '`/alerts rules` shows all.');
      const guild = await guilds.find(guildId);
      const value = await suggestedRules(guilds.pool(guild), guild.settings, channel);
      return addRules(engine, { guildId, by, value });
    },
    async open(guildId) {
      const alerts = await readAlerts(db, guildId);
      return alerts.filter(isOpen).toSorted(gravestFirst);
    },
    async pending(guildId) {
      const alerts = await readAlerts(db, guildId);
      return alerts.filter(({ phase }) => phase === 'pending');
    },
    past: (guildId, since) => readPast(db, guildId, since),
    find: (guildId, id) => requireAlert(db, guildId, id),
    acknowledge: (guildId, by, value) => acknowledge(engine, { guildId, by, value }),
    silence: (asked) => silence(engine, asked),
    endSilences: (guildId, by, value) => endSilences(engine, { guildId, by, value }),
    silences: (guildId) => readSilences(db, guildId, clock.now()),
    async readings(rule, since) {
      const { settings } = await readGuildRow(db, rule.guildId, clock.now());
      return ruleReadings(db, rule, { currency: settings.currency, since });
    },
    watch,
  };
}

function gravestFirst(one: Alert, other: Alert): number {
  return GRAVITY[other.severity] - GRAVITY[one.severity] || other.since - one.since;
}
