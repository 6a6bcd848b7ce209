import { ownRules } from '../src/alerts/rule.js';
import { namedPart } from '../src/cards/failures.js';
import { defaultScope } from '../src/cards/sites-and-subaccounts.js';
import { setupCheckCard, type TriedRead } from '../src/cards/setup-check.js';
import { DAY } from '../src/clock.js';
import { utcDate } from '../src/days.js';
import { cardReply } from '../src/discord/reply.js';
import { needsTwo } from '../src/guilds/weaker-rules.js';
import { defineCommand, type Context } from './define.js';

export const check = defineCommand({
  name: 'setup check',
  description: 'Check the key, the pool, the channels and the audit trail',
  access: 'admin',
  audience: 'private',
  async run(_, context) {
    const { guilds, guildId, channelId, channels, settings, daily, alerts, clock } = context;
    const { pingRole: roleId, auditChannel } = settings;
    const [{ key }, posts, { rules }, notifies, trail] = await Promise.all([
      guilds.find(guildId),
      daily.list(guildId),
      alerts.all(guildId),
      roleId !== null && channels.canPing(guildId, roleId),
      guilds.verifyTrail(guildId),
    ]);
    // Every channel that gets posts, and this one.
    const ofRules = ownRules(rules).map(({ channel }) => channel ?? settings.alerts.channel);
    const ofPosts = posts.map(({ channel }) => channel);
    const used = [channelId, auditChannel, ...ofPosts, settings.alerts.channel, ...ofRules];
    const ids = [...new Set(used)].filter((id) => id !== null);
    const [reads, tried] = await Promise.all([
      key && tryReads(context),
      Promise.all(ids.map(async (id) => ({ id, problem: await channels.whyCannotPost(id) }))),
    ]);
    const card = setupCheckCard({
      at: clock.now(),
      reads,
      channels: tried,
      hasAuditChannel: auditChannel !== null,
      hasMuteRule: ofRules.includes(null),
      ping: roleId === null ? null : { roleId, notifies },
      needsSecondPerson: needsTwo(settings),
      trail,
    });
    return cardReply(card);
  },
});

/** The kinds of reads that commands make, past the cache and with few rows. */
function tryReads(context: Context): Promise<TriedRead[]> {
  const { settings, clock } = context;
  const { currency } = settings;
  const { scope } = defaultScope(settings);
  const day = utcDate(clock.now() - DAY);
  const range = { start: day, end: day };
  const pool = context.pool.fresh();
  return Promise.all([
    namedPart('summary', pool.summary(currency, scope)),
    namedPart('revenue', pool.revenue(currency, range, scope)),
    namedPart('developer fee', pool.devFee(range, scope)),
    namedPart('subaccounts', pool.subaccounts()),
    namedPart('payment settings', pool.paymentSettings(currency, scope)),
    namedPart('contracts', pool.contracts('BTC')),
    namedPart('derivatives payments', pool.payments('BTC')),
    namedPart('positions', pool.positions('BTC', range)),
    namedPart('balances', pool.balances('BTC')),
    namedPart('miners', pool.miners({}, { number: 1, size: 1 })),
  ]);
}
