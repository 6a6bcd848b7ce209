import { UserError } from '../../domain/errors/user-errors.js';
import { behindNotLoosenedWords } from '../../views/changes/trail/behind.js';
import { looseningNotAskedWords } from '../../views/setup/not-recorded.js';
import type { ShownMessage } from '../../domain/messages/reply.js';
import { personOf, type WhoAndWhen, type Refusal } from '../../domain/changes/change.js';
import type { EntryDraft } from '../../domain/changes/entry.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import type { GuildSettings } from '../../domain/guild/guild-settings.js';
import { judgeAuditChannel } from '../engine/clicked-card.js';
import { recordWithSettings, takeStep, type StepAttempt } from '../engine/take-step.js';
import { refuseOldClick } from '../engine/refuse-old-click.js';
import type { EngineContext } from '../engine/engine-context.js';
import {
  isDue,
  LOOSENING_WAITS_MS,
  type Loosening,
} from '../../domain/changes/settings/loosening.js';
import {
  isSameLoosening,
  loosen,
  whyNotConfirmLoosening,
  whyNotWithdrawLoosening,
  type LooseningAttempt,
} from '../../domain/changes/settings/loosening-rules.js';
import {
  settingDifferences,
  settingValues,
  type SettingChanges,
} from '../../domain/changes/settings/setting-changes.js';
import { recordOrExplain } from './record-or-explain.js';
import { showSettings } from './effective-settings.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import { refuseIfBotMembershipOver, type RequestInMembership } from './bot-membership.js';

export interface LooseningClick extends LooseningAttempt {
  readonly guildId: string;
  /** What the clicked message showed. */
  readonly shown?: ShownMessage | undefined;
}

/** Time servers set a clock by less. */
const CLOCK_SET_MS = MINUTE_MS;

/**
 * Loosenings of rules. The `set` entry that ends one both decides and applies it, by
 * compare-and-append, so it excludes a withdrawal.
 */
export function createLoosenings(context: EngineContext) {
  const { trail, clock, uptime, ageOf } = context;
  const startedAt = clock.now() - uptime();
  /** The wall clock was set since this process started, and nothing tells which time is right. */
  const wasClockSet = () => Math.abs(clock.now() - uptime() - startedAt) > CLOCK_SET_MS;

  async function ask(request: RequestInMembership, delayed: SettingChanges['changed']) {
    const { guildId, member } = request;
    let isBehind = false;
    const { trailState } = await recordOrExplain(context, guildId, {
      words: looseningNotAskedWords,
      decide(now) {
        refuseIfBotMembershipOver(context, request, now);
        const { behind, loosening } = now;
        isBehind = behind !== null;
        // It would be promised now and dropped once the copy is accepted.
        if (isBehind) return null;
        refuseOldClick(context, member, looseningNotAskedWords);
        if (loosening !== null && isSameLoosening(loosening, delayed)) return null;
        // Also a day by Discord's clock: ours may be behind, and set right meanwhile.
        const askedAt = Math.max(clock.now(), member.actedAtDiscord ?? 0);
        const takesEffectAt = askedAt + LOOSENING_WAITS_MS;
        const replaces = loosening === null ? {} : { replaces: loosening.seq };
        return {
          step: 'loosening-asked',
          actor: personOf(member),
          details: { changed: delayed, takesEffectAt, ...replaces },
        };
      },
    });
    if (isBehind) {
      const attempt = `loosen: ${delayed.map(plainText).join('; ')}`;
      await context.refusals.enter({ guildId, member, changeId: '', attempt, why: 'behind' });
      throw new UserError(behindNotLoosenedWords);
    }
    if (trailState.loosening === null) throw new Error('no loosening waits after it was asked for');
    return trailState.loosening;
  }

  /**
   * By the wall clock and, from when this process first saw it, by the process's own count: else a
   * clock that is set ahead would end the wait.
   */
  function isDueNow(guildId: string, loosening: Loosening): boolean {
    const { seq, head, at, takesEffectAt, confirmed } = loosening;
    const heardOf = wasClockSet() ? clock.now() : at;
    const waited = ageOf(`loosening:${guildId}:${seq}:${head}`, heardOf);
    // Asked for by a clock that was behind, its time is further from `at` than it has to wait.
    const waits = Math.min(takesEffectAt - at, LOOSENING_WAITS_MS);
    const hasWaited = confirmed !== undefined || waited >= waits;
    return hasWaited && isDue(loosening, clock.now());
  }

  async function takeEffect(guildId: string): Promise<void> {
    await context.restoreDetector.readAuditChannel(guildId);
    const { written } = await recordWithSettings(context, { guildId }, (now, settings) => {
      const { behind, loosening } = now;
      if (behind !== null || loosening === null || !isDueNow(guildId, loosening)) return null;
      return loosened(now, settings, loosening.confirmed?.by ?? 'pitboss');
    });
    if (written !== null) await showSettings(context, guildId);
  }

  async function step(
    { guildId, member, asked, shown }: LooseningClick,
    attempt: 'loosening-confirmed' | 'loosening-withdrawn',
    { whyNot, draft }: Pick<StepAttempt, 'draft'> & { whyNot: typeof whyNotConfirmLoosening },
  ): Promise<void> {
    // Enters a trail that is behind, which the check below then refuses.
    if (shown !== undefined)
      await context.restoreDetector.judge(guildId, shown, { where: 'audit-channel' });
    const isAuditRead = await judgeAuditChannel(context, guildId);
    const judge = ({ behind, loosening }: ChangesState): Refusal | null => {
      if (behind !== null) return { why: 'behind' };
      if (!isAuditRead && attempt === 'loosening-confirmed') return { why: 'audit-unread' };
      return whyNot(loosening, { member, asked });
    };
    await takeStep(context, { guildId, member, changeId: '' }, { attempt, judge, draft });
  }

  return {
    waiting: async (guildId: string): Promise<Loosening | null> =>
      (await trail.state(guildId)).loosening,
    /** Throws a UserError, and records the refusal, if it isn't allowed. */
    async confirm(click: LooseningClick): Promise<void> {
      const by = personOf(click.member);
      await step(click, 'loosening-confirmed', {
        whyNot: whyNotConfirmLoosening,
        draft: (settings, now) => loosened(now, settings, by),
      });
      await showSettings(context, click.guildId);
    },
    withdraw: (click: LooseningClick): Promise<void> =>
      step(click, 'loosening-withdrawn', {
        whyNot: whyNotWithdrawLoosening,
        draft: {
          step: 'loosening-withdrawn',
          actor: personOf(click.member),
          details: { asked: click.asked.seq },
        },
      }),
    /** Replaces the waiting one; the same request again changes nothing. Throws a UserError. */
    ask,
    isDueNow,
    /**
     * Applies one whose time has come. Reads the audit channel first, because in a restored store
     * it may wait although it was withdrawn. Throws if Discord can't tell.
     */
    takeEffect,
  };
}

export type Loosenings = ReturnType<typeof createLoosenings>;

/** By the trail. */
function plainText({ what, before, after }: SettingChanges['changed'][number]): string {
  return `${what} ${before.join(' ') || 'none'} → ${after.join(' ') || 'none'}`;
}

/** Even if nothing is left to loosen, the entry ends the wait. */
function loosened(
  { loosening }: ChangesState,
  settings: GuildSettings,
  actor: WhoAndWhen['by'],
): EntryDraft {
  const after = loosen(settings, loosening?.changed ?? []);
  const changed = settingDifferences(settingValues(settings), settingValues(after));
  return { step: 'set', actor, details: { by: 'loosened', changed } };
}
