import { z } from 'zod';
import { ownRules } from '../src/alerts/rows.js';
import { part } from '../src/cards/failures.js';
import { defaultScope } from '../src/cards/scope.js';
import { setupCheckCard, type TriedChannel, type TriedRead } from '../src/cards/setup-check.js';
import { ChannelError } from '../src/discord/channels.js';
import { cardReply } from '../src/discord/reply.js';
import { needsTwo } from '../src/guilds/loosening.js';
import { PoolError } from '../src/pool/pool-error.js';
import type { List, Page } from '../src/pool/pool.js';
import { defineCommand, type Context } from './context.js';

export const check = defineCommand({
  name: 'setup check',
  description: 'Check the key, the pool, the channels and the audit trail',
  access: 'admin',
  audience: 'private',
  options: z.object({}),
  examples: [''],
  async run(_, context) {
    const { guilds, guildId, channels, settings, clock } = context;
    const { pingRole: roleId } = settings;
    const { key } = await guilds.find(guildId);
    const [tried, posts, notifies, trail] = await Promise.all([
      key === null ? { reads: null, untried: [] } : tryReads(context),
      tryChannels(context),
      roleId !== null && channels.canPing(guildId, roleId),
      guilds.verifyTrail(guildId),
    ]);
    const ping = roleId === null ? null : { roleId, notifies };
    const needsSecondPerson = needsTwo(settings);
    const at = clock.now();
    return cardReply(setupCheckCard({ ...tried, ...posts, ping, needsSecondPerson, trail, at }));
  },
});

const DAY = 86_400_000;

/** Every kind of read that commands make, past the cache and of few rows. */
async function tryReads(context: Context) {
  const { guilds, guildId, settings, clock } = context;
  const { currency } = settings;
  const { scope } = defaultScope(settings);
  const [[contract], [action]] = await Promise.all([
    guilds.recentIds(guildId, 'contract'),
    guilds.recentIds(guildId, 'action'),
  ]);
  const day = new Date(clock.now() - DAY).toISOString().slice(0, 10);
  const range = { start: day, end: day };
  const pool = context.pool.fresh();
  const reads = await Promise.all([
    tried('summary', pool.summary(currency, scope)),
    tried('revenue', pool.revenue(currency, range, scope)),
    tried('developer fee', pool.devFee(range, scope)),
    tried('subaccounts', pool.subaccounts()),
    tried('payment settings', pool.paymentSettings(currency, scope)),
    tried('contracts', pool.contracts('BTC')),
    tried('contract', contract === undefined ? null : pool.contract(contract)),
    tried('derivatives payments', pool.payments('BTC')),
    tried('positions', pool.positions('BTC', range)),
    tried('balances', pool.balances('BTC')),
    tried('miners', pool.miners({}, { number: 1, size: 1 })),
    tried('fleet action', action === undefined ? null : pool.action(action)),
  ]);
  return {
    reads: reads.filter((read) => typeof read !== 'string'),
    untried: reads.filter((read) => typeof read === 'string'),
  };
}

/** The name alone where there was nothing to read, or no longer is. */
async function tried(
  name: string,
  read: Promise<Pick<List<unknown>, 'refused'> | Page<unknown>> | null,
): Promise<TriedRead | string> {
  if (read === null) return name;
  const value = await part(read);
  if (!(value instanceof PoolError))
    return { name, failure: null, refused: 'refused' in value ? value.refused : [] };
  const isGone = value.kind === 'missing' && ['contract', 'fleet action'].includes(name);
  return isGone ? name : { name, failure: value, refused: [] };
}

/** Wherever something is posted unasked, and here. */
async function tryChannels(context: Context) {
  const { guildId, channelId, settings, daily, alerts } = context;
  const [posts, rules] = await Promise.all([daily.list(guildId), alerts.rules(guildId)]);
  const ofRules = ownRules(rules).map(({ channel }) => channel ?? settings.alerts.channel);
  const uses = {
    Here: [channelId],
    'Audit channel': [settings.auditChannel],
    'Daily posts': posts.map(({ channel }) => channel),
    Alerts: [settings.alerts.channel, ...ofRules],
  };
  const channels = Object.entries(uses).flatMap(([use, ids]) =>
    [...new Set(ids)].flatMap((id) => (id === null ? [] : [tryChannel(context, { use, id })])),
  );
  return { channels: await Promise.all(channels), hasMuteRule: ofRules.includes(null) };
}

async function tryChannel(
  { channels }: Context,
  of: { readonly use: string; readonly id: string },
): Promise<TriedChannel> {
  try {
    const missing = await channels.missingPermissions(of.id);
    const problem = missing.length === 0 ? null : `Pitboss lacks ${missing.join(', ')}`;
    return { ...of, problem };
  } catch (error) {
    if (error instanceof ChannelError) return { ...of, problem: error.sentence };
    throw error;
  }
}
