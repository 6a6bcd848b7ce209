import type { PostedMessage, Reply } from '../../../domain/messages/reply.js';
import { differenceFields } from '../../../views/changes/fields/difference-fields.js';
import type { GuildMessage } from '../../../views/changes/change-name.js';
import { changeHeadline } from '../../../views/changes/change-headline.js';
import {
  MAX_NAMED_RELATED,
  type RelatedChanges,
} from '../../../views/changes/card/related-lines.js';
import { changeCard } from '../../../views/changes/card/change-card.js';
import type { AskedByPerson, Renewal } from '../../../views/changes/card/renewal.js';
import { durabilityRiskSentence } from '../../../views/setup/durability-risk-sentence.js';
import { entryRefOf } from '../../../domain/changes/entry-ref.js';
import type { Change, State } from '../../../domain/changes/change.js';
import type { CardPlaces } from './card-places.js';
import { kindOf } from '../../kinds/kinds.js';
import { unfinishedBeside } from './related-changes.js';
import { replacedAtPool } from '../../../domain/changes/effect/replaced-at-pool.js';
import { contradictionsOf } from '../../../domain/changes/change-summary.js';
import type { ChangeKind } from '../../kinds/kind.js';
import { isKeyGone, mayBeObserved } from '../../../domain/changes/unresolved.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { OBSERVED_FOR_MS } from '../../../domain/changes/effect/observation-schedule.js';
import { withValues } from '../../../domain/changes/settings/setting-changes.js';
import {
  approvalRulesFor,
  refusalForBadChecksum,
  refusalForOtherNetwork,
} from '../../../domain/changes/change-permissions.js';
import { refusalSentence } from '../../../views/changes/refusal-sentences.js';
import type { SharedParts } from '../../shared-parts.js';

interface CardContentsParts extends SharedParts {
  /** Called when a waiting change is drawn as one whose time is over. */
  readonly onTimeOver: (guildId: string, changeId: string) => void;
}

export interface CardView {
  readonly state: ChangesState;
  /** Set if this is a copy beside the live card. */
  readonly live?: PostedMessage;
  /** If missing, it is read. */
  readonly isHeld?: boolean;
  /** For one person, who can use its buttons although the live card is elsewhere. */
  readonly isPrivate?: true;
  /** Show the full record, even once the change has ended. */
  readonly isWhole?: true | undefined;
}

/** Why it makes no sense with what was found, as it was asked for or renewed; null if it does. */
function objectionTo(kind: ChangeKind, { input, found, lookalikes }: Change): string | null {
  const asked = kind.objection(input, found, lookalikes);
  const renewed = asked ?? kind.objection(kind.complete(input, found), found, lookalikes);
  if (renewed !== null) return renewed.message;
  const refusal = refusalForOtherNetwork(kind.otherNetworks(input, found));
  return refusal === null ? null : refusalSentence(refusal);
}

/**
 * Its state when another was requested in its place, at `replacedAt`: a restore that was accepted since makes
 * it unknown.
 */
function stateWhenReplaced({ state, found, closed, resolved }: Change, replacedAt: number): State {
  // Asked again once somebody had checked it, whatever it was before.
  if (closed === undefined || (resolved?.at ?? Infinity) <= replacedAt) return state;
  if (found !== undefined) return 'drifted';
  return closed.by === 'pitboss' ? 'expired' : 'cancelled';
}

const NONE_RELATED: RelatedChanges = { named: [], total: 0 };

/** How many replaced changes to follow back to the request of a person. */
const MAX_RENEWALS = 20;

export type CardContents = ReturnType<typeof createCardContents>;

