import type { Workspace } from '../../pool/workspace.js';
import { toCoins } from '../../pool/workspace/revenue.js';
import type { Since } from './happened-since.js';
import type { Subject } from './stage.js';

/** The pool's own books: what it holds, whatever the bot says. Coins with eight decimals. */

/** What has become of a subaccount and its money since this was called. */
export function openBooks(workspace: Workspace, { subaccount, name }: Subject, since: Since) {
  const site = () => workspace.site(subaccount.siteId)?.name ?? 'no site';
  const payouts = () => payoutsOf(workspace, subaccount);
  const before = { site: site(), payouts: payouts() };
  return (): readonly string[] => [
    ...since.atConsole(name).map((words) => `Somebody at the pool’s own console ${words}.`),
    site() === before.site
      ? `${name} is still at ${site()}.`
      : `${name} was at ${before.site} and is now at ${site()}.`,
    payouts() === before.payouts
      ? `Its BTC still goes to ${payouts()}.`
      : `Its BTC went to ${before.payouts}. From now on it goes to ${payouts()}.`,
    ...heldLines(workspace, subaccount),
    `Mined by ${name} and not yet paid out: ${coins(workspace.payments.owed(subaccount, 'BTC'))}.`,
    writesLine(since),
  ];
}

export function writesLine(since: Since): string {
  const { length } = since.writes();
  if (length === 0) return 'In this story, Pitboss sent the pool no request to change anything.';
  return length === 1
    ? 'In this story, Pitboss sent the pool one request to change something.'
    : `In this story, Pitboss sent the pool ${length} requests to change something.`;
}

export function earnedLine({ earnings, subaccounts }: Workspace, day: string): string {
  const earned = subaccounts.map((each) => earnings.onDay(each, 'BTC', day));
  return `Earned on ${day}: ${coins(sum(earned))}.`;
}

export function owedLine({ payments, subaccounts }: Workspace): string {
  const owed = subaccounts.map((each) => payments.owed(each, 'BTC'));
  return `Mined by all subaccounts and not yet paid out: ${coins(sum(owed))}.`;
}

/** What this pool does on its own after a change of addresses. */
function heldLines({ payments, now }: Workspace, subaccount: Subject['subaccount']): string[] {
  const until = payments.frozenUntil('BTC', subaccount);
  if (Date.parse(until) <= now()) return [];
  const when = until.slice(0, 16).replace('T', ' ');
  return [`Its addresses were changed, so this pool pays it nothing out until ${when} UTC.`];
}

function payoutsOf({ payments }: Workspace, subaccount: Subject['subaccount']): string {
  const addresses = payments.settings('BTC', subaccount)?.addresses ?? [];
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
