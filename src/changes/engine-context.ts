import type { Member } from '../domain/guild/access.js';
import type { Clock } from '../domain/time/clock.js';
import { UserError } from '../domain/errors/errors.js';
import type { Guilds } from '../guilds/guilds.js';
import type { PostedMessage, ShownMessage } from '../domain/messages/reply.js';
import type { PoolClient } from '../pool-api/client.js';
import { refusalSentence } from '../views/changes/change-sentences.js';
import { lostSinceSentence } from '../views/changes/restore.js';
import type { Outcomes } from './outcomes.js';
import type { Cards } from './posts/cards.js';
import type { Change, Refusal } from '../domain/changes/change.js';
import type { Draft } from '../domain/changes/entry.js';
import type { ChangeKind } from './kinds/kind.js';
import { changeIn, type ChangesState } from '../domain/changes/state.js';
import type { Refusals } from './refusals.js';
import type { AttemptFacts, RuleFacts } from './rules.js';
import type { Recorded, Trail } from './trail/trail.js';
import type { Witnesses } from './trail/witnesses.js';
import type { GuildSettings } from '../domain/guild/guild-settings.js';
import { withValues } from '../domain/changes/setting-changes.js';

/** What every part of the engine works with. */
export interface EngineContext {
  readonly trail: Trail;
  readonly cards: Cards;
  readonly answers: Outcomes;
  readonly refusals: Refusals;
  readonly guilds: Guilds;
  readonly clock: Clock;
  /** The guild's workspace; throws a UserError while no key is connected. */
  readonly poolFor: (guildId: string) => Promise<PoolClient>;
  readonly witnesses: Witnesses;
  /** Life of an unconfirmed change. */
  readonly expiryMs: number;
  /** A change whose process said nothing for this long was left behind by it. */
  readonly answerWithinMs: number;
  readonly kindOf: (name: string) => ChangeKind;
  /** What went wrong without a person to tell. */
  readonly onError: (what: string, error: unknown) => void;
}

/** Who clicked what. */
export interface Click {
  readonly guildId: string;
  readonly changeId: string;
  readonly member: Member;
  /** The card that was clicked on, where everybody sees it. */
  readonly on?: PostedMessage | undefined;
  /** What it showed when it was clicked, also where one person alone sees it. */
  readonly shown?: ShownMessage | undefined;
}

/** Settings are read at each attempt: a role may have been taken away a second ago. */
export async function factsOf(
  { guilds, clock }: EngineContext,
  { guildId, member }: Omit<Click, 'changeId'>,
  { settings }: ChangesState,
): Promise<RuleFacts> {
  const stored = await guilds.settings(guildId);
  return { member, settings: withValues(stored, settings), now: clock.now() };
}

export async function attemptOf(
  context: EngineContext,
  click: Click,
  trailState: ChangesState,
): Promise<AttemptFacts> {
  return { ...(await factsOf(context, click, trailState)), changeId: click.changeId };
}

/** Somebody's try to take a step. */
export interface Step {
  /** `null` = nothing speaks against it. May be asked several times. */
  readonly judge: (now: ChangesState, standing: RuleFacts) => Refusal | null;
  readonly draft: Draft | ((settings: GuildSettings, now: ChangesState) => Draft);
}

/** Writes a step unless something speaks against it at the very moment of writing. */
export async function takeStep(
  context: EngineContext,
  { guildId, member }: Omit<Click, 'changeId'>,
  { judge, draft }: Step,
): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  await recordUnder(context, guildId, (now, settings) => {
    refusal = judge(now, { member, settings, now: context.clock.now() });
    if (refusal !== null) return null;
    return typeof draft === 'function' ? draft(settings, now) : draft;
  });
  return refusal;
}

/** As `Trail.record`, with the settings that hold in that very state. */
export async function recordUnder(
  { trail, guilds }: EngineContext,
  guildId: string,
  decide: (now: ChangesState, settings: GuildSettings) => Draft | null,
): Promise<Recorded> {
  const stored = await guilds.settings(guildId);
  return trail.record(guildId, (now) => decide(now, withValues(stored, now.settings)));
}

/** Records that somebody was refused, then says so to them. */
export async function refuse(
  context: EngineContext,
  { guildId, changeId, member }: Click,
  { attempt, refusal }: { attempt: string; refusal: Refusal },
): Promise<never> {
  await context.refusals.enter({ guildId, changeId, member, attempt, why: refusal.why });
  throw new UserError(refusalSentence(refusal));
}

/**
 * The change after a step, for drawing it where it was clicked. A trail that has lost entries
 * since would draw an earlier state over what people were shown.
 */
export async function changeToShow(
  context: EngineContext,
  guildId: string,
  id: string,
): Promise<Change> {
  const trailState = await context.trail.state(guildId);
  if (trailState.behind !== null) throw new UserError(lostSinceSentence);
  return changeIn(trailState, id);
}

/** What all cards that still wait show of the guild has changed. */
export async function redrawPending(
  { trail, cards }: EngineContext,
  guildId: string,
): Promise<void> {
  const { changes } = await trail.state(guildId);
  for (const { id, state } of changes.values()) {
    if (state === 'pending') await cards.redraw(guildId, id);
  }
}
