import type { Workspace } from '../../pool/workspace.js';
import { toCoins } from '../../pool/workspace/revenue.js';
import type { Since } from './since.js';
import type { Subject } from './stage.js';

/** The pool's own books: what it holds, whatever the bot says. Coins with eight decimals. */

/** What has become of a subaccount and its money since this was called. */
export function openBooks(workspace: Workspace, { subaccount, name }: Subject, since: Since) {
  const site = () => workspace.site(subaccount.siteId)?.name ?? 'no site';
  const payouts = () => payoutsOf(workspace, subaccount);
  const before = { site: site(), payouts: payouts() };
  return (): readonly string[] => [
    site() === before.site
      ? `${name} is still at ${site()}.`
      : `${name} was at ${before.site} and is now at ${site()}.`,
    payouts() === before.payouts
      ? `Its BTC still goes to ${payouts()}.`
      : `Its BTC went to ${before.payouts}. From now on it goes to ${payouts()}. ${heldLine(workspace, subaccount)}`,
    `Mined by ${name} and not yet paid out: ${coins(workspace.earnings.balance(subaccount, 'BTC'))}.`,
    writesLine(since),
  ];
}

export function writesLine(since: Since): string {
  const { length } = since.writes();
  if (length === 0) return 'No request to change anything reached the pool.';
  return length === 1
    ? 'One request to change something reached the pool.'
    : `${length} requests to change something reached the pool.`;
}

export function earnedLine({ earnings, subaccounts }: Workspace, day: string): string {
  const earned = subaccounts.map((each) => earnings.onDay(each, 'BTC', day));
  return `Earned on ${day}: ${coins(sum(earned))}.`;
}

export function owedLine({ earnings, subaccounts }: Workspace): string {
  const owed = subaccounts.map((each) => earnings.balance(each, 'BTC'));
  return `Mined by all subaccounts and not yet paid out: ${coins(sum(owed))}.`;
}

/** What the pool does on its own. */
function heldLine({ payments }: Workspace, subaccount: Subject['subaccount']): string {
  const until = payments.frozenUntil('BTC', subaccount).slice(0, 10);
  return `As after every change of addresses, the pool pays nothing out until ${until}.`;
}

function payoutsOf({ payments }: Workspace, subaccount: Subject['subaccount']): string {
  const addresses = payments.terms('BTC', subaccount)?.addresses ?? [];
  const each = addresses.map(
    ({ address_name: name, external_address: address, revenue_allocation: share }) =>
      `${name} (${address}), ${share}%`,
  );
  return each.join(' and ') || 'nowhere';
}

export function coins(amount: number): string {
  return `${toCoins(amount).toFixed(8)} BTC`;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
