import { z } from 'zod';
import { part } from '../src/cards/failures.js';
import { csvFile } from '../src/cards/kit/csv.js';
import { plural } from '../src/cards/kit/text.js';
import { areManyFailing, type Fleet } from '../src/cards/pool-state.js';
import {
  bySubaccountCard,
  summaryCard,
  summaryRecords,
  type SummaryPart,
} from '../src/cards/summary.js';
import { hashrateChart } from '../src/daily/hashrate-chart.js';
import { customId } from '../src/discord/custom-id.js';
import { cardReply, type Reply } from '../src/discord/reply.js';
import { POOL_CURRENCIES } from '../src/guilds/settings.js';
import type { Read, Site } from '../src/pool/pool.js';
import { PoolError } from '../src/pool/pool-error.js';
import type { Summary } from '../src/pool/schemas.js';
import { defineAction, defineCommand, type CommandFile, type Context } from './context.js';
import { minerPages } from './miners.js';
import { revenuePages } from './revenue.js';
import {
  currencyOption,
  namedScope,
  ofSubaccounts,
  scopeOf,
  scopeOptions,
  suggestScope,
  type NamedScope,
} from './shared/options.js';
import { definePaged, fileReply, incompleteLine } from './shared/paged.js';
import { listPage } from './shared/list-page.js';
import { siteNameOf } from './shared/site-name.js';
import { rangeOf } from './shared/ranges.js';

/** What a summary is of. */
const about = z.object({ currency: z.enum(POOL_CURRENCIES), place: namedScope });
type About = z.output<typeof about>;

/** The same, short enough to stand in the buttons themselves. */
const kept = z.object({
  c: z.enum(POOL_CURRENCIES),
  n: z.array(z.string()).optional(),
  s: z.tuple([z.string(), z.string()]).optional(),
});

function keptOf({ currency, place: { scope, title } }: About): z.input<typeof kept> {
  if (scope === undefined) return { c: currency };
  return 'siteId' in scope
    ? { c: currency, s: [scope.siteId, title] }
    : { c: currency, n: [...scope.subaccounts] };
}

async function recall(token: string, context: Context): Promise<About> {
  const { c, n = [], s } = await context.recall(token, kept);
  const place = s ? { scope: { siteId: s[0] }, title: s[1] } : ofSubaccounts(n);
  return { currency: c, place };
}

const siteIdOf = ({ scope }: NamedScope) =>
  scope !== undefined && 'siteId' in scope ? scope.siteId : undefined;
const namesOf = ({ scope }: NamedScope) =>
  scope !== undefined && 'subaccounts' in scope ? scope.subaccounts : undefined;

/** A page of failing miners at most: more are too many in any case. */
const MOST_FAILING = 1000;

export async function showSummary(wanted: About, context: Context): Promise<Reply> {
  const { currency, place } = wanted;
  const { pool, clock, daily, guildId } = context;
  const [read, failing, payments, open, token] = await Promise.all([
    pool.summary(currency, place.scope),
    failingMiners(wanted, context),
    part(pool.paymentSettings(currency, place.scope)),
    daily.openWork(guildId),
    context.remember(keptOf(wanted)),
  ]);
  const figuresOf = { currency, scope: place.scope, refused: read.refused };
  const [fleet, sites, { today, days }] = await Promise.all([
    fleetOf(failing, { read, wanted }, context),
    siteParts(read.value, wanted, context),
    daily.earlier(guildId, figuresOf),
  ]);
  const card = summaryCard({
    currency,
    scope: place.title,
    read,
    fleet,
    payments,
    sites,
    open,
    earlier: days[0] ?? null,
    chart: await hashrateChart(days, today, read.value.hashrate_24h),
    now: clock.now(),
    incomplete: incompleteLine(read),
  });
  const more = (what: string) => customId('summary-more', what, token);
  const hasFailing = fleet !== null && !(fleet instanceof PoolError);
  const buttons = [
    { label: 'Refresh', id: customId('summary', token) },
    { label: 'Revenue', id: more('revenue') },
    { label: 'Miners', id: more(hasFailing ? 'failing' : 'miners') },
    ...(namesOf(place)?.length === 1 ? [] : [{ label: 'By subaccount', id: more('subaccounts') }]),
    { label: 'CSV', id: more('csv') },
  ];
  return cardReply(card, { rows: [buttons] });
}

/** Null where the fleet says nothing: another coin's miners, or a part that miners don't name. */
async function failingMiners(wanted: About, { pool, settings }: Context) {
  const { currency, place } = wanted;
  if (currency !== settings.currency || namesOf(place) !== undefined) return null;
  const filter = { healthy_status: 'failing', site_id: siteIdOf(wanted.place) };
  return part(pool.miners(filter, { number: 1, size: MOST_FAILING }));
}

