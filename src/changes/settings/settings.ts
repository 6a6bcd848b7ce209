import type { Member } from '../../domain/guild/access.js';
import { UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import {
  keyNotEnteredSentence,
  settingNotEnteredSentence,
  settingsStaySentence,
} from '../../views/setup/setting-sentences.js';
import { personOf } from '../../domain/changes/change.js';
import type { EngineContext } from '../engine-context.js';
import type { Loosening } from '../../domain/changes/loosening.js';
import { splitLoosening, settingsAfterDisconnect, type SplitSettings } from './loosening-rules.js';
import type { Loosenings } from './loosenings.js';
import { recordOrExplain } from './record-with-retry.js';
import { readStored, showSettings, settingsWithoutEntry } from './stored-settings.js';
import {
  differences,
  keyValues,
  settingValues,
  withValues,
  type SettingChanges,
} from '../../domain/changes/setting-changes.js';
import {
  guildSettings,
  type GuildSettings,
  type KeyInfo,
} from '../../domain/guild/guild-settings.js';

/**
 * Changes a guild's settings and its key. A setting is set by its entry in
 * the trail; the copy in the guilds' store follows. A key is in the vault alone, so it goes there
 * first and its entry follows: of two at once, the trail's last word is the key that is in use.
 */
export interface AuditedSettings {
  /**
   * Throws a UserError, and sets nothing, while the trail is broken or can't be written. What
   * loosens a rule that needs two people isn't set: it waits (`loosening.ts`).
   */
  set(setter: Setter, change: (now: GuildSettings) => GuildSettings): Promise<SettingsSet>;
  /** Throws as `set` does; but a key that was taken stays, and the UserError says that. */
  connectKey(setter: Omit<Setter, 'by'>, key: string): Promise<KeyInfo>;
  /**
   * Deletes the key whatever the trail is like, then the settings; throws a UserError if those
   * stay. True when there was a key. Rules that need two people stay, unless the bot was removed.
   */
  disconnect(guildId: string, by: Member | 'bot-removed'): Promise<boolean>;
  /** Enters what no entry tells of yet, and brings the stored copy up to the trail. */
  noteFound(guildId: string): Promise<void>;
}

export interface SettingsSet {
  readonly settings: GuildSettings;
  /** The part that has to wait; null = nothing has to. */
  readonly loosening: Loosening | null;
}

interface Setter {
  readonly guildId: string;
  readonly member: Member;
  readonly by: SettingChanges['by'];
}

export function createAuditedSettings(
  context: EngineContext,
  loosenings: Pick<Loosenings, 'ask'>,
): AuditedSettings {
  const { guilds, trail, onError } = context;

  /** A key whose process died before its entry, and settings from before there were entries. */
  async function enterFound(guildId: string): Promise<void> {
    for (;;) {
      const before = await trail.state(guildId);
      const stored = await readStored(guilds, guildId);
      let isStale = false;
      await trail.record(guildId, (now) => {
        // The key may have been read before that entry.
        isStale = now.settings.get('key') !== before.settings.get('key');
        if (isStale) return null;
        const changed = settingsWithoutEntry(now, stored);
        if (changed.length === 0) return null;
        return { step: 'set', actor: 'pitboss', details: { by: 'found', changed } };
      });
      if (!isStale) return;
    }
  }

  return {
    async set({ guildId, member, by }, change) {
      await enterFound(guildId);
      const stored = await guilds.settings(guildId);
      let split: SplitSettings = { atOnce: stored, held: [] };
      await recordOrExplain(context, guildId, {
        sentence: settingNotEnteredSentence,
        decide(now) {
          const before = withValues(stored, now.settings);
          split = splitLoosening(before, guildSettings.parse(change(before)));
          const changed = differences(settingValues(before), settingValues(split.atOnce));
          if (changed.length === 0) return null;
          return { step: 'set', actor: personOf(member), details: { by, changed } };
        },
      });
      await showSettings(context, guildId);
      const { atOnce, held } = split;
      const loosening = held.length === 0 ? null : await loosenings.ask({ guildId, member }, held);
      return { settings: atOnce, loosening };
    },

    async connectKey({ guildId, member }, key) {
      await enterFound(guildId);
      const before = (await trail.state(guildId)).settings.get('key') ?? [];
      const info = await guilds.saveKey(guildId, key, member.userId);
      const changed = [{ what: 'key' as const, before: [...before], after: keyValues(info) }];
      const entered = await toResult(
        trail.record(guildId, () => ({
          step: 'set',
          actor: personOf(member),
          details: { by: 'key', changed },
        })),
      );
      // Of keys connected at the same moment, the last one saved is entered last.
      const found = await toResult(enterFound(guildId));
      if (!entered.ok) {
        onError(`the API key of guild ${guildId} could not be entered`, entered.error);
        throw new UserError(keyNotEnteredSentence(found.ok), { cause: entered.error });
      }
      await showSettings(context, guildId);
      return info;
    },

    async disconnect(guildId, by) {
      // A key that shall go does not stay because the trail can't be written.
      await toResult(enterFound(guildId));
      const hadKey = await guilds.forgetKey(guildId);
      const stored = await guilds.settings(guildId);
      const keep = by === 'bot-removed' ? () => guildSettings.parse({}) : settingsAfterDisconnect;
      const state = await toResult(trail.state(guildId));
      if (!state.ok && state.error instanceof UserError) {
        onError('a server was disconnected while its trail is broken', state.error);
        await guilds.saveSettings(guildId, keep(stored));
        return hadKey;
      }
      await recordOrExplain(context, guildId, {
        sentence: settingsStaySentence,
        decide({ settings: told }) {
          const before = withValues(stored, told);
          const key = told.get('key') ?? [];
          const changed = differences(
            { ...settingValues(before), key },
            settingValues(keep(before)),
          );
          if (changed.length === 0) return null;
          return by === 'bot-removed'
            ? { step: 'set', actor: 'pitboss', details: { by, changed } }
            : { step: 'set', actor: personOf(by), details: { by: 'disconnect', changed } };
        },
      });
      await showSettings(context, guildId);
      return hadKey;
    },

    async noteFound(guildId) {
      await enterFound(guildId);
      await showSettings(context, guildId);
    },
  };
}
