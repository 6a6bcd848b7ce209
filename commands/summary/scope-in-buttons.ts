import type { Context } from '../../src/command.js';
import { encodeCustomId, fitsCustomId } from '../../src/domain/custom-id.js';
import type { NamedScope } from '../../src/domain/guild/default-scope.js';
import { keptScope } from '../shared/scope.js';

/**
 * A scope as arguments of a custom id, inside the id if it fits, so that a card costs no storage.
 * `s` marks a site's id, `t` its name, `n` a subaccount's name, `r` a stored scope.
 */

/** About the longest prefix. */
const BEFORE = encodeCustomId('summary-more', 'revenue', 'LTC_DOGE');

/** Text that Discord leaves unaltered, whatever it does with spaces and other letters. */
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
