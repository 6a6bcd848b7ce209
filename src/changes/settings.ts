import type { Member } from '../domain/access.js';
import { settle } from '../domain/settle.js';
import { guildSettings, type GuildSettings, type KeyInfo } from '../guilds/guilds.js';
import { personOf } from './change.js';
import { redrawPending, type Desk } from './desk.js';
import { differences, lastTold, tell, type SettingChanges } from './setting-changes.js';

/**
 * The settings of a guild, and its key, for whoever changes them: what they were and are is an
 * entry of the trail, since they say who may change anything. A process that dies between the
 * two leaves a difference that the next start finds and enters.
 */
export interface AuditedSettings {
  /** Throws a UserError, and sets nothing, while the trail is broken. */
  set(setter: Setter, change: (now: GuildSettings) => GuildSettings): Promise<GuildSettings>;
  /** Throws as `set` does. */
  connectKey(setter: Omit<Setter, 'by'>, key: string): Promise<KeyInfo>;
  /** Forgets key and settings, whatever the trail is like. True when there was a key. */
  disconnect(guildId: string, by: Member | 'bot-removed'): Promise<boolean>;
  /** Enters what differs from what the trail last said. */
  noteFound(guildId: string): Promise<void>;
}

interface Setter {
  readonly guildId: string;
  readonly member: Member;
  readonly by: SettingChanges['by'];
}

export function createAuditedSettings(
  desk: Desk,
  onTrouble: (what: string, error: unknown) => void,
): AuditedSettings {
  const { guilds, trail } = desk;

  async function told(guildId: string) {
    const key = await settle(guilds.keyInfo(guildId));
    return tell(await guilds.settings(guildId), key.ok ? key.value : 'unreadable');
  }

  async function enter(
    guildId: string,
    actor: Member | 'pitboss',
    details: SettingChanges,
  ): Promise<void> {
    if (details.changed.length === 0) return;
    const by = actor === 'pitboss' ? actor : personOf(actor);
    await trail.record(guildId, () => ({ step: 'set', actor: by, details }));
    // They say who may confirm.
    await redrawPending(desk, guildId);
  }

  return {
    async set({ guildId, member, by }, change) {
      // Of what a broken trail cannot tell, nothing is set.
      await trail.ledger(guildId);
      let before = await guilds.settings(guildId);
      const after = await guilds.update(guildId, (now) => {
        before = now;
        return change(now);
      });
      const changed = differences(tell(before, null), tell(after, null));
      await enter(guildId, member, { by, changed });
      return after;
    },

    async connectKey({ guildId, member }, key) {
      await trail.ledger(guildId);
      const before = await told(guildId);
      const info = await guilds.saveKey(guildId, key, member.userId);
      const changed = differences(before, { ...before, key: (await told(guildId)).key });
      await enter(guildId, member, { by: 'key', changed });
      return info;
    },

    async disconnect(guildId, by) {
      const before = await settle(told(guildId));
      const hadKey = await guilds.disconnect(guildId);
      if (!before.ok) return hadKey;
      const changed = differences(before.value, await told(guildId));
      const details = { changed, by: by === 'bot-removed' ? by : ('disconnect' as const) };
      // A key that shall go does not stay for want of an entry; the next start enters it.
      const entered = await settle(enter(guildId, by === 'bot-removed' ? 'pitboss' : by, details));
      if (!entered.ok) onTrouble('a disconnected key is not in the trail yet', entered.error);
      return hadKey;
    },

    async noteFound(guildId) {
      const [now, { settings }] = await Promise.all([told(guildId), trail.ledger(guildId)]);
      const before = lastTold(settings, tell(guildSettings.parse({}), null));
      await enter(guildId, 'pitboss', { by: 'found', changed: differences(before, now) });
    },
  };
}