/** Collects what a card shows, all read when it is drawn. */
export function createCardContents(parts: CardContentsParts, places: CardPlaces) {
  const { trail, guilds } = parts;

  async function draw(guildId: string, change: Change, shown: CardView): Promise<Reply> {
    const { state, live } = shown;
    const { input, present, found, lookalikes, answer, ended } = change;
    const settings = withValues(await guilds.settings(guildId), state.settings);
    const rules = approvalRulesFor(change, settings);
    const kind = kindOf(change.kind);
    const whyExpired = change.state === 'pending' ? parts.expiry.whyExpired(change) : null;
    if (whyExpired !== null) parts.onTimeOver(guildId, change.id);
    const isFound = found !== undefined;
    const at = change.askedAt;
    const isWhole = shown.isWhole === true || (live !== undefined && !shown.isPrivate);
    const lookedForUntil = ended === undefined ? null : ended.at + OBSERVED_FOR_MS;
    const isLookedFor = lookedForUntil !== null && parts.clock.now() < lookedForUntil;
    return changeCard(change, {
      title: kind.title,
      preview: kind.preview(input, present, { lookalikes, at, isWhole }),
      subject: kind.subject(input),
      fieldChanges: kind.fieldChanges(input, present),
      isWhole,
      renewal: await renewalOf(guildId, change),
      replacedBy: await named(guildId, change.replacedBy, state),
      isPrivate: shown.isPrivate === true,
      differences: isFound ? differenceFields(kind.recordOf(present), kind.recordOf(found)) : [],
      found: isFound
        ? kind.preview(input, found, { lookalikes, at: change.closed?.at ?? at, isWhole })
        : [],
      objection: isFound ? objectionTo(kind, change) : null,
      contradictions: contradictionsOf(change, kind),
      report: answer === undefined ? [] : kind.report(answer, parts.consoleUrl),
      roles: settings.roles,
      pingRoleId: settings.pingRoleId,
      typedLength: kind.toType(change)[0]?.end.length ?? 0,
      rule: rules.approval,
      ruleNow: settings.approval[change.rule],
      isDoubtful: kind.isDoubtful(input, present),
      isFrozen: state.frozen !== null,
      isBehind: state.behind !== null,
      isHeld: shown.isHeld ?? (await places.isHeld(guildId, change.id)),
      liveCard: live === undefined ? null : { guildId, ...live },
      // Once a newer copy is put back, what was entered meanwhile isn't missing.
      entryRef: state.behind === null ? entryRefOf(state) : null,
      storeRisk: durabilityRiskSentence(parts.store.risks()),
      isKnown: kind.isKnown(present, answer),
      isKeyGone: isKeyGone(state, change),
      isChecksumRefused: refusalForBadChecksum(change, rules) !== null,
      whyExpired,
      lookedForUntil,
      isLookedFor,
      unfinished:
        change.state === 'pending' ? await unfinishedRelated(guildId, change, state) : NONE_RELATED,
      replacedAtPool: await replacing(guildId, change, state),
    });
  }

  /** Where the change's card is; null if unknown. */
  async function cardMessageOf(guildId: string, changeId: string): Promise<GuildMessage | null> {
    const place = await places.of(guildId, changeId);
    return place === undefined ? null : { guildId, ...place };
  }

  /** The change as other cards name it. */
  async function named(guildId: string, id: string | undefined, { digests }: ChangesState) {
    if (id === undefined) return null;
    return { id, number: digests.get(id)?.number, place: await cardMessageOf(guildId, id) };
  }

  async function unfinishedRelated(
    guildId: string,
    change: Change,
    state: ChangesState,
  ): Promise<RelatedChanges> {
    const others = unfinishedBeside(change, state, parts.clock.now());
    const newest = others.slice(0, MAX_NAMED_RELATED).map(async (other) => ({
      ...(await relatedName(guildId, other)),
      title: kindOf(other.kind).title,
      headline: changeHeadline(other),
    }));
    return { named: await Promise.all(newest), total: others.length };
  }

  async function replacing(guildId: string, change: Change, state: ChangesState) {
    const by = replacedAtPool(change, state);
    if (by?.observed === undefined) return null;
    return { ...(await relatedName(guildId, by)), seenAt: by.observed.at };
  }

  async function relatedName(guildId: string, { id, number }: Change) {
    return { id, number, place: await cardMessageOf(guildId, id) };
  }

  /** The request that Pitboss renewed, perhaps several times, up to this one; null if it isn't known. */
  async function askedByPerson(guildId: string, renewed: Change): Promise<AskedByPerson | null> {
    let last = renewed;
    for (let back = 0; back < MAX_RENEWALS; back++) {
      const { replaces, askedAt } = last;
      const before = replaces === undefined ? null : await trail.changeOf(guildId, replaces);
      if (before === undefined) return null;
      // Only what drifted is renewed by Pitboss; anything else a person asks for again.
      if (before === null || stateWhenReplaced(before, askedAt) !== 'drifted') return last;
      last = before;
    }
    return null;
  }

  /** Null for a change that replaces none. */
  async function renewalOf(guildId: string, change: Change): Promise<Renewal | null> {
    const { replaces, input, present } = change;
    if (replaces === undefined) return null;
    const kind = kindOf(change.kind);
    const earlier = await trail.changeOf(guildId, replaces);
    const before = earlier === undefined ? present : earlier.present;
    return {
      replaced: {
        id: replaces,
        number: earlier?.number,
        place: await cardMessageOf(guildId, replaces),
      },
      state: earlier === undefined ? 'drifted' : stateWhenReplaced(earlier, change.askedAt),
      isInForce: earlier?.observed !== undefined && !mayBeObserved(earlier),
      asked: earlier === undefined ? null : await askedByPerson(guildId, earlier),
      before: kind.recordOf(before),
      now: kind.recordOf(present),
      undone: kind.undone(input, before, present),
    };
  }

  return {
    draw,
    cardMessageOf,
  };
}
