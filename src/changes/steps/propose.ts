import type { Member } from '../../domain/guild/access-levels.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { toResult } from '../../domain/errors/result.js';
import type { PoolClient } from '../../pool-api/client.js';
import {
  personOf,
  type Change,
  type Person,
  type Proposal,
  type ApprovalRules,
} from '../../domain/changes/change.js';
import type { GuildSettings } from '../../domain/guild/guild-settings.js';
import {
  attemptOf,
  changeAfter,
  recordWithSettings,
  refuse,
  takeStep,
} from '../engine/take-step.js';
import type { EngineContext } from '../engine/engine-context.js';
import { changeIn, type ChangesState } from '../../domain/changes/state/state.js';
import type { ChangeKind } from '../kinds/kind.js';
import { kindOf } from '../kinds/kinds.js';
import {
  expiryOf,
  isSameThing,
  approvalRulesFor,
  whyNotAsk,
  refusalForRedactedName,
  refusalForBadChecksum,
  refusalForOtherNetwork,
} from '../../domain/changes/change-permissions.js';
import { recordRefusedRequest } from '../engine/record-refused-request.js';
import { oneLine } from '../../domain/names/one-line.js';
import { randomChangeId } from './change-id.js';

export interface ProposeRequest {
  readonly guildId: string;
  readonly channelId: string;
  readonly member: Member;
  readonly kind: string;
  /** In the kind's own shape. */
  readonly input: unknown;
  readonly reason?: string | undefined;
  /** The expired or cancelled change that is requested again. */
  readonly replaces?: string | undefined;
}

/**
 * Reads the present state and writes the proposal. Throws and enters a refusal if the request makes
 * no sense, or if a change to the same thing is open or has an unknown outcome. Rethrows what the
 * pool client throws.
 */
export async function propose(context: EngineContext, request: ProposeRequest): Promise<Change> {
  const { guildId, channelId, member, reason, replaces } = request;
  const kind = kindOf(request.kind);
  const touches = kind.touches(request.input);
  const click = { guildId, member, changeId: '' };
  const attempt = attemptToAsk(kind, kind.subject(request.input));
  // Checked before anything is read, and again, by id too, when it is written.
  const now = await context.trail.state(guildId);
  const facts = await attemptOf(context, click, now);
  const early = whyNotAsk(now, facts, { touches });
  if (early !== null) return refuse(context, click, { attempt, refusal: early });

  const { pool, connectedAt } = await context.openPool(guildId);
  const asking = { guildId, member, attempt };
  const { input, present, lookalikes } = await recordRefusedRequest(context, asking, () =>
    readForRequest(kind, pool, request.input),
  );

  const proposal = createProposal(context, {
    kind: request.kind,
    input,
    present,
    lookalikes,
    requester: personOf(member),
    channelId,
    keySince: connectedAt,
    reason: reason === undefined ? undefined : oneLine(reason, 300),
    replaces,
  });
  const { badAddresses = [] } = proposal;
  const otherNetworks = kind.otherNetworks(input, present);
  const refusal =
    refusalForRedactedName(proposal.request) ??
    refusalForOtherNetwork(otherNetworks) ??
    refusalForBadChecksum(proposal, facts.settings);
  if (refusal !== null) {
    const to = badAddresses.length === 0 ? '' : ` to ${badAddresses.join(' ')}`;
    return refuse(context, click, { attempt: `${attempt}${to}`, refusal });
  }
  const state = await takeStep(context, click, {
    attempt,
    judge: (...at) => whyNotAsk(...at, proposal),
    draft: (settings) =>
      askedStep(context, proposal, {
        settings,
        askedUnder: approvalRulesFor(proposal, settings),
        actor: proposal.requester,
      }),
  });
  return changeAfter(state, proposal.id);
}

/**
 * Requests a drifted change again with the values found. Null if that no longer makes sense or
 * somebody else requested it meanwhile.
 */
