import { z } from 'zod';
import { incompleteLine, namedPart, part, type Part } from '../src/cards/failures.js';
import { rangeOf } from '../src/cards/kit/date-ranges.js';
import { areManyFailing, type Fleet } from '../src/cards/pool-state.js';
import {
  bySubaccountCard,
  summaryCard,
  summaryRecords,
  type SummaryPart,
} from '../src/cards/summary.js';
import { DETAILS } from '../src/daily/post-card.js';
import { customId } from '../src/discord/custom-id.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import type { Read } from '../src/pool/pool.js';
import { PoolError } from '../src/pool/pool-error.js';
import type { Subaccount, Summary } from '../src/pool/schemas.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { showMiners } from './miners.js';
import { paymentSettingsPages } from './payment-settings.js';
import { revenuePages } from './revenue.js';
import {
  about,
  aboutOf,
  currencyOption,
  scopeOptions,
  siteNameOf,
  suggestScope,
  type About,
} from './shared/options.js';
import { defineCsv, definePaged } from './shared/paged.js';

/** At most one of the two. */
function partsOf({ place }: About): { siteId?: string; subaccounts?: readonly string[] } {
  return place.scope ?? {};
}

async function showSummary(wanted: About, context: Context): Promise<Reply> {
  const { currency, place } = wanted;
  const { pool, clock, daily, guildId } = context;
  const { scope } = place;
  const reading = pool.summary(currency, scope);
  const [read, fleet, sites, payments, kept, open, token] = await Promise.all([
    reading,
    fleetOf(reading, wanted, context),
    siteParts(reading, wanted, context),
    part(pool.paymentSettings(currency, scope)),
    reading.then(({ refused }) => daily.earlier(guildId, { currency, scope, refused })),
    daily.openWork(guildId),
    context.remember(wanted),
  ]);
  const now = clock.now();
  const card = await summaryCard(wanted, { read, fleet, payments, sites, open, kept, now });
  const more = (what: More, label: string = what) => ({
    label,
    id: customId('summary-more', token, what),
  });
  const hasFailing = fleet !== null && !(fleet instanceof PoolError);
  const isOne = partsOf(wanted).subaccounts?.length === 1;
  const buttons = [
    { label: 'Refresh', id: customId('summary', token) },
    more('Revenue'),
    more(hasFailing ? 'Failing miners' : 'Miners', 'Miners'),
    ...(isOne ? [] : [more('By subaccount')]),
    csv.button(token),
  ];
  return cardReply(card, { rows: [buttons] });
}

/** Null if few fail, or if the fleet says nothing: another coin, or a part that it doesn't name. */
async function fleetOf(
  reading: Promise<Read<Summary>>,
  wanted: About,
  { pool, settings }: Context,
): Promise<Part<Fleet> | null> {
  const { siteId: site_id, subaccounts } = partsOf(wanted);
  if (wanted.currency !== settings.currency || subaccounts !== undefined) return null;
  const filter = { healthy_status: 'failing', site_id };
  const failing = await part(pool.miners(filter, { number: 1, size: 1_000 }));
  if (failing instanceof PoolError) return failing;
  const { rows, hasMore: isMore } = failing;
  if (!areManyFailing(rows.length, (await reading).value.active_miners)) return null;
  // The total takes the whole list.
  const all = await part(pool.allMiners({ site_id }));
  if (all instanceof PoolError || all.incomplete !== null)
    return { failing: rows.length, isMore, total: null };
  const ofAll = all.rows.filter(({ healthy_status }) => healthy_status === 'failing');
  return { failing: ofAll.length, isMore: false, total: all.rows.length };
}

/** For the whole workspace: the sites that its summary names. */
async function siteParts(
  reading: Promise<Read<Summary>>,
  { currency, place }: About,
  { pool }: Context,
): Promise<SummaryPart[]> {
  if (place.scope !== undefined) return [];
  const { subaccounts } = (await reading).value;
  const sites = new Map<string, string>();
  for (const { site } of subaccounts ?? [])
    if (site?.id) sites.set(String(site.id), String(site.name ?? site.id));
  if (sites.size < 2) return [];
  return Promise.all(
    [...sites].map(([siteId, name]) => namedPart(name, pool.summary(currency, { siteId }))),
  );
}

const bySubaccount = definePaged({
  kind: 'by-subaccount',
  kept: about,
  async list(wanted, { pool, clock }) {
    const { siteId, subaccounts } = partsOf(wanted);
    if (subaccounts === undefined) return pool.subaccounts(siteId);
    const rows = subaccounts.map((name) => ({ name }));
    return { rows, readAt: clock.now(), refused: [], incomplete: null };
  },
  card: async ({ rows }, wanted, context) =>
    bySubaccountCard(wanted, await subaccountParts(rows, wanted.currency, context)),
  csv: async (rows, { currency }, context) =>
    summaryRecords('subaccount', await subaccountParts(rows, currency, context)),
  fileName: ({ currency }) => `subaccounts-${currency}`,
});

function subaccountParts(
  rows: readonly Pick<Subaccount, 'name'>[],
  currency: string,
  { pool }: Context,
): Promise<SummaryPart[]> {
  const names = rows.map(({ name }) => String(name ?? ''));
  return Promise.all(
    names.map((name) => namedPart(name, pool.summary(currency, { subaccounts: [name] }))),
  );
}

const csv = defineCsv('summary-csv', about, async (wanted, context) => {
  const { currency, place } = wanted;
  const reading = context.pool.summary(currency, place.scope);
  const [read, sites] = await Promise.all([reading, siteParts(reading, wanted, context)]);
  const records = summaryRecords('site', [{ name: 'all', read }, ...sites]);
  return { name: `summary-${currency}`, records, incomplete: incompleteLine(read) };
});

const refresh = defineAction({
  kind: 'summary',
  access: 'viewer',
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
  const { siteId } = partsOf(wanted);
  const siteName = await siteNameOf(siteId, context);
  const healthy_status = what === 'Failing miners' ? 'failing' : undefined;
  return showMiners({ site_id: siteId, siteName, healthy_status }, 1, context);
}

const more = defineAction({
  kind: 'summary-more',
  access: 'viewer',
  kept: about,
  args: z.tuple([whatMore]),
  run: ({ kept: wanted, args: [what] }, context) => showMore(what, wanted, context),
});

const show = defineCommand({
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  access: 'viewer',
  options: z.object({ currency: currencyOption, ...scopeOptions }),
  autocomplete: suggestScope,
  examples: ['', 'currency:LTC_DOGE', 'site:North Ridge private:True'],
  run: async (typed, context) => showSummary(await aboutOf(typed, context), context),
});

export const summary: CommandFile = {
  commands: [show],
  actions: [refresh, more, csv.action, ...bySubaccount.actions],
};
