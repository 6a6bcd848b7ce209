import { answerOf } from '../domain/changes/change-summary.js';
import type { Change } from '../domain/changes/change.js';
import type {
  Explanation,
  FoundElsewhere,
  SeenRecord,
  Unexplained,
} from '../domain/changes/elsewhere/found-elsewhere.js';
import type { ChangesState } from '../domain/changes/state.js';
import type { Trail } from './trail/trail.js';
import { listChanges } from './trail/list-changes.js';
import { mayBeObserved } from './observation-schedule.js';
import type { ChangeKind } from './kinds/kind.js';
import {
  touchedPayments,
  touchedPaymentsId,
  touchedSubaccount,
  touchedSubaccountId,
} from './kinds/touched.js';
import { awaitsApproval } from '../domain/payments/payment-attention.js';

type Differing = Pick<FoundElsewhere, 'before' | 'after'>;

interface DifferencesParts {
  readonly trail: Trail;
  readonly kindOf: (name: string) => ChangeKind;
  /** Reads back whether a change took effect, and enters it if so. */
  readonly verify: (guildId: string, change: Change) => Promise<void>;
}

/** Nobody waits for the effect of older changes any more. */
const NEWEST_CHANGES = 100;

/** Judges a difference at the pool by the changes that Pitboss sent. */
export function createDifferences({ trail, kindOf, verify }: DifferencesParts) {
  /** Changes of the same thing whose request left; newest first. */
  async function changesTo(guildId: string, what: Differing): Promise<readonly Change[]> {
    const newest = await listChanges(trail, guildId, { most: NEWEST_CHANGES });
    return newest.filter(
      (change) => change.sent !== undefined && (touches(change, what) || created(change, what)),
    );
  }

  return {
    /**
     * Whether a change of Pitboss explains the difference. A change whose effect nobody has seen
     * yet is read back, however old: an approval at the pool may take days.
     */
    async explain(guildId: string, what: Unexplained): Promise<Explanation> {
      let perhapsBy: number | undefined;
      let laterSeenAt: number | undefined;
      const { findings } = await trail.state(guildId);
      // Each change takes effect once. The same finding may be told again after a crash.
      const mayBe = ({ number }: Change) =>
        !findings.some((each) => each.perhapsBy === number && each.key !== what.key);
      for (const change of await changesTo(guildId, what)) {
        if (laterSeenAt !== undefined) {
          // It was replaced, and this is somebody's own; or its approval comes only now.
          const mayCome = mayBeObserved(change) || isSeenSince(change, laterSeenAt);
          const isLike = brought(change, what) || isWaitOnly(what);
          if (mayCome && isLike && mayBe(change)) perhapsBy ??= change.number;
          continue;
        }
        if (mayBeObserved(change)) await verify(guildId, change);
        const now = (await trail.state(guildId, change.id)).changes.get(change.id) ?? change;
        const isSeen = isSeenSince(now, what.storedAt) && brought(now, what);
        if (isSeen && isLikely(now, what)) return 'pitboss';
        if (mayBeObserved(now) && isWaitOnly(what)) return 'pitboss';
        // Nothing tells it from another's: no id, or another key or name since.
        const isLike = (mayBeObserved(now) && brought(now, what)) || created(now, what);
        if ((isSeen || isLike) && mayBe(now)) perhapsBy ??= now.number;
        laterSeenAt = now.observed?.at;
      }
      return perhapsBy === undefined ? {} : { perhapsBy };
    },
    /** Enters a finding once; false while entries are missing, because it can't be entered yet. */
    async enter(guildId: string, found: FoundElsewhere): Promise<boolean> {
      const { trailState } = await trail.record(guildId, ({ findings, behind }) =>
        behind !== null || isAmong(findings, found)
          ? null
          : { step: 'found-elsewhere', actor: 'pitboss', details: found },
      );
      return isAmong(trailState.findings, found);
    },
  };

  /** Whether the present listing is what the change wanted. */
  function brought(change: Change, { after }: Differing): boolean {
    if (after === null || touchedBy(after) !== change.touches) return false;
    return kindOf(change.kind).isDone(change.input, presentOf(after));
  }

  /** By name, unless their ids differ: names change hands. */
  function touches(change: Change, { before, after }: Differing): boolean {
    const records = [before, after].filter((each) => each !== null);
    const ids = records.flatMap((each) => touchedId(each) ?? []);
    const hasOtherId =
      change.touchesId !== undefined && ids.length > 0 && !ids.includes(change.touchesId);
    return !hasOtherId && records.some((each) => touchedBy(each) === change.touches);
  }

  /** Whether it is new, and has the id that the pool gave the subaccount which the change created. */
  function created(change: Change, { before, after }: Differing): boolean {
    if (before !== null || after?.what !== 'subaccount' || change.present !== null) return false;
    const { isKnown, isSame } = kindOf(change.kind);
    const answer = answerOf(change);
    return isKnown(change.present, answer) && isSame(change.present, presentOf(after), answer);
  }
}

function isSeenSince({ observed }: Change, at: number): boolean {
  return observed !== undefined && observed.at >= at;
}

/** The record in the shape that a kind of change reads. */
function presentOf(record: SeenRecord): unknown {
  if (record.what === 'subaccount') {
    const { id, siteId, siteName } = record;
    return { id, site: siteId === null ? null : { id: siteId, name: siteName } };
  }
  const { subaccount, subaccountId, frequency, day, addresses, others } = record;
  return {
    subaccount: { id: subaccountId, name: subaccount },
    payment_frequency: frequency,
    day_of_week: day,
    addresses: [
      ...(addresses ?? []).map((each) => ({
        address_id: each.id,
        address_name: each.name,
        external_address: each.address,
        revenue_allocation: each.share,
      })),
      // Stands for further addresses that no change knows of.
      ...(others === undefined ? [] : [{}]),
    ],
  };
}

function isAmong(findings: ChangesState['findings'], { key }: FoundElsewhere): boolean {
  return findings.some((each) => each.key === key);
}

/** A request of unknown outcome that arrived takes effect soon, or waits for approval. */
const SOON_MS = 10 * 60_000;

/**
 * While nobody knows whether its request arrived: its effect was soon seen, nobody had looked into
 * it, and the list had shown nothing else since it left.
 */
function isLikely(change: Change, { storedAt }: Unexplained): boolean {
  const { state, sent, observed, resolved } = change;
  if (state !== 'unknown') return true;
  if (sent === undefined || observed === undefined || resolved !== undefined) return false;
  return storedAt <= sent.at && observed.at - sent.at <= SOON_MS;
}

/** As kinds of changes name what they touch. */
function touchedBy(record: SeenRecord): string {
  return record.what === 'payments'
    ? touchedPayments(record.currency, record.subaccount)
    : touchedSubaccount(record.subaccount);
}

function touchedId(record: SeenRecord): string | null {
  if (record.what === 'payments')
    return record.subaccountId === null
      ? null
      : touchedPaymentsId(record.currency, record.subaccountId);
  return record.id === null ? null : touchedSubaccountId(record.id);
}

/** Only its waiting for approval differs, which a sent change brings about. */
function isWaitOnly({ before, after }: Differing): boolean {
  if (before?.what !== 'payments' || after?.what !== 'payments') return false;
  const isSame =
    JSON.stringify({ ...before, status: null }) === JSON.stringify({ ...after, status: null });
  return isSame && (awaitsApproval(before) || awaitsApproval(after));
}
