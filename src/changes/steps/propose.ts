import { randomBytes } from 'node:crypto';
import type { Member } from '../../domain/guild/access.js';
import { UserError } from '../../domain/errors/errors.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient } from '../../pool-api/client.js';
import {
  personOf,
  type Change,
  type Person,
  type Proposal,
  type Refusal,
} from '../../domain/changes/change.js';
import {
  changeToShow,
  recordUnder,
  refuse,
  factsOf,
  takeStep,
  type EngineContext,
} from '../engine-context.js';
import { changeIn } from '../../domain/changes/state.js';
import type { ChangeKind } from '../kinds/kind.js';
import { ruleFor, whyNotAsk, whyNotPay } from '../rules.js';
import { oneLine } from '../../domain/names/one-line.js';

export interface ProposeRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly member: Member;
  readonly kind: string;
  /** Of the kind's own shape. */
  readonly input: unknown;
  readonly reason?: string | undefined;
}

/**
 * Reads the present and writes the proposal. Throws a UserError when it makes no sense, or while
 * the same change is open or of unknown outcome, and whatever the pool client throws.
 */
export async function propose(context: EngineContext, ask: ProposeRequest): Promise<Change> {
  const { guildId, member } = ask;
  const kind = context.kindOf(ask.kind);
  const touches = kind.touches(ask.input);
  const trailState = await context.trail.state(guildId);
  const standing = await factsOf(context, ask, trailState);
  // Before anything is read, and once more when it is written.
  const early = whyNotAsk(trailState, standing, touches);
  const click = { guildId, member, changeId: '' };
  const no = (refusal: Refusal, what = '') =>
    refuse(context, click, {
      attempt: `ask: ${kind.title}, ${kind.subject(ask.input)}${what}`,
      refusal,
    });
  if (early !== null) return no(early);

  const pool = await context.poolFor(guildId);
  const key = await context.guilds.keyInfo(guildId);
  const [present, lookalikes] = await Promise.all([
    kind.read(pool.fresh(), ask.input),
    readLookalikes(kind, pool, ask.input),
  ]);
  const input = completed(kind, ask.input, present);
  const objection = kind.objection(input, present, lookalikes);
  if (objection !== null) throw new UserError(objection);

  const badAddresses = kind.badAddresses?.(input, present) ?? [];
  const bad = whyNotPay(badAddresses, standing.settings);
  if (bad !== null) return no(bad, ` to ${badAddresses.join(' ')}`);

  const { channelId, reason } = ask;
  const proposal = draw(context, {
    kind: ask.kind,
    input,
    present,
    lookalikes,
    requester: personOf(member),
    channelId,
    keySince: key?.connectedAt ?? 0,
    ...(reason === undefined ? {} : { reason: oneLine(reason, 300) }),
  });
  const refusal = await takeStep(context, ask, {
    judge: (now, standingNow) => whyNotAsk(now, standingNow, touches),
    draft: (settings) =>
      asked({ ...proposal, askedUnder: ruleFor(proposal, settings) }, proposal.requester),
  });
  if (refusal !== null) return no(refusal);
  return changeToShow(context, guildId, proposal.id);
}

/**
 * Asks again, with what was found, for what a drifted change wanted. Null when that makes no
 * sense any more or somebody else asked meanwhile.
 */
export async function askAgain(
  context: EngineContext,
  guildId: string,
  { drifted, present }: { drifted: Change; present: unknown },
): Promise<Change | null> {
  const kind = context.kindOf(drifted.kind);
  const input = completed(kind, drifted.input, present);
  if (kind.objection(input, present, drifted.lookalikes) !== null) return null;
  const proposal = draw(context, { ...drifted, input, present, replaces: drifted.id });
  const { written, trailState } = await recordUnder(context, guildId, (now, settings) =>
    now.behind !== null ||
    [...now.changes.values()].some(
      ({ state, touches }) => state === 'pending' && touches === proposal.touches,
    )
      ? null
      : // The strictest that held since the first of them was asked.
        asked({ ...proposal, askedUnder: ruleFor(drifted, settings) }, 'pitboss'),
  );
  return written === null ? null : changeIn(trailState, proposal.id);
}

type Given = Pick<
  Proposal,
  | 'kind'
  | 'input'
  | 'present'
  | 'lookalikes'
  | 'requester'
  | 'channelId'
  | 'keySince'
  | 'reason'
  | 'replaces'
>;

function completed(kind: ChangeKind, input: unknown, present: unknown): unknown {
  return kind.complete === undefined ? input : kind.complete(input, present);
}

/** They only warn, so without them it is asked all the same, and said. */
async function readLookalikes(kind: ChangeKind, pool: PoolClient, input: unknown) {
  if (kind.lookalikes === undefined) return undefined;
  const read = await toResult(kind.lookalikes(pool, input));
  return read.ok ? read.value : { addresses: [], areAll: false };
}

function draw({ kindOf, clock, expiryMs }: EngineContext, given: Given): Proposal {
  const { kind: name, input, present, requester, channelId, keySince } = given;
  const { reason, replaces, lookalikes } = given;
  const kind = kindOf(name);
  const request = kind.request(input);
  const badAddresses = kind.badAddresses?.(input, present) ?? [];
  const askedAt = clock.now();
  return {
    id: randomBytes(16).toString('base64url'),
    kind: name,
    input,
    request,
    requestHash: hashOf(request),
    present,
    ...(lookalikes === undefined ? {} : { lookalikes }),
    ...(badAddresses.length === 0 ? {} : { badAddresses: [...badAddresses] }),
    touches: kind.touches(input),
    rule: kind.rule,
    requester,
    channelId,
    keySince,
    askedAt,
    expiresAt: askedAt + expiryMs,
    ...(reason === undefined ? {} : { reason }),
    ...(replaces === undefined ? {} : { replaces }),
  };
}

function asked(proposal: Proposal, actor: Person | 'pitboss') {
  return { step: 'asked' as const, change: proposal.id, actor, details: { proposal } };
}
