import { z } from 'zod';
import type { Choice, Context, Suggest } from '../../src/command.js';
import { UserError } from '../../src/domain/errors/errors.js';
import { toResult } from '../../src/domain/errors/result.js';
import {
  defaultScope,
  defaultSite,
  type NamedScope,
} from '../../src/domain/guild/default-scope.js';
import {
  minerModels,
  namesAndSites,
  namesAndSitesForChange,
  subaccountNames,
  suggestedNamesAndSites,
  type Site,
} from '../../src/pool-api/lists/known-names.js';
import {
  bothScopesSentence,
  noNamesSentence,
  unknownSubaccountsSentence,
} from '../../src/views/setup/setting-refusals.js';
import { nearNames } from '../../src/domain/names/near-names.js';
import { meantSentence } from '../../src/views/kit/card.js';
import { nameChoices } from '../../src/views/pool/name-choices.js';
import {
  severalSitesSentence,
  siteChoices,
  unknownSiteSentence,
} from '../../src/views/pool/sites.js';
import { nameParts, splitNames } from './name-list.js';
import { oneLine } from '../../src/domain/names/one-line.js';

/** Options that several commands share, and how they complete and resolve. */

export const subaccountsOption = z
  .string()
  .max(1000)
  .optional()
  .describe('Subaccounts, separated by commas (default: the server’s)');

export const siteOption = z.string().max(100).optional().describe('Site (default: the server’s)');

export const reasonOption = z
  .string()
  .trim()
  .max(300)
  .optional()
  .describe('Why (shown on the card and kept in the audit trail)');

/** Not trimmed: two names at the pool may differ only by spaces. */
export const subaccountOption = z.string().min(1).max(200).describe('The subaccount’s name');

/** Trims spaces only; other characters belong to the name. */
export function withoutOuterSpaces(name: string): string {
  return name.replaceAll(/^ +| +$/g, '');
}

/** The name as the pool lists it, with or without outer spaces; for a change. */
export async function existingName(typed: string, { pool }: Context): Promise<string> {
  const name = withoutOuterSpaces(typed);
  if (name === typed || name === '') return typed;
  const { names } = await namesAndSitesForChange(pool);
  return names.includes(typed) ? typed : name;
}

/** Autocomplete for one subaccount. */
export const suggestSubaccount: Suggest = async (typed, context) => {
  const { names } = await suggestedNamesAndSites(context.pool);
  const offered = matching(names, typed).slice(0, MAX_OFFERED);
  return nameChoices(
    offered.map((name) => ({ name, value: name })),
    names,
  );
};

/** Completes the last name of a list. */
export const suggestSubaccounts: Suggest = async (typed, context) => {
  const { names } = await suggestedNamesAndSites(context.pool);
  const parts = nameParts(typed, names);
  const before = parts.slice(0, -1);
  const chosen = new Set(before);
  const left = names.filter((name) => !chosen.has(name));
  // Two names may be one name with a comma in it.
  const one = typed.includes(',') ? names.filter((name) => name.startsWith(typed.trim())) : [];
  const several = matching(left, parts.at(-1) ?? '')
    .slice(0, MAX_OFFERED)
    .map((name) => ({ name, value: [...before, name].join(', ') }));
  const offered = [...one.slice(0, MAX_OFFERED).map((name) => ({ name, value: name })), ...several];
  return nameChoices([...new Map(offered.map((each) => [each.value, each])).values()], names);
};

export const suggestSites: Suggest = async (typed, context) => {
  const { sites: known } = await suggestedNamesAndSites(context.pool);
  // Choices of equal names end with the end of their id.
  const [, idEnd] = typed.split('…');
  const offered = known.filter(
    ({ id, name }) => matches(name, typed) || (idEnd ? id.endsWith(idEnd.trim()) : false),
  );
  return siteChoices(known, offered.slice(0, MAX_OFFERED));
};

