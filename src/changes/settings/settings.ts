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
import type { KeyTurns } from './key-turns.js';
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
 * first and its entry follows, both in one turn (`key-turns.ts`).
 */
export interface AuditedSettings {
  /**
   * Throws a UserError, and sets nothing, while the trail is broken or can't be written. What
   * loosens a rule that needs two people isn't set: it waits (`loosening.ts`).
   */
  set(setter: Setter, change: (now: GuildSettings) => GuildSettings): Promise<SettingsSet>;
  /**
   * Throws as `set` does, and while somebody else changes the key; but a key that was taken stays,
   * and the UserError says that.
   */
  connectKey(setter: Omit<Setter, 'by'>, key: string): Promise<KeyInfo>;
  /**
   * Deletes the key whatever the trail is like, then the settings; throws a UserError if those
   * stay, or while somebody else changes the key. True when there was a key. Rules that need two
   * people stay, unless the bot was removed.
   */
  disconnect(guildId: string, by: Member | 'bot-removed'): Promise<boolean>;
  /**
   * Enters what no entry tells of yet, and brings the stored copy up to the trail. False while
   * somebody changes the key, whose entry may follow: look again.
   */
  noteFound(guildId: string): Promise<boolean>;
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
  turns: KeyTurns,
): AuditedSettings {
  const { guilds, trail, onError } = context;

  /**
   * A key whose process died before its entry, and settings from before there were entries. In the
   * key's turn alone: otherwise that entry may be about to be written.
   */
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

  /** False when there may be something, and somebody is changing the key. */
  async function enterFoundIfFree(guildId: string): Promise<boolean> {
    const now = await trail.state(guildId);
    const stored = await readStored(guilds, guildId);
    if (settingsWithoutEntry(now, stored).length === 0) return true;
    return turns.takeIfFree(guildId, () => enterFound(guildId));
  }

  async function connect({ guildId, member }: Omit<Setter, 'by'>, key: string): Promise<KeyInfo> {
    await enterFound(guildId);
    const info = await guilds.saveKey(guildId, key, member.userId);
    const entered = await toResult(
      trail.record(guildId, ({ settings }) => {
        const before = [...(settings.get('key') ?? [])];
        const changed = [{ what: 'key' as const, before, after: keyValues(info) }];
        return { step: 'set', actor: personOf(member), details: { by: 'key', changed } };
      }),
    );
    if (entered.ok) return info;
    const found = await toResult(enterFound(guildId));
    onError(`the API key of guild ${guildId} could not be entered`, entered.error);
    throw new UserError(keyNotEnteredSentence(found.ok), { cause: entered.error });
  }

  /** `isTold`: by the trail, unless it is broken. */
  async function disconnect(guildId: string, by: Member | 'bot-removed') {
    // A key that shall go does not stay because the trail can't be written.
    await toResult(enterFound(guildId));
    const hadKey = await guilds.forgetKey(guildId);
    const stored = await guilds.settings(guildId);
    const keep = by === 'bot-removed' ? () => guildSettings.parse({}) : settingsAfterDisconnect;
    const state = await toResult(trail.state(guildId));
    if (!state.ok && state.error instanceof UserError) {
      onError('a server was disconnected while its trail is broken', state.error);
      await guilds.saveSettings(guildId, keep(stored));
      return { hadKey, isTold: false };
    }
    await recordOrExplain(context, guildId, {
      sentence: settingsStaySentence,
      decide({ settings: told }) {
        const before = withValues(stored, told);
        const key = told.get('key') ?? [];
        const changed = differences({ ...settingValues(before), key }, settingValues(keep(before)));
        if (changed.length === 0) return null;
        return by === 'bot-removed'
          ? { step: 'set', actor: 'pitboss', details: { by, changed } }
          : { step: 'set', actor: personOf(by), details: { by: 'disconnect', changed } };
      },
    });
    return { hadKey, isTold: true };
  }

  return {
    async set({ guildId, member, by }, change) {
      await enterFoundIfFree(guildId);
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

    async connectKey(setter, key) {
      const info = await turns.take(setter.guildId, () => connect(setter, key));
      await showSettings(context, setter.guildId);
      return info;
    },

    async disconnect(guildId, by) {
      const { hadKey, isTold } = await turns.take(guildId, () => disconnect(guildId, by));
      if (isTold) await showSettings(context, guildId);
      return hadKey;
    },

    async noteFound(guildId) {
      const isDone = await enterFoundIfFree(guildId);
      await showSettings(context, guildId);
      return isDone;
    },
  };
}
