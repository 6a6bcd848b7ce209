import type { Reading } from '../../../domain/alerts/reading.js';
import type { AlertRule } from '../../../domain/alerts/rule.js';
import { awaitsApproval } from '../../../domain/payment-settings/payment-attention.js';
import type { PaymentSettings } from '../../../pool-api/resources.js';
import { compare } from './compare.js';
import type { ListLook } from './contracts.js';
import { HOUR_MS } from '../../../domain/time/units.js';

/** When the bot first saw settings awaiting approval, in ms, because the pool doesn't say. */
export interface KnownApprovals {
  readonly mark: string;
  readonly since: Readonly<Record<string, number>>;
}

/** For one list, read whole. Returns the same `seen` if nothing is new. */
export function lookAtApprovals(
  rule: AlertRule,
  before: KnownApprovals | undefined,
  { mark, at, items }: ListLook<PaymentSettings>,
): { readonly reading: Reading | null; readonly seen: KnownApprovals } {
  const known = before?.mark === mark ? before.since : {};
  const keyOf = keysIn(known);
  const waiting = items.flatMap((settings) => {
    const id = keyOf(settings);
    // A status that isn't given now is as it was.
    const isWaiting = settings.status ? awaitsApproval(settings) : known[id] !== undefined;
    // `min`, in case the clock went back.
    return isWaiting ? [[id, Math.min(known[id] ?? at, at)] as const] : [];
  });
  const since = Object.fromEntries(waiting);
  const isSame =
    before?.mark === mark &&
    Object.keys(since).length === Object.keys(known).length &&
    waiting.every(([id, start]) => known[id] === start);
  const longest = waiting.reduce((most, [, start]) => Math.max(most, at - start), 0);
  const value = (Math.floor((longest / HOUR_MS) * 100) / 100).toFixed(2);
  const reading = compare(rule, { at, value, atLeast: waiting.length > 0 });
  return { reading, seen: isSame ? before : { mark, since } };
}

/** The key under which settings are known: by their subaccount's id, else by its name. */
function keysIn(known: KnownApprovals['since']) {
  const byId = new Map<string, string>();
  const byName = new Map<string, { readonly key: string; readonly id: string }>();
  for (const key of Object.keys(known)) {
    // A name may hold colons.
    const [currency = '', id = '', ...name] = key.split(':');
    if (id !== '') byId.set(`${currency}:${id}`, key);
    byName.set(`${currency}:${name.join(':')}`, { key, id });
  }
  return ({ currency_type, subaccount }: PaymentSettings): string => {
    const [currency, id, name] = [
      currency_type ?? '',
      subaccount?.id ?? '',
      subaccount?.name ?? '',
    ];
    const ofId = byId.get(`${currency}:${id}`);
    const ofName = byName.get(`${currency}:${name}`);
    const isOfName = ofName !== undefined && (id === '' || ofName.id === '');
    return ofId ?? (isOfName ? ofName.key : `${currency}:${id}:${name}`);
  };
}
