import { z } from 'zod';
import { part } from '../src/cards/failures.js';
import { setupCheckCard, type TriedChannel, type TriedRead } from '../src/cards/setup-check.js';
import { ChannelError, type Channels } from '../src/discord/channels.js';
import { cardReply } from '../src/discord/reply.js';
import { PoolError } from '../src/pool/pool-error.js';
import type { List, Page } from '../src/pool/pool.js';
import { defineCommand, type Context } from './context.js';
import { scopeOf } from './shared/options.js';

export const check = defineCommand({
  name: 'setup check',
  description: 'Check the key, the pool, the channels and the audit trail',
  access: 'admin',
  audience: 'private',
  options: z.object({}),
  examples: [''],
  async run(_, context) {
    const { guilds, guildId, channels, settings, clock } = context;
    const { pingRole, auditChannel, approval } = settings;
    const { key } = await guilds.find(guildId);
    const wanted = new Set([context.channelId, ...(auditChannel === null ? [] : [auditChannel])]);
    const [tried, posts, notifies, trail] = await Promise.all([
      key === null ? { reads: null, untried: [] } : tryReads(context),
      Promise.all([...wanted].map((id) => tryChannel(channels, id))),
      pingRole !== null && channels.canPing(guildId, pingRole),
      guilds.verifyTrail(guildId),
    ]);
    return cardReply(
      setupCheckCard({
        ...tried,
        channels: posts,
        ping: pingRole === null ? null : { roleId: pingRole, notifies },
        needsSecondPerson: approval.payments === 'second' || approval.others === 'second',
        trail,
        at: clock.now(),
      }),
    );
  },
});

const DAY = 86_400_000;

/** Every kind of read that commands make, past the cache and of few rows. */
async function tryReads(context: Context) {
  const { guilds, guildId, settings, clock } = context;
  const { currency } = settings;
  const { scope } = await scopeOf({}, context);
  const [contracts, actions] = await Promise.all([
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
    tried('contract', contracts[0] === undefined ? null : pool.contract(contracts[0])),
    tried('derivatives payments', pool.payments('BTC')),
    tried('positions', pool.positions('BTC', range)),
    tried('balances', pool.balances('BTC')),
    tried('miners', pool.miners({}, { number: 1, size: 1 })),
    tried('fleet action', actions[0] === undefined ? null : pool.action(actions[0])),
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
  if (!(value instanceof PoolError)) {
    return { name, failure: null, refused: 'refused' in value ? value.refused : [] };
  }
  return value.kind === 'missing' && ['contract', 'fleet action'].includes(name)
    ? name
    : { name, failure: value, refused: [] };
}

async function tryChannel(channels: Channels, id: string): Promise<TriedChannel> {
  try {
    const missing = await channels.missingPermissions(id);
    return { id, problem: missing.length === 0 ? null : `Pitboss lacks ${missing.join(', ')}` };
  } catch (error) {
    if (error instanceof ChannelError) return { id, problem: error.sentence };
    throw error;
  }
}
