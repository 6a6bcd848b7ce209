import { UserError } from '../../domain/errors/user-errors.js';
import { refusalWords } from '../../views/changes/refusal-sentences.js';
import { lostSinceWords } from '../../views/changes/trail/behind.js';
import type { Change, Refusal } from '../../domain/changes/change.js';
import type { EntryDraft } from '../../domain/changes/entry.js';
import { changeIn, type ChangesState } from '../../domain/changes/state/state.js';
import type { AttemptFacts } from '../../domain/changes/change-permissions.js';
import type { RecordResult } from '../trail/trail.js';
import type { GuildSettings } from '../../domain/guild/guild-settings.js';
import { withValues } from '../../domain/changes/settings/setting-changes.js';
import type { Click } from './click.js';
import type { EngineContext } from './engine-context.js';
import { refuseOldClick } from './refuse-old-click.js';

/** Reads the settings at each attempt, since a role may have just been removed. */
export async function attemptOf(
  { guilds, expiry }: EngineContext,
  { guildId, changeId, member }: Pick<Click, 'guildId' | 'changeId' | 'member'>,
  { settings }: ChangesState,
): Promise<AttemptFacts> {
  const stored = await guilds.settings(guildId);
  return { member, changeId, settings: withValues(stored, settings), expiry };
}

/** A person's attempt to take a step. */
export interface StepAttempt {
  /** The name under which a refusal is recorded. */
  readonly attempt: string;
  /** `null` = allowed. May be called several times. */
  readonly judge: (now: ChangesState, facts: AttemptFacts) => Refusal | null;
  readonly draft: EntryDraft | ((settings: GuildSettings, now: ChangesState) => EntryDraft);
}

/**
 * Writes a step and returns the state after it. Refuses if it isn't allowed at the moment of
 * writing.
 */
export async function takeStep(
  context: EngineContext,
  click: Click,
  { attempt, judge, draft }: StepAttempt,
): Promise<ChangesState> {
  const { member, changeId } = click;
  let refusal: Refusal | null = null;
  const { trailState } = await recordWithSettings(context, click, (now, settings) => {
    refuseOldClick(context, member);
    refusal = judge(now, { member, changeId, settings, expiry: context.expiry });
    if (refusal !== null) return null;
    return typeof draft === 'function' ? draft(settings, now) : draft;
  });
  return refusal === null ? trailState : refuse(context, click, { attempt, refusal });
}

/** Like `Trail.record`, with the settings in force in that state. */
export async function recordWithSettings(
  { trail, guilds }: EngineContext,
  { guildId, changeId }: { readonly guildId: string; readonly changeId?: string },
  decide: (now: ChangesState, settings: GuildSettings) => EntryDraft | null,
): Promise<RecordResult> {
  const stored = await guilds.settings(guildId);
  return trail.record(guildId, (now) => decide(now, withValues(stored, now.settings)), changeId);
}

/** Records a refusal, then throws its words. */
export async function refuse(
  context: EngineContext,
  { guildId, changeId, member }: Click,
  { attempt, refusal }: { attempt: string; refusal: Refusal },
): Promise<never> {
  await context.refusals.enter({ guildId, changeId, member, attempt, why: refusal.why });
  const place =
    'other' in refusal ? await context.cards.cardMessageOf(guildId, refusal.other.id) : null;
  throw new UserError(refusalWords(refusal, place));
}

/**
 * The change after a step. Throws if the trail has lost entries meanwhile, because no earlier state
 * may overwrite what people saw.
 */
export function changeAfter(state: ChangesState, id: string): Change {
  if (state.behind !== null) throw new UserError(lostSinceWords);
  return changeIn(state, id);
}
