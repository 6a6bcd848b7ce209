import { z } from 'zod';
import { given, incompleteLine } from '../src/cards/failures.js';
import { rangeOf } from '../src/cards/kit/typed-dates.js';
import { minerFilterOf } from '../src/cards/sites-and-subaccounts.js';
import { bySubaccountCard, summaryCard, summaryRecords } from '../src/cards/summary.js';
import { readSites, readSubaccounts, readSummary } from '../src/cards/summary-reads.js';
import { DETAILS } from '../src/daily/post-card.js';
import { customId } from '../src/discord/custom-id.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { minersReply, siteNameOf } from '../src/fleet/miner-pages.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './define.js';
import { paymentSettingsPages } from './payment-settings.js';
import { revenuePages } from './revenue.js';
import {
  about,
  aboutOf,
  currencyOption,
  scopeOptions,
  suggestScope,
  type About,
} from './shared/options.js';
import { defineCsv, definePaged } from './shared/paged.js';

async function showSummary(wanted: About, context: Context): Promise<Reply> {
  const { clock, daily, guildId } = context;
  const { currency, place } = wanted;
  const { scope } = place;
  const [parts, open, token] = await Promise.all([
    readSummary(wanted, context),
    daily.openWork(guildId),
    context.remember(wanted),
  ]);
  const { refused } = parts.read;
  const kept = await daily.earlier(guildId, { currency, scope, refused });
  const card = await summaryCard(wanted, { ...parts, open, kept, now: clock.now() });
  const more = (what: More, label: string = what) => ({
    label,
    id: customId('summary-more', token, what),
  });
  const isOneSubaccount = scope && 'subaccounts' in scope && scope.subaccounts.length === 1;
  const buttons = [
    { label: 'Refresh', id: customId('summary', token) },
    more('Revenue'),
    more(given(parts.fleet) ? 'Failing miners' : 'Miners', 'Miners'),
    ...(isOneSubaccount ? [] : [more('By subaccount')]),
    csv.button(token),
  ];
  return cardReply(card, { rows: [buttons] });
}

const bySubaccount = definePaged({
  kind: 'by-subaccount',
  kept: about,
  async list(wanted, { pool, clock }) {
    const { scope } = wanted.place;
    if (scope === undefined || 'siteId' in scope) return pool.subaccounts(scope?.siteId);
    const rows = scope.subaccounts.map((name) => ({ name }));
    return { rows, readAt: clock.now(), refused: [], incomplete: null };
  },
  card: async ({ rows }, wanted, context) =>
    bySubaccountCard(wanted, await readSubaccounts(rows, wanted.currency, context.pool)),
  csv: async (rows, { currency }, context) =>
    summaryRecords('subaccount', await readSubaccounts(rows, currency, context.pool)),
  fileName: ({ currency }) => `subaccounts-${currency}`,
});

const csv = defineCsv('summary-csv', about, async (wanted, context) => {
  const { currency, place } = wanted;
  const read = await context.pool.summary(currency, place.scope);
  const sites = await readSites(read, wanted, context.pool);
  const records = summaryRecords('site', [{ name: 'all', read }, ...sites]);
  return { name: `summary-${currency}`, records, incomplete: incompleteLine(read) };
});

const refresh = defineAction({
  kind: 'summary',
  answers: 'update',
  kept: about,
  run: ({ kept: wanted }, context) => showSummary(wanted, context),
});

const whatMore = z.enum([...DETAILS, 'Failing miners', 'By subaccount']);
type More = z.output<typeof whatMore>;

/** For the buttons of summaries and daily posts: as it is when they are clicked. */
export async function showMore(what: More, wanted: About, context: Context): Promise<Reply> {
  if (what === 'Summary') return showSummary(wanted, context);
  if (what === 'Revenue')
    return revenuePages.open({ ...wanted, range: rangeOf({}, context) }, context);
  if (what === 'Payouts') return paymentSettingsPages.open(wanted, context);
  if (what === 'By subaccount') return bySubaccount.open(wanted, context);
  const filter = minerFilterOf(wanted.place) ?? {};
  const siteName = await siteNameOf(filter.site_id, context.pool);
  const healthy_status = what === 'Failing miners' ? 'failing' : undefined;
  return minersReply({ ...filter, siteName, healthy_status }, 1, context);
}

const more = defineAction({
  kind: 'summary-more',
  kept: about,
  args: z.tuple([whatMore]),
  run: ({ kept: wanted, args: [what] }, context) => showMore(what, wanted, context),
});

const show = defineCommand({
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  options: z.object({ currency: currencyOption, ...scopeOptions }),
  autocomplete: suggestScope,
  examples: ['', 'currency:LTC_DOGE', 'site:North Ridge private:True'],
  run: async (typed, context) => showSummary(await aboutOf(typed, context), context),
});

export const summary: CommandFile = {
  commands: [show],
  actions: [refresh, more, csv.action, ...bySubaccount.actions],
};