/** The total takes the whole list, so it is read only where many fail. */
async function fleetOf(
  failing: Awaited<ReturnType<typeof failingMiners>>,
  { read, wanted }: { readonly read: Read<Summary>; readonly wanted: About },
  { pool }: Context,
): Promise<Fleet | PoolError | null> {
  if (failing === null || failing instanceof PoolError) return failing;
  const { rows, hasMore } = failing;
  if (!areManyFailing(rows.length, read.value.active_miners)) return null;
  const all = await part(pool.allMiners({ site_id: siteIdOf(wanted.place) }));
  if (all instanceof PoolError || all.incomplete !== null)
    return { failing: rows.length, isMore: hasMore, total: null };
  const ofAll = all.rows.filter(({ healthy_status }) => healthy_status === 'failing');
  return { failing: ofAll.length, isMore: false, total: all.rows.length };
}

/** Of the whole workspace: the sites that its summary names. */
async function siteParts(
  { subaccounts }: Summary,
  { currency, place }: About,
  { pool }: Context,
): Promise<SummaryPart[]> {
  if (place.scope !== undefined) return [];
  const sites = new Map<string, Site>();
  for (const { site } of subaccounts ?? [])
    if (site?.id)
      sites.set(String(site.id), { id: String(site.id), name: String(site.name ?? site.id) });
  if (sites.size < 2) return [];
  return Promise.all(
    [...sites.values()].map(async ({ id, name }) => ({
      name,
      summary: await part(pool.summary(currency, { siteId: id })),
    })),
  );
}

const bySubaccount = definePaged({
  kind: 'by-subaccount',
  kept: about,
  async list({ place }, { pool, clock }) {
    const named = namesOf(place)?.map((name) => ({ name }));
    if (named !== undefined)
      return { rows: named, readAt: clock.now(), refused: [], incomplete: null };
    const list = await pool.subaccounts(siteIdOf(place));
    return { ...list, rows: list.rows.map(({ name }) => ({ name: String(name ?? '') })) };
  },
  async show(page, { currency, place }, context) {
    const parts = await subaccountParts(page.rows, currency, context);
    const { footer, at, incomplete } = listPage(page);
    return cardReply(
      bySubaccountCard({ currency, scope: place.title, parts, footer, at, incomplete }),
    );
  },
  async csv(rows, { currency }, context) {
    return summaryRecords('subaccount', await subaccountParts(rows, currency, context));
  },
  fileName: ({ currency }) => `subaccounts-${currency}`,
});

function subaccountParts(
  rows: readonly { readonly name: string }[],
  currency: string,
  { pool }: Context,
): Promise<SummaryPart[]> {
  return Promise.all(
    rows.map(async ({ name }) => ({
      name,
      summary: await part(pool.summary(currency, { subaccounts: [name] })),
    })),
  );
}

async function summaryFile(wanted: About, context: Context): Promise<Reply> {
  const { currency, place } = wanted;
  const read = await context.pool.summary(currency, place.scope);
  const whole = { name: 'all', summary: read };
  const records = summaryRecords('site', [
    whole,
    ...(await siteParts(read.value, wanted, context)),
  ]);
  return fileReply(csvFile(`summary-${currency}`, records), [
    `**${plural(records.length, 'row')}**, every field and digit`,
    incompleteLine(read),
  ]);
}

const refresh = defineAction({
  kind: 'summary',
  access: 'viewer',
  answers: 'update',
  args: z.tuple([z.string()]),
  run: async ({ args: [token] }, context) => showSummary(await recall(token, context), context),
});

const more = defineAction({
  kind: 'summary-more',
  access: 'viewer',
  answers: 'private',
  args: z.tuple([z.enum(['revenue', 'miners', 'failing', 'subaccounts', 'csv']), z.string()]),
  async run({ args: [what, token] }, context) {
    const wanted = await recall(token, context);
    if (what === 'csv') return summaryFile(wanted, context);
    if (what === 'subaccounts') return bySubaccount.open(wanted, context);
    if (what === 'revenue') {
      const range = rangeOf({}, context, { defaultDays: 30 });
      return revenuePages.open({ ...wanted, range }, context);
    }
    const site_id = siteIdOf(wanted.place);
    const siteName = await siteNameOf(site_id, context);
    const healthy_status = what === 'failing' ? what : undefined;
    return minerPages.open({ site_id, siteName, healthy_status }, context);
  },
});

const show = defineCommand({
  name: 'summary',
  description: 'Hashrate, uptime, revenue and balance of the pool workspace',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ currency: currencyOption, ...scopeOptions }),
  autocomplete: suggestScope,
  examples: ['', 'currency:LTC_DOGE', 'site:North Ridge private:True'],
  async run({ currency, ...typed }, context) {
    const place = await scopeOf(typed, context);
    return showSummary({ currency: currency ?? context.settings.currency, place }, context);
  },
});

export const summary: CommandFile = {
  commands: [show],
  actions: [refresh, more, ...bySubaccount.actions],
};
