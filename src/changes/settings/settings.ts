import { UserError } from '../../domain/errors/user-errors.js';
import {
  auditChannelUnreadWords,
  settingNotRecordedWords,
} from '../../views/setup/not-recorded.js';
import { toResult } from '../../domain/errors/result.js';
import { canonicalJson } from '../../domain/json/canonical-json.js';
import { personOf } from '../../domain/changes/change.js';
import { refuseOldClick } from '../engine/refuse-old-click.js';
import { judgeAuditChannel } from '../engine/clicked-card.js';
import type { Member } from '../../domain/guild/access-levels.js';
import type { EngineContext } from '../engine/engine-context.js';
import type { Loosening } from '../../domain/changes/settings/loosening.js';
import { createKeyChanges, type ConnectedKey, type KeyRemover } from './key-changes.js';
import type { KeyLock } from './key-lock.js';
import {
  settingsAfterDisconnect,
  splitLoosening,
  type SplitSettings,
} from '../../domain/changes/settings/loosening-rules.js';
import type { Loosenings } from './loosenings.js';
import { recordOrExplain } from './record-or-explain.js';
import {
  botMembershipGuard,
  refuseIfBotMembershipOver,
  botMembershipIn,
  type BotMembership,
  type RequestInMembership,
} from './bot-membership.js';
import { settingsInForce, showSettings, syncStoredSettings } from './effective-settings.js';
import {
  settingDifferences,
  settingValues,
  withValues,
  type AuditedSetting,
  type SettingChanges,
} from '../../domain/changes/settings/setting-changes.js';
import { guildSettings, type GuildSettings } from '../../domain/guild/guild-settings.js';

export interface SettingsResult {
  readonly settings: GuildSettings;
  /** The part that has to wait; null if nothing has to. */
  readonly loosening: Loosening | null;
  /** It asked for the rule as it stands while a loosening of that waited, which is withdrawn. */
  readonly hasWithdrawn: boolean;
}

interface SettingsAuthor {
  readonly guildId: string;
  readonly member: Member;
  readonly by: SettingChanges['by'];
  /** The settings that were named, also if they stay as they are. */
  readonly named?: readonly AuditedSetting[];
  /** As of when it was asked for; as of this call if left out. */
  readonly membership?: BotMembership;
}

/**
 * Changes a guild's settings and key. A setting takes effect by its trail entry; the copy in the
 * guilds' store follows. A key is stored only in the vault, so it goes there first and its entry
 * follows, both under one lock (`key-lock.ts`).
 */
