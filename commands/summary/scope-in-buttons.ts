import type { Context } from '../../src/command.js';
import { encodeCustomId, fitsCustomId } from '../../src/domain/custom-id.js';
import type { NamedScope } from '../../src/domain/guild/default-scope.js';
import { keptScope } from '../shared/scope.js';

/**
 * A scope as arguments of a custom id, in the id itself where it fits: then a card costs the store
 * nothing. `s` begins a site's id, `t` its name, `n` a subaccount's, `r` what is remembered.
 */

/** About the longest that goes before it. */
const BEFORE = encodeCustomId('summary-more', 'revenue', 'LTC_DOGE');

/** As it came, whatever Discord does with spaces and other letters. */
const PLAIN = /^[!-~]([ -~]*[!-~])?$/;

export async function scopeInButtons(
  scope: NamedScope,
  { remember }: Pick<Context, 'remember'>,
): Promise<string[]> {
  const { siteId, siteName, subaccountNames = [] } = scope;
  const args =
    siteId === undefined
      ? subaccountNames.map((name) => `n${name}`)
      : [`s${siteId}`, `t${siteName ?? siteId}`];
  const isPlain = args.every((arg) => PLAIN.test(arg));
  return isPlain && fitsCustomId(BEFORE, ...args) ? args : [`r${await remember(scope)}`];
}

export async function scopeFromButtons(
  args: readonly string[],
  { recall }: Pick<Context, 'recall'>,
): Promise<NamedScope> {
  const of = (letter: string) =>
    args.filter((arg) => arg.startsWith(letter)).map((arg) => arg.slice(1));
  const [remembered] = of('r');
  if (remembered !== undefined) return recall(remembered, keptScope);
  const [[siteId], [siteName], names] = [of('s'), of('t'), of('n')];
  if (siteId !== undefined) return { siteId, siteName: siteName ?? siteId };
  return names.length === 0 ? {} : { subaccountNames: names };
}
