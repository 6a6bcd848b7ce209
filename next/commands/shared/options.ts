import { z } from 'zod';
import { escape, listed, oneLine } from '../../src/cards/kit/text.js';
import type { Autocomplete } from '../../src/discord/command.js';
import { choice, text } from '../../src/discord/options.js';
import type { Choice } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { POOL_CURRENCIES } from '../../src/guilds/settings.js';
import type { Context } from '../context.js';

const CURRENCY = 'Currency mined (default: the server’s)';
export const currencyOption = choice(CURRENCY, POOL_CURRENCIES).optional();
export const revenueCurrencyOption = choice(CURRENCY, [
  ...POOL_CURRENCIES,
  'LTC',
  'DOGE',
]).optional();
export const derivativesCurrencyOption = choice('Currency (default: BTC)', [
  'BTC',
  'USD',
]).optional();

export const siteOption = text('Site (default: the server’s)').optional();
export const scopeOptions = {
  subaccounts: text('Subaccounts, separated by commas (default: the server’s)', {
    max: 1000,
  }).optional(),
  site: siteOption,
};

/** A scope as buttons remember it; `title` continues a card's title: ` · North Ridge`, or empty. */
export const namedScope = z.object({
  scope: z
    .union([
      z.object({ siteId: z.string() }),
      z.object({ subaccounts: z.array(z.string()).readonly() }),
    ])
    .optional(),
  title: z.string(),
});
export type NamedScope = z.output<typeof namedScope>;

interface TypedScope {
  readonly subaccounts?: string | undefined;
  readonly site?: string | undefined;
}

/** What was typed, else the server's default. @throws UserError for names that the pool lacks */
export async function scopeOf(
  { subaccounts, site }: TypedScope,
  context: Context,
): Promise<NamedScope> {
  const { pool, settings } = context;
  if (subaccounts !== undefined && site !== undefined)
    throw new UserError('Check the site', 'Use either `site` or `subaccounts`, not both.');
  if (site !== undefined) return ofSite(await pool.siteNamed(site));
  if (subaccounts !== undefined) {
    const typed = subaccounts.split(',').map((name) => name.trim());
    const found = await Promise.all(
      typed.filter((name) => name !== '').map((name) => pool.subaccountNamed(name)),
    );
    return ofSubaccounts([...new Set(found.map(({ name }) => String(name)))]);
  }
  if (settings.site !== null) return ofSite(settings.site);
  return ofSubaccounts(settings.subaccounts);
}

function ofSite({ id, name }: { readonly id: string; readonly name: string }): NamedScope {
  return { scope: { siteId: id }, title: ` · ${escape(name, 40)}` };
}

export function ofSubaccounts(names: readonly string[]): NamedScope {
  if (names.length === 0) return { scope: undefined, title: '' };
  const shown = listed(
    names.map((name) => escape(name, 40)),
    2,
  );
  return { scope: { subaccounts: names }, title: ` · ${shown}` };
}

export const suggestSites: Autocomplete<Context> = async (typed, { pool }) =>
  choices(
    (await pool.sites()).map(({ name }) => name),
    typed,
  );

export const suggestSubaccounts: Autocomplete<Context> = async (typed, context) =>
  choices(await subaccountNames(context), typed);

/** Completes the last name of a list with commas. */
const suggestSubaccountList: Autocomplete<Context> = async (typed, context) => {
  const parts = typed.split(',').map((part) => part.trim());
  const last = parts.pop() ?? '';
  const left = (await subaccountNames(context)).filter((name) => !parts.includes(name));
  const before = parts.map((name) => `${name}, `).join('');
  return choices(left, last, before);
};

export const suggestScope = { subaccounts: suggestSubaccountList, site: suggestSites };

async function subaccountNames({ pool }: Context): Promise<string[]> {
  const { rows } = await pool.subaccounts();
  return rows.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

/** Discord takes 25 choices with values of 100 characters. */
const MOST_CHOICES = 25;
const LONGEST_VALUE = 100;

/** Names that contain what was typed; those that begin with it come first. */
export function choices(names: readonly string[], typed: string, before = ''): Choice[] {
  const wanted = typed.trim().normalize('NFC').toLowerCase();
  const place = (name: string) => name.normalize('NFC').toLowerCase().indexOf(wanted);
  return names
    .filter((name) => place(name) >= 0 && before.length + name.length <= LONGEST_VALUE)
    .toSorted((one, other) => Math.sign(place(one)) - Math.sign(place(other)))
    .slice(0, MOST_CHOICES)
    .map((name) => ({ label: oneLine(before + name), value: before + name }));
}