export async function renew(
  context: EngineContext,
  guildId: string,
  { drifted, present, pool }: { drifted: Change; present: unknown; pool: PoolClient },
): Promise<{ readonly next: Change; readonly state: ChangesState } | null> {
  const kind = kindOf(drifted.kind);
  const input = kind.complete(drifted.input, present);
  // Other addresses may look like these by now.
  const lookalikes = await readLookalikes(kind, pool.fresh(), input);
  if (kind.objection(input, present, lookalikes) !== null) return null;
  // A kept address counts as new once somebody has removed it at the pool.
  if (refusalForOtherNetwork(kind.otherNetworks(input, present)) !== null) return null;
  const proposal = createProposal(context, {
    ...drifted,
    input,
    present,
    lookalikes,
    replaces: drifted.id,
  });
  // Names the drifted change, which a checkpoint may have just dropped from memory.
  const where = { guildId, changeId: drifted.id };
  const { written, trailState } = await recordWithSettings(context, where, (now, settings) => {
    const isAsked = [...now.changes.values()].some(
      (other) => other.state === 'pending' && isSameThing(other, proposal),
    );
    if (now.behind !== null || isAsked) return null;
    // The strictest rules since the first request.
    const askedUnder = approvalRulesFor(drifted, settings);
    return askedStep(context, proposal, { settings, askedUnder, actor: 'pitboss' });
  });
  return written === null ? null : { next: changeIn(trailState, proposal.id), state: trailState };
}

export function attemptToAsk({ title }: Pick<ChangeKind, 'title'>, about: string): string {
  return `ask: ${title}, ${about}`;
}

/** Throws the kind's objection. */
async function readForRequest(kind: ChangeKind, pool: PoolClient, given: unknown) {
  const [present, lookalikes] = await Promise.all([
    kind.read(pool.fresh(), given),
    readLookalikes(kind, pool.fresh(), given),
  ]);
  const input = kind.complete(given, present);
  const objection = kind.objection(input, present, lookalikes);
  if (objection !== null) throw objection;
  return { input, present, lookalikes };
}

/** Lookalikes only warn; if they can't be read, the card says so. */
async function readLookalikes(kind: ChangeKind, pool: PoolClient, input: unknown) {
  const read = await toResult(kind.lookalikes(pool, input));
  return read.ok ? read.value : { addresses: [], areAll: false };
}

type ProposalField =
  | 'kind'
  | 'input'
  | 'present'
  | 'lookalikes'
  | 'requester'
  | 'channelId'
  | 'keySince'
  | 'reason'
  | 'replaces';

type ProposalDraft = Omit<Proposal, 'askedUnder' | 'expiresAt'>;

function createProposal(
  context: EngineContext,
  wanted: Pick<Proposal, ProposalField>,
): ProposalDraft {
  const { kind: name, input, present, lookalikes, reason, replaces } = wanted;
  const { requester, channelId, keySince } = wanted;
  const kind = kindOf(name);
  const request = kind.request(input);
  const badAddresses = kind.badAddresses(input, present);
  const askedAt = context.clock.now();
  return {
    id: randomChangeId(),
    kind: name,
    input,
    request,
    requestHash: hashOf(request),
    present,
    lookalikes,
    badAddresses: badAddresses.length === 0 ? undefined : [...badAddresses],
    touches: kind.touches(input),
    touchesId: kind.touchesId(input, present) ?? undefined,
    rule: kind.rule,
    requester,
    channelId,
    keySince,
    askedAt,
    reason,
    replaces,
  };
}

interface AskingContext {
  readonly settings: GuildSettings;
  readonly askedUnder: ApprovalRules;
  readonly actor: Person | 'pitboss';
}

/** The rules and the expiry are fixed in the entry, so no later setting changes them. */
function askedStep(
  { expiryMs }: EngineContext,
  draft: ProposalDraft,
  { settings, askedUnder, actor }: AskingContext,
) {
  const expiresAt = expiryOf(draft, settings, expiryMs);
  const proposal: Proposal = { ...draft, askedUnder, expiresAt };
  return { step: 'asked' as const, change: proposal.id, actor, details: { proposal } };
}
