import type { Change } from '../domain/changes/change.js';
import type { FoundElsewhere, SeenRecord } from '../domain/changes/elsewhere/found-elsewhere.js';
import type { Trail } from './trail/trail.js';
import { listChanges } from './trail/list-changes.js';
import { mayBeObserved } from './observation-schedule.js';
import type { ChangeKind } from './kinds/kind.js';
import { touchedPayments, touchedSubaccount } from './kinds/touched.js';
import { awaitsApproval } from '../domain/payments/payment-attention.js';

type Differing = Pick<FoundElsewhere, 'before' | 'after'>;

interface DifferencesParts {
  readonly trail: Trail;
  readonly kindOf: (name: string) => ChangeKind;
  /** Reads back whether a change took effect, and enters it where it did. */
  readonly verify: (guildId: string, change: Change) => Promise<void>;
}

/** Of older changes nobody waits for an effect any more. */
const NEWEST_CHANGES = 100;

/** What is listed otherwise at the pool, seen from the changes of Pitboss. */
export function createDifferences({ trail, kindOf, verify }: DifferencesParts) {
  /** Newest first: those whose request left, to the very thing. */
  async function changesTo(guildId: string, what: Differing): Promise<readonly Change[]> {
    const touched = touchedBy(what);
    const newest = await listChanges(trail, guildId, { most: NEWEST_CHANGES });
    return newest.filter(
      (change) =>
        change.sent !== undefined && touched.includes(kindOf(change.kind).touches(change.input)),
    );
  }

  return {
    /**
     * Whether a change of Pitboss explains it. One whose effect nobody has seen yet is read back,
     * whenever it was sent: an approval at the pool may take days.
     */
    async explains(guildId: string, what: Differing, seenAt: number): Promise<boolean> {
      for (const change of await changesTo(guildId, what)) {
        if (mayBeObserved(change)) await verify(guildId, change);
        const now = (await trail.state(guildId, change.id)).changes.get(change.id) ?? change;
        const isSeen = now.observed !== undefined && now.observed.at >= seenAt;
        if (isSeen && brought(now, what)) return true;
        if (mayBeObserved(now) && isWaitOnly(what)) return true;
        // What this one brought has replaced what older ones wanted.
        if (now.observed !== undefined) return false;
      }
      return false;
    },
    /** Once: the same finding again does nothing. False while entries are missing: not yet. */
    async enter(guildId: string, found: FoundElsewhere): Promise<boolean> {
      const { trailState } = await trail.record(guildId, ({ foundElsewhere, behind }) =>
        behind !== null || foundElsewhere.includes(found.key)
          ? null
          : { step: 'found-elsewhere', actor: 'pitboss', details: found },
      );
      return trailState.foundElsewhere.includes(found.key);
    },
  };

  /** What it wanted is what is listed now, and nothing that came after it. */
  function brought(change: Change, { after }: Differing): boolean {
    return after !== null && kindOf(change.kind).isDone(change.input, presentOf(after));
  }
}

/** As a kind of change reads it. */
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
      // Further ones, of which no change knows anything.
      ...(others === undefined ? [] : [{}]),
    ],
  };
}

/** As the kinds of changes name what they touch. */
function touchedBy({ before, after }: Differing): readonly string[] {
  return [before, after].flatMap((record) => {
    if (record === null) return [];
    return record.what === 'payments'
      ? [touchedPayments(record.currency, record.subaccount)]
      : [touchedSubaccount(record.subaccount)];
  });
}

/** That something waits for an approval, or no longer does, is what a change that was sent brings. */
function isWaitOnly({ before, after }: Differing): boolean {
  if (before?.what !== 'payments' || after?.what !== 'payments') return false;
  const isSame =
    JSON.stringify({ ...before, status: null }) === JSON.stringify({ ...after, status: null });
  return isSame && (awaitsApproval(before) || awaitsApproval(after));
}