/** Which part of the workspace is read; `scopeOf` resolves it. */
export const scopeOptions = { subaccounts: subaccountsOption, site: siteOption };

export const suggestScope = { subaccounts: suggestSubaccounts, site: suggestSites };

export const suggestModels: Suggest = async (typed, context) =>
  choices(matching(await minerModels(context.pool), typed));

/** Prefix matches first, then other matches. */
export function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(wanted);
  const found = names.filter((name) => matches(name, typed));
  return [...found.filter(begins), ...found.filter((name) => !begins(name))];
}

function matches(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase());
}

/** Discord takes 25 choices, none with a long value. */
const MAX_OFFERED = 100;

function choices(values: readonly string[]): Choice[] {
  return values.slice(0, MAX_OFFERED).map((value) => ({ name: oneLine(value, 100), value }));
}

/** A scope and its wording, as buttons store it. */
export const keptScope = z.object({
  subaccountNames: z.array(z.string()).readonly().optional(),
  siteId: z.string().optional(),
  siteName: z.string().optional(),
}) satisfies z.ZodType<NamedScope>;

/** Typed options, else the guild's defaults. Typed names replace a default site and vice versa. */
export async function scopeOf(
  typed: { readonly subaccounts?: string | undefined; readonly site?: string | undefined },
  context: Context,
): Promise<NamedScope> {
  if (typed.subaccounts !== undefined && typed.site !== undefined)
    throw new UserError(bothScopesSentence);
  if (typed.subaccounts !== undefined)
    return { subaccountNames: await typedNames(typed.subaccounts, context) };
  return typed.site === undefined ? defaultScope(context.settings) : siteFor(typed.site, context);
}

/** Splits typed names. A name may hold a comma, so the pool's list decides where there is one. */
async function typedNames(typed: string, { pool }: Context): Promise<string[]> {
  const known = typed.includes(',') ? await toResult(subaccountNames(pool)) : null;
  const names = splitNames(typed, known?.ok === true ? known.value : []);
  if (names.length === 0) throw new UserError(noNamesSentence);
  return names;
}

/** For saved defaults: unknown names would silently show nothing, so they are refused. */
export async function knownNames(typed: string, { pool }: Context): Promise<string[]> {
  const known = await subaccountNames(pool);
  const names = splitNames(typed, known);
  if (names.length === 0) throw new UserError(noNamesSentence);
  const listed = new Set(known);
  const unknown = names.filter((name) => !listed.has(name));
  if (unknown.length > 0)
    throw new UserError(
      [
        unknownSubaccountsSentence(unknown),
        meantSentence(
          unknown
            .map((name) => ({ name, near: nearNames(name, known) }))
            .filter(({ near }) => near.length > 0),
        ),
      ]
        .filter((sentence) => sentence !== null)
        .join(' '),
      { title: 'No such subaccount' },
    );
  return names;
}

/** The typed site, else the guild's default. */
export async function siteFor(
  typed: string | undefined,
  context: Context,
): Promise<{ siteId?: string; siteName?: string }> {
  if (typed === undefined) return defaultSite(context.settings);
  const { id, name } = await findSite(typed, context);
  return { siteId: id, siteName: name };
}

/** Finds a site by id (from autocomplete) or name. Throws a UserError if unknown or ambiguous. */
export async function findSite(
  typed: string,
  context: Context,
  listed = namesAndSites,
): Promise<Site> {
  const { sites: known } = await listed(context.pool);
  const wanted = typed.trim().toLowerCase();
  const byId = known.find(({ id }) => id.toLowerCase() === wanted);
  if (byId !== undefined) return byId;
  const [found, ...others] = known.filter(({ name }) => name.toLowerCase() === wanted);
  if (found === undefined) {
    const names = known.map(({ name }) => name);
    throw new UserError(unknownSiteSentence(typed, names), { title: 'No such site' });
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ id }) => id);
    throw new UserError(severalSitesSentence(typed, ids), {
      title: 'Several sites with that name',
    });
  }
  return found;
}
