import type { Kysely } from 'kysely';
import { z } from 'zod';
import { LOOKS_END_MS, type Change } from '../../changes/change.js';
import { paymentInput, paymentRecord, plainName } from '../../changes/kinds/payment-record.js';
import { listChanges } from '../../changes/rows.js';
import type { Tables } from '../../store/schema.js';
import { isSameValue, listedPayments, paymentsList, SUBACCOUNTS } from './records.js';
import type { Listed, Value } from './records.js';

/** For so long servers of the pool may still list what was there before a change of ours (ms). */
export const LAG_MS = 10 * 60_000;
const PERHAPS_MS = 24 * 3_600_000;

/** What a change of ours does to one thing, key by key. */
export interface Effect {
  readonly change: Change;
  readonly list: string;
  /** The subaccount's. */
  readonly name: string;
  readonly before: Listed;
  readonly after: Listed;
}

/** Of all that were sent in the last 30 days, newest first. */
export async function readEffects(db: Kysely<Tables>, guildId: string, now: number) {
  const changes = await listChanges(db, guildId);
  return changes
    .filter(({ sentAt }) => sentAt !== null && now - sentAt < LOOKS_END_MS)
    .map(effectOf);
}

const site = z.object({ id: z.string(), name: z.string() });
const subaccountInput = z.object({ name: z.string(), site });
const movedRecord = z.object({ site: site.nullable() });

export function effectOf(change: Change): Effect {
  const { kind, input, present } = change;
  if (kind === 'payments') {
    const asked = paymentInput.parse(input);
    const record = paymentRecord.parse(present.record);
    const before = record ? listedPayments(record) : {};
    const [list, name] = [paymentsList(asked.currency), plainName(asked.subaccount)];
    return { change, list, name, before, after: listedPayments(asked) };
  }
  const asked = subaccountInput.parse(input);
  const own = { change, list: SUBACCOUNTS, name: plainName(asked.name) };
  const after = siteKeys(asked.site);
  if (kind === 'create') return { ...own, before: {}, after: { name: own.name, ...after } };
  const from = movedRecord.parse(present.record).site;
  return { ...own, before: from ? siteKeys(from) : {}, after };
}

function siteKeys({ id, name }: z.output<typeof site>): Listed {
  return { site: id, siteName: plainName(name) };
}

/** One key's way from one value to another. */
interface Step {
  readonly key: string;
  readonly from: Value | undefined;
  readonly to: Value | undefined;
}

/**
 * The change whose doing a difference is; null: none of ours. A new address isn't ours because we
 * kept it or changed its share.
 */
export function ownChange(effects: readonly Effect[], step: Step, now: number): Change | null {
  return last(effects, step, { now, isKnown: step.from !== undefined });
}

/** The change that led exactly from one to the other; null: none of ours. */
export function leads(effects: readonly Effect[], step: Step, now: number): Change | null {
  return last(effects, step, { now, isKnown: false });
}

function last(
  effects: readonly Effect[],
  { key, from, to }: Step,
  { now, isKnown }: { readonly now: number; readonly isKnown: boolean },
): Change | null {
  const touching = effects.filter(
    ({ change, before, after }) => wasTaken(change) && !isSameValue(before[key], after[key]),
  );
  // What came after one that is done is no longer an effect of those before it.
  const done = touching.findIndex(({ change }) => isDone(change));
  const newest = done < 0 ? touching : touching.slice(0, done + 1);
  const found = newest.find(
    ({ change, before, after }) =>
      isLive(change, now) &&
      isSameValue(after[key], to) &&
      (isKnown || isSameValue(before[key], from)),
  );
  return found?.change ?? null;
}

/** It may still come, or came so lately that some servers of the pool don't list it yet. */
export function isUnderWay(change: Change, now: number): boolean {
  return wasTaken(change) && isLive(change, now);
}

/** Nobody knows what came of it, or the pool declined it, within a day. */
export function isUnclear(change: Change, now: number): boolean {
  const { state, sentAt, endedAt } = change;
  const isOpen = state === 'unknown' || state === 'sending' || state === 'declined';
  return isOpen && !isDone(change) && now - (endedAt ?? sentAt ?? 0) < PERHAPS_MS;
}

function isLive(change: Change, now: number): boolean {
  return !isDone(change) || now - (change.observed?.at ?? 0) < LAG_MS;
}

function isDone({ observed }: Change): boolean {
  return observed?.isDone === true;
}

function wasTaken({ state }: Change): boolean {
  return state === 'reported' || state === 'unknown' || state === 'sending';
}
