import { z } from 'zod';
import { defaultScope, type NamedScope } from '../../src/cards/sites-and-subaccounts.js';
import type { Autocomplete } from '../../src/discord/command.js';
import type { Choice } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { POOL_CURRENCIES, type GuildSettings } from '../../src/guilds/settings.js';
import { namesIn, namesLike } from '../../src/pool/find-by-name.js';
import { oneLine } from '../../src/text.js';
import { timeZoneNamed, timeZonesLike } from '../../src/time-zones.js';
import type { Context } from '../define.js';

/** What an option can be; `optionsOf` in `discord/registration.ts` reads them. */

export const text = (description: string, { max = 100 } = {}) =>
  z.string().trim().min(1).max(max).describe(description);

export const choice = <const Values extends readonly [string, ...string[]]>(
  description: string,
  values: Values,
) => z.enum(values).describe(description);

export const flag = (description: string) => z.boolean().describe(description);

/** A text or announcement channel, or a thread; its id. */
export const channel = (description: string) =>
  z.string().describe(description).meta({ discord: 'channel' });

/** A role; its id. */
export const role = (description: string) =>
  z.string().describe(description).meta({ discord: 'role' });

const CURRENCY = 'Currency mined (default: the server’s)';
export const currencyOption = choice(CURRENCY, POOL_CURRENCIES).optional();
export const siteOption = text('Site (default: the server’s)').optional();
export const scopeOptions = {
  subaccounts: text('Subaccounts, separated by commas (default: the server’s)', {
    max: 1000,
  }).optional(),
  site: siteOption,
};

export const timeZoneOption = (description: string) =>
  text(description, { max: 60 }).transform(timeZoneNamed).optional();

export const suggestTimeZones: Autocomplete<Context> = async (typed) =>
  choices(timeZonesLike(typed), '');

/** A `NamedScope` as buttons remember it. */
export const namedScope = z.object({
  scope: z
    .union([
      z.object({ siteId: z.string() }),
      z.object({ subaccounts: z.array(z.string()).readonly() }),
    ])
    .optional(),
  title: z.string(),
});

/** What a card of figures covers, as buttons remember it. */
export const about = z.object({ currency: z.enum(POOL_CURRENCIES), place: namedScope });
export type About = z.output<typeof about>;

type TypedScope = z.output<z.ZodObject<typeof scopeOptions>>;

/** What was typed, else the server's defaults. @throws UserError for names that the pool lacks */
export async function aboutOf<Currency extends string>(
  typed: TypedScope & { readonly currency?: Currency | undefined },
  context: Context,
) {
  const place = await scopeOf(typed, context);
  return { currency: typed.currency ?? context.settings.currency, place };
}

export async function scopeOf(typed: TypedScope, context: Context): Promise<NamedScope> {
  return defaultScope({ ...context.settings, ...(await scopeTyped(typed, context)) });
}

/** A typed site or subaccounts; each replaces the other. @throws UserError */
export async function scopeTyped(
  { subaccounts, site }: TypedScope,
  context: Context,
): Promise<Partial<Pick<GuildSettings, 'site' | 'subaccounts'>>> {
  if (subaccounts !== undefined && site !== undefined)
    throw new UserError('Check the site', 'Use either `site` or `subaccounts`, not both.');
  if (site !== undefined) return { site: await context.pool.siteNamed(site), subaccounts: [] };
  const typed = (subaccounts ?? '').split(',').map((name) => name.trim());
  const found = await Promise.all(
    typed.filter((name) => name !== '').map((name) => context.pool.subaccountNamed(name)),
  );
  if (found.length === 0) return {};
  return { site: null, subaccounts: [...new Set(found.map(({ name }) => String(name)))] };
}

/** Settings with what was typed in place of their own. */
export function withTyped<Settings extends object>(
  settings: Settings,
  typed: { readonly [Name in keyof Settings]?: Settings[Name] | undefined },
): Settings {
  const given = Object.entries(typed).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(given) };
}

export const suggestSites: Autocomplete<Context> = async (typed, { pool }) =>
  choices(
    (await pool.sites()).map(({ name }) => name),
    typed,
  );

export const suggestSubaccounts: Autocomplete<Context> = async (typed, context) =>
  choices(await subaccountNames(context), typed);

/** Completes the last name in a comma-separated list. */
export function lastChoices(names: readonly string[], typed: string): Choice[] {
  const parts = typed.split(',').map((part) => part.trim());
  const last = parts.pop() ?? '';
  const left = names.filter((name) => !parts.includes(name));
  return choices(left, last, parts.map((name) => `${name}, `).join(''));
}

const suggestSubaccountList: Autocomplete<Context> = async (typed, context) =>
  lastChoices(await subaccountNames(context), typed);

export const suggestScope = { subaccounts: suggestSubaccountList, site: suggestSites };

const subaccountNames = async ({ pool }: Context) => namesIn(await pool.subaccounts());

export function choices(names: readonly string[], typed: string, before = ''): Choice[] {
  const found = namesLike(names, typed).map((name) => before + name);
  return found.map((value) => ({ label: oneLine(value), value }));
}

/** @throws UserError that names what Pitboss lacks */
export async function mayPost(channelId: string, { channels }: Context): Promise<void> {
  const problem = await channels.whyCannotPost(channelId);
  if (problem !== null)
    throw new UserError('Pitboss can’t post there', `<#${channelId}>: ${problem}.`);
}

/** @throws UserError if a mention of the role reaches nobody */
export async function mayMention(roleId: string, context: Context): Promise<void> {
  const { channels, guildId } = context;
  if (await channels.canPing(guildId, roleId)) return;
  throw new UserError(
    'That role can’t be mentioned',
    `A mention of <@&${roleId}> would notify nobody: allow everyone to mention the role.`,
  );
}
