import { z } from 'zod';
import type { Context } from '../../src/command.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { toResult } from '../../src/domain/errors/result.js';
import {
  defaultScope,
  defaultSite,
  type NamedScope,
} from '../../src/domain/guild/default-scope.js';
import { subaccountNames } from '../../src/pool-api/lists/known-names.js';
import {
  bothScopesWords,
  noNamesWords,
  unknownSubaccountsWords,
} from '../../src/views/setup/setting-refusals.js';
import { nearNames } from '../../src/domain/names/near-names.js';
import { splitNames } from './name-list.js';
import { subaccountsOption, siteOption } from './options.js';
import { autocompleteSubaccounts, autocompleteSites } from './autocomplete-names.js';
import { findSite } from './find-site.js';

/** The part of the workspace to read; `scopeOf` resolves it. */
export const scopeOptions = { subaccounts: subaccountsOption, site: siteOption };

export const autocompleteScope = { subaccounts: autocompleteSubaccounts, site: autocompleteSites };

/** A scope and its wording, as stored for buttons. */
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
    throw new UserError(bothScopesWords);
  if (typed.subaccounts !== undefined)
    return { subaccountNames: await typedNames(typed.subaccounts, context) };
  return typed.site === undefined ? defaultScope(context.settings) : siteFor(typed.site, context);
}

/** Splits typed names. A name may contain a comma, so the pool's list decides if there is one. */
async function typedNames(typed: string, { pool }: Context): Promise<string[]> {
  const known = typed.includes(',') ? await toResult(subaccountNames(pool)) : null;
  return namesIn(typed, known?.ok === true ? known.value : []);
}

/** At least one. */
function namesIn(typed: string, known: readonly string[]): string[] {
  const names = splitNames(typed, known);
  if (names.length === 0) throw new UserError(noNamesWords);
  return names;
}

/** For saved defaults, where unknown names would silently show nothing, so they are refused. */
export async function knownNames(typed: string, { pool }: Context): Promise<string[]> {
  const known = await subaccountNames(pool);
  const names = namesIn(typed, known);
  const listed = new Set(known);
  const unknown = names.filter((name) => !listed.has(name));
  if (unknown.length > 0)
    throw new UserError(
      unknownSubaccountsWords(unknown.map((name) => ({ name, near: nearNames(name, known) }))),
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