export function createAuditedSettings(
  context: EngineContext,
  loosenings: Pick<Loosenings, 'ask' | 'waiting' | 'withdraw'>,
  lock: KeyLock,
) {
  const { guilds, trail } = context;
  const keys = createKeyChanges(context, lock);

  const membershipNow = async (guildId: string): Promise<BotMembership> =>
    botMembershipIn(context, guildId, await trail.state(guildId));

  /**
   * What an audit channel tells of lost entries is entered before another takes its place. Throws a
   * UserError if Discord can't show it now.
   */
  async function readBeforeReplaced(
    guildId: string,
    before: GuildSettings,
    after: GuildSettings,
  ): Promise<void> {
    if (before.auditChannelId === after.auditChannelId) return;
    if (!(await judgeAuditChannel(context, guildId))) throw new UserError(auditChannelUnreadWords);
  }

  /** Withdraws what waits to loosen one of those settings, if it is to stay as it is. */
  async function withdrawIfNamed(
    {
      guildId,
      member,
      named = [],
      membership,
    }: RequestInMembership & Pick<SettingsAuthor, 'named'>,
    change: (now: GuildSettings) => GuildSettings,
  ): Promise<boolean> {
    const state = await trail.state(guildId);
    refuseIfBotMembershipOver(context, { guildId, membership }, state);
    const { loosening: asked, settings } = state;
    if (asked?.changed.some(({ what }) => named.includes(what)) !== true) return false;
    const before = withValues(await guilds.settings(guildId), settings);
    if (splitLoosening(before, guildSettings.parse(change(before))).delayed.length > 0)
      return false;
    const withdrawn = await toResult(loosenings.withdraw({ guildId, member, asked }));
    if (withdrawn.ok) return true;
    // Another admin may have confirmed or withdrawn it meanwhile.
    if ((await loosenings.waiting(guildId))?.seq === asked.seq) throw withdrawn.error;
    return false;
  }

  return {
    /** For access checks and reading; what is written is judged by the trail. */
    inForce: (guildId: string) => settingsInForce(context, guildId),
    /** Take it when something is asked for that waits before it is set. */
    membership: membershipNow,
    /**
     * Take it when anything else is asked for that is saved later. What it resolves with throws a
     * UserError once the bot was removed since.
     */
    guardMembership: (guildId: string): Promise<() => Promise<void>> =>
      botMembershipGuard(context, guildId),
    /**
     * Throws a UserError and sets nothing while the trail is broken or can't be written, and if the
     * bot was removed since it was asked for. Whatever loosens a rule that needs two people has to
     * wait instead (`loosening.ts`).
     */
    async set(
      { guildId, member, by, named, membership: begun }: SettingsAuthor,
      change: (now: GuildSettings) => GuildSettings,
    ): Promise<SettingsResult> {
      const membership = begun ?? (await membershipNow(guildId));
      await keys.enterFoundIfFree(guildId);
      // First: if it takes effect at this moment, the rule is set again below.
      const hasWithdrawn = await withdrawIfNamed({ guildId, member, named, membership }, change);
      // The channel that is really replaced is read, also where the copy came after its entry.
      const stored = await syncStoredSettings(context, guildId);
      await readBeforeReplaced(guildId, stored, guildSettings.parse(change(stored)));
      let split: SplitSettings = { atOnce: stored, delayed: [] };
      await recordOrExplain(context, guildId, {
        words: settingNotRecordedWords,
        decide(now) {
          refuseIfBotMembershipOver(context, { guildId, membership }, now);
          refuseOldClick(context, member);
          const before = withValues(stored, now.settings);
          split = splitLoosening(before, guildSettings.parse(change(before)));
          const changed = settingDifferences(settingValues(before), settingValues(split.atOnce));
          if (changed.length === 0) return null;
          return { step: 'set', actor: personOf(member), details: { by, changed } };
        },
      });
      await showSettings(context, guildId);
      const { atOnce, delayed } = split;
      const loosening =
        delayed.length === 0
          ? null
          : await loosenings.ask({ guildId, member, membership }, delayed);
      return { settings: atOnce, loosening, hasWithdrawn };
    },

    /**
     * Throws as `set` does, and while somebody else changes the key. A key that the vault took
     * stays, and the UserError says so, unless the bot was removed.
     */
    async connectKey(setter: Omit<SettingsAuthor, 'by'>, key: string): Promise<ConnectedKey> {
      const { guildId, member, membership = await membershipNow(guildId) } = setter;
      const connected = await keys.connect({ guildId, member, membership }, key);
      await showSettings(context, setter.guildId);
      return connected;
    },

    /**
     * Deletes the key whatever the trail's state, then the settings. Throws a UserError if the
     * settings stay, if it is another key by now, or while somebody else changes the key. True if
     * there was a key. Rules that need two people stay unless the bot was removed.
     */
    async disconnect(guildId: string, by: KeyRemover | 'bot-removed'): Promise<boolean> {
      const { hadKey, isTold } = await keys.disconnect(guildId, by);
      if (isTold) await showSettings(context, guildId);
      return hadKey;
    },

    enterUnentered: (): Promise<void> => keys.enterUnentered(),
    started: () => keys.started(),
    /** Whether a disconnect would leave the settings as they are. */
    async areDisconnected(guildId: string): Promise<boolean> {
      const now = await settingsInForce(context, guildId);
      return canonicalJson(now) === canonicalJson(settingsAfterDisconnect(now));
    },
    /**
     * For before a change is asked for: the trail then tells of the key that it is asked for with.
     * Throws a UserError while somebody is changing the key.
     */
    ensureEntered: (guildId: string): Promise<void> => keys.ensureEntered(guildId),
    /**
     * Enters settings that no entry tells of yet, and updates the stored copy. False while somebody
     * is changing the key, whose entry may follow: try again later.
     */
    async noteFound(guildId: string): Promise<boolean> {
      const isDone = await keys.enterFoundIfFree(guildId);
      await showSettings(context, guildId);
      return isDone;
    },
  };
}
