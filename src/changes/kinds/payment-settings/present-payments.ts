import { z } from 'zod';
import {
  paymentSettingsSchema as record,
  type PaymentAddress,
  type PaymentSettings,
} from '../../../pool-api/resources.js';

/** Beside a record that doesn't say which subaccount it is of: the id in the list of subaccounts. */
export const LISTED_ID = 'listed_subaccount_id';

/** The pool has no settings for the subaccount; its id tells it from another of that name. */
const none = z.strictObject({ noneForSubaccount: z.string() });

/** Null = no settings, of a subaccount whose id is unknown. */
export const presentSettings = z.union([none, record]).nullable();

export type PaymentPresent = z.output<typeof presentSettings>;

export function settingsIn(now: PaymentPresent): PaymentSettings | null {
  if (now === null || isNone(now)) return null;
  const { [LISTED_ID]: _, ...settings } = now;
  return settings;
}

export function isNone(now: NonNullable<PaymentPresent>): now is z.output<typeof none> {
  return 'noneForSubaccount' in now;
}

export function subaccountIdIn(now: PaymentPresent): string | null {
  if (now === null) return null;
  if (isNone(now)) return now.noneForSubaccount;
  const listed = now[LISTED_ID];
  return now.subaccount?.id || (typeof listed === 'string' ? listed : null);
}

/** A record that no longer says whose it is may be another's, whatever other lists say. */
export function hasLostItsId(before: PaymentPresent, now: PaymentPresent): boolean {
  const [earlier, present] = [settingsIn(before), settingsIn(now)];
  return Boolean(earlier?.subaccount?.id) && present !== null && !present.subaccount?.id;
}

export function addressEntriesOf(present: PaymentPresent): readonly PaymentAddress[] {
  return settingsIn(present)?.addresses ?? [];
}

export function addressesOf(present: PaymentPresent): string[] {
  return addressEntriesOf(present)
    .map((each) => each.external_address)
    .filter((address) => typeof address === 'string');
}
