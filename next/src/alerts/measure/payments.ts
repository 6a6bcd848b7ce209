import { decimal } from '../../cards/kit/figures.js';
import type { List } from '../../pool/pool.js';
import type { PaymentSettings } from '../../pool/schemas.js';
import type { AlertEvent } from '../alert.js';
import type { Kept } from '../readings.js';
import type { Rule } from '../rule.js';

const HOUR = 3_600_000;
const MOST_ADDRESSES = 10;

type PayoutEvent = Extract<AlertEvent, { kind: 'payout' }>;

/** Coins whose balance fell since the reading before; the pool does not say that it was paid. */
export function fallenBalances(
  { figures, at }: Kept,
  before: Kept | null,
): Omit<PayoutEvent, 'addresses'>[] {
  if (before === null || before.at >= at) return [];
  return Object.entries(figures).flatMap(([name, after]) => {
    const was = before.figures[name];
    const isFallen = decimal(was)?.greaterThan(after) === true;
    if (!name.startsWith('balance:') || was === undefined || !isFallen) return [];
    const currency = name.slice('balance:'.length);
    return [{ kind: 'payout', key: `${currency}:${at}`, currency, before: was, after }];
  });
}

/** The addresses that are set now, each once. */
export function presentAddresses({ rows }: List<PaymentSettings>): PayoutEvent['addresses'] {
  const all = rows.flatMap(({ addresses }) => addresses ?? []);
  const named = all.flatMap(({ address_name: name, external_address: address }) =>
    address ? [[String(address), String(name ?? '')] as const] : [],
  );
  return [...new Map(named)].slice(0, MOST_ADDRESSES).map(([address, name]) => ({ name, address }));
}

/** Since when (ms) subaccounts' settings have awaited approval; the pool does not say. */
export type KnownApprovals = Readonly<Record<string, number>>;

/** A status that is not given is as it was; so is what a list that was not read whole leaves out. */
export function lookAtApprovals(
  known: KnownApprovals,
  { rows, readAt, incomplete, refused }: List<PaymentSettings>,
): KnownApprovals {
  const isWhole = incomplete === null && refused.length === 0;
  const next: Record<string, number> = isWhole ? {} : { ...known };
  for (const settings of rows) {
    const name = nameOf(settings);
    const since = known[name];
    const isWaiting = settings.status
      ? settings.status === 'PENDING_APPROVAL'
      : since !== undefined;
    if (isWaiting) next[name] = since ?? readAt;
    else delete next[name];
  }
  return next;
}

/** Those that have waited for longer than the rule's hours. */
export function longApprovals(
  { threshold }: Pick<Rule, 'threshold'>,
  known: KnownApprovals,
  { currency, at }: { readonly currency: string; readonly at: number },
): AlertEvent[] {
  const hours = decimal(threshold?.value)?.toNumber() ?? Infinity;
  return Object.entries(known)
    .filter(([, since]) => at - since >= hours * HOUR)
    .map(([subaccount, since]) => ({
      kind: 'approval',
      key: `${currency}:${subaccount}:${since}`,
      currency,
      subaccount,
      since,
    }));
}

function nameOf({ subaccount }: PaymentSettings): string {
  return String(subaccount?.name ?? subaccount?.id ?? '');
}
