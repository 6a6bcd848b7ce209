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
  subaccountNames,
  suggestedNamesAndSites,
  type Site,
} from '../../src/pool-api/lists/directory.js';
import {
  bothScopesSentence,
  noNamesSentence,
  unknownSubaccountsSentence,
} from '../../src/views/setup/setup.js';
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
  .describe('Names, separated by commas; else the server’s default');

export const siteOption = z
  .string()
  .max(100)
  .optional()
  .describe('A site by name; else the server’s default');

export const reasonOption = z
  .string()
  .trim()
  .max(300)
  .optional()
  .describe('Why; shown to whoever confirms, and kept');

/** Not trimmed: the pool may have two names that differ in such signs alone. */
export const subaccountOption = z.string().min(1).max(200).describe('The subaccount’s name');

/** Without the spaces that a keyboard adds; any other sign at an end belongs to the name. */
export function withoutOuterSpaces(name: string): string {
  return name.replaceAll(/^ +| +$/g, '');
}

/** The name as typed, also with spaces around it where the pool lists it so. */
export async function existingName(typed: string, { pool }: Context): Promise<string> {
  const name = withoutOuterSpaces(typed);
  if (name === typed || name === '') return typed;
  return (await subaccountNames(pool)).includes(typed) ? typed : name;
}

/** One name, where a command is about one subaccount. */
export const suggestSubaccount: Suggest = async (typed, context) => {
  const { names } = await suggestedNamesAndSites(context.pool);
  const offered = matching(names, typed).slice(0, MOST_OFFERED);
  return nameChoices(
    offered.map((name) => ({ name, value: name })),
    names,
  );
};

/** Completes the last of several names, leaving those before it as they are. */
export const suggestSubaccounts: Suggest = async (typed, context) => {
  const { names } = await suggestedNamesAndSites(context.pool);
  const parts = nameParts(typed, names);
  const before = parts.slice(0, -1);
  const chosen = new Set(before);
  const left = names.filter((name) => !chosen.has(name));
  // What looks like two names may be the beginning of one that holds a comma.
  const one = typed.includes(',') ? names.filter((name) => name.startsWith(typed.trim())) : [];
  const several = matching(left, parts.at(-1) ?? '')
    .slice(0, MOST_OFFERED)
    .map((name) => ({ name, value: [...before, name].join(', ') }));
  const offered = [
    ...one.slice(0, MOST_OFFERED).map((name) => ({ name, value: name })),
    ...several,
  ];
  return nameChoices([...new Map(offered.map((each) => [each.value, each])).values()], names);
};

export const suggestSites: Suggest = async (typed, context) => {
  const { sites: known } = await suggestedNamesAndSites(context.pool);
  // A choice may end in the end of its id, which tells it from another of its name.
  const [, idEnd] = typed.split('…');
  const offered = known.filter(
    ({ id, name }) => matches(name, typed) || (idEnd ? id.endsWith(idEnd.trim()) : false),
  );
  return siteChoices(known, offered.slice(0, MOST_OFFERED));
};

export const suggestModels: Suggest = async (typed, context) =>
  choices(matching(await minerModels(context.pool), typed));

/** Those that begin so first, then those that hold it somewhere. */
export function matching(names: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const begins = (name: string) => name.toLowerCase().startsWith(wanted);
  const found = names.filter((name) => matches(name, typed));
  return [...found.filter(begins), ...found.filter((name) => !begins(name))];
}

function matches(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase());
}

/** Discord shows 25, and takes none whose value is too long. */
const MOST_OFFERED = 100;

function choices(values: readonly string[]): Choice[] {
  return values.slice(0, MOST_OFFERED).map((value) => ({ name: oneLine(value, 100), value }));
}

/** Ids, newest first, that hold what is typed. */
export function idChoices(ids: readonly string[], typed: string): Choice[] {
  return choices(ids.filter((id) => matches(id, typed)));
}

/** What figures are asked for, with the words that say it, as buttons remember it. */
export const keptScope = z.object({
  subaccountNames: z.array(z.string()).readonly().optional(),
  siteId: z.string().optional(),
  siteName: z.string().optional(),
}) satisfies z.ZodType<NamedScope>;

/** What was typed, else the guild's defaults. Typed names overrule a default site and vice versa. */
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

/**
 * The names that were typed. One comma may be part of a name, so the pool is asked which there
 * are; where it does not say, every comma separates.
 */
async function typedNames(typed: string, { pool }: Context): Promise<string[]> {
  const known = typed.includes(',') ? await toResult(subaccountNames(pool)) : null;
  const names = splitNames(typed, known?.ok === true ? known.value : []);
  if (names.length === 0) throw new UserError(noNamesSentence);
  return names;
}

/** The same for what is kept: names that the pool does not list would silently show nothing. */
export async function knownNames(typed: string, { pool }: Context): Promise<string[]> {
  const known = await subaccountNames(pool);
  const names = splitNames(typed, known);
  if (names.length === 0) throw new UserError(noNamesSentence);
  const listed = new Set(known);
  const unknown = names.filter((name) => !listed.has(name));
  if (unknown.length > 0) throw new UserError(unknownSubaccountsSentence(unknown));
  return names;
}

/** The site that was typed, else the guild's default, as paging buttons remember it. */
export async function siteFor(
  typed: string | undefined,
  context: Context,
): Promise<{ siteId?: string; siteName?: string }> {
  if (typed === undefined) return defaultSite(context.settings);
  const { id, name } = await findSite(typed, context);
  return { siteId: id, siteName: name };
}

/**
 * By id (what autocomplete fills in), else by name. Says which there are when it is neither, and
 * never chooses between two of one name.
 */
export async function findSite(typed: string, context: Context): Promise<Site> {
  const { sites: known } = await namesAndSites(context.pool);
  const wanted = typed.trim().toLowerCase();
  const byId = known.find(({ id }) => id.toLowerCase() === wanted);
  if (byId !== undefined) return byId;
  const [found, ...others] = known.filter(({ name }) => name.toLowerCase() === wanted);
  if (found === undefined) {
    const names = known.map(({ name }) => name);
    throw new UserError(unknownSiteSentence(typed, names));
  }
  if (others.length > 0) {
    const ids = [found, ...others].map(({ id }) => id);
    throw new UserError(severalSitesSentence(typed, ids));
  }
  return found;
}
