import type { Member } from '../../domain/guild/access-levels.js';
import { StoreError, type StoreFault } from '../../domain/errors/store-errors.js';
import { UserError, type ErrorWords } from '../../domain/errors/user-errors.js';
import { toResult } from '../../domain/errors/result.js';
import { MINUTE_MS } from '../../domain/time/units.js';
import {
  keyAfterRemovalWords,
  keyMaybeConnectedWords,
  keyMaybeDeletedWords,
  keyNotRecordedWords,
  settingsStayWords,
} from '../../views/setup/not-recorded.js';
import { otherKeySinceWords } from '../../views/setup/disconnect.js';
import { judgeAuditChannel } from '../engine/clicked-card.js';
import { refuseOldClick } from '../engine/refuse-old-click.js';
import type { EngineContext } from '../engine/engine-context.js';
import { settingsAfterDisconnect } from '../../domain/changes/settings/loosening-rules.js';
import type { KeyLock } from './key-lock.js';
import { redactedPerson } from './redacted-person.js';
import { recordOrExplain } from './record-or-explain.js';
import { redrawForKey, redrawWatched } from '../posts/cards/redraw-pending.js';
import { isBotMembershipOver, type RequestInMembership } from './bot-membership.js';
import { readStored, settingsWithoutEntry } from './effective-settings.js';
import {
  settingDifferences,
  keyValues,
  settingValues,
  withValues,
} from '../../domain/changes/settings/setting-changes.js';
import {
  guildSettings,
  type GuildSettings,
  type KeyInfo,
} from '../../domain/guild/guild-settings.js';

/** An admin who was asked whether to delete a key. */
export interface KeyRemover {
  readonly member: Member;
  /** When that key was connected, in ms: another one stays. */
  readonly connectedAt: number;
}

export interface ConnectedKey {
  readonly info: KeyInfo;
  /** Nothing was changed: this very key was connected already. */
  readonly wasConnected: boolean;
}

const NOTHING_WRITTEN: ReadonlySet<StoreFault> = new Set(['locked', 'other-master-key']);

/** Changes a guild's key, or finds that it has changed, and enters that, always under the lock. */
export function createKeyChanges(context: EngineContext, lock: KeyLock) {
  const { guilds, trail, uptime, onError } = context;
  /** Guilds whose stored key no entry may tell of yet, and until when that is looked at again. */
  const unentered = new Map<string, number>();
  /** Before a start gets to it, settings may be older than the trail, and no entry tells of a key. */
  let hasStarted = false;

  /**
   * Finds a key whose process died before its entry, and settings older than their entries. Only
   * under the key's lock, because otherwise that entry may be about to be written.
   */
  async function enterFound(guildId: string): Promise<void> {
    for (;;) {
      const before = await trail.state(guildId);
      const stored = await readStored(guilds, guildId);
      let isStale = false;
      let hasKey = false;
      await trail.record(guildId, (now) => {
        // The key may have been read before that entry.
        isStale = now.settings.get('key') !== before.settings.get('key');
        if (isStale) return null;
        const changed = settingsWithoutEntry(now, stored);
        if (changed.length === 0) return null;
        hasKey = changed.some(({ what }) => what === 'key');
        return { step: 'set', actor: 'pitboss', details: { by: 'found', changed } };
      });
      if (hasKey) void toResult(redrawForKey(context, guildId));
      if (!isStale) return;
    }
  }

  /** False if somebody is changing the key, so that there may be something to find. */
  async function enterFoundIfFree(guildId: string): Promise<boolean> {
    const now = await trail.state(guildId);
    const stored = await readStored(guilds, guildId);
    if (settingsWithoutEntry(now, stored).length === 0) return true;
    return lock.takeIfFree(guildId, () => enterFound(guildId));
  }

  /** Throws a UserError while another process is changing the key: its entry may still come. */
  async function ensureEntered(guildId: string): Promise<void> {
    const { settings } = await trail.state(guildId);
    if (!settings.has('key') && !hasStarted) return;
    if (!(await enterFoundIfFree(guildId))) await lock.take(guildId, () => enterFound(guildId));
  }

  function lookAgain(guildId: string): void {
    unentered.set(guildId, uptime() + MINUTE_MS);
  }

  /** A write that the store didn't answer may be made all the same: then its entry follows. */
  async function answered<Value>(guildId: string, write: Promise<Value>, words: ErrorWords) {
    const done = await toResult(write);
    if (done.ok) return done.value;
    const { error } = done;
    if (!(error instanceof StoreError) || NOTHING_WRITTEN.has(error.fault)) throw error;
    lookAgain(guildId);
    onError(`it isn't known whether the API key of guild ${guildId} was changed`, error);
    throw new UserError(words, { cause: error });
  }

  /** Null where there is none, or nobody can open it. */
  async function presentKey(guildId: string): Promise<string | null> {
    const present = await toResult(guilds.openKey(guildId));
    return present.ok ? (present.value?.key ?? null) : null;
  }

  /** Unless another key was connected after it. */
  async function forgetSaved(guildId: string, { connectedAt }: KeyInfo): Promise<void> {
    if ((await guilds.keyInfo(guildId))?.connectedAt === connectedAt)
      await guilds.forgetKey(guildId);
  }

  async function connect(request: RequestInMembership, key: string): Promise<ConnectedKey> {
    const { guildId, member } = request;
    // The bot may have been removed while the pool was asked; nothing would delete this key later.
    if (isBotMembershipOver(context, request, await trail.state(guildId)))
      throw new UserError(keyAfterRemovalWords);
    await enterFound(guildId);
    const former = await presentKey(guildId);
    // It stays as it is, because whatever is compared with earlier looks rests on its time.
    const known = former === key ? await guilds.keyInfo(guildId) : null;
    if (known !== null) return { info: known, wasConnected: true };
    refuseOldClick(context, member);
    const actor = redactedPerson(member, [former, key]);
    const saving = guilds.saveKey(guildId, key, member.userId);
    const info = await answered(guildId, saving, keyMaybeConnectedWords);
    let isTooLate = false;
    const entered = await toResult(
      trail.record(guildId, (now) => {
        isTooLate = isBotMembershipOver(context, request, now);
        if (isTooLate) return null;
        const before = [...(now.settings.get('key') ?? [])];
        const changed = [{ what: 'key' as const, before, after: keyValues(info) }];
        return { step: 'set', actor, details: { by: 'key', changed } };
      }),
    );
    if (isTooLate) {
      await forgetSaved(guildId, info);
      throw new UserError(keyAfterRemovalWords);
    }
    if (entered.ok) {
      // If this process stood still, somebody else may have connected another key meanwhile.
      if ((await guilds.keyInfo(guildId))?.connectedAt !== info.connectedAt)
        await enterFound(guildId);
      void toResult(redrawWatched(context, guildId));
      return { info, wasConnected: false };
    }
    const found = await toResult(enterFound(guildId));
    if (!found.ok) lookAgain(guildId);
    onError(`the API key of guild ${guildId} could not be entered`, entered.error);
    throw new UserError(keyNotRecordedWords(found.ok), { cause: entered.error });
  }

  /** Without a key the settings are deleted all the same: an earlier try may have left them. */
  async function refuseAnotherKey(guildId: string, { connectedAt }: KeyRemover): Promise<void> {
    const present = await guilds.keyInfo(guildId);
    if (present !== null && present.connectedAt !== connectedAt)
      throw new UserError(otherKeySinceWords);
  }

  /** `isTold`: whether the trail tells of it, unless the trail is broken. */
  async function disconnect(guildId: string, by: KeyRemover | 'bot-removed') {
    // A key is deleted even if the trail can't be written.
    await toResult(enterFound(guildId));
    if (by !== 'bot-removed') {
      await refuseAnotherKey(guildId, by);
      refuseOldClick(context, by.member);
    }
    const former = await presentKey(guildId);
    const actor = by === 'bot-removed' ? 'pitboss' : redactedPerson(by.member, [former]);
    const hadKey = await answered(guildId, guilds.forgetKey(guildId), keyMaybeDeletedWords);
    const stored = await guilds.settings(guildId);
    const keep = by === 'bot-removed' ? () => guildSettings.parse({}) : settingsAfterDisconnect;
    const state = await toResult(trail.state(guildId));
    if (!state.ok && state.error instanceof UserError) {
      onError('a server was disconnected while its trail is broken', state.error);
      await guilds.saveSettings(guildId, keep(stored));
      return { hadKey, isTold: false };
    }
    // Once it isn't set, nothing else would tell in time of the lost entries that it may tell of.
    const isAuditRead = by === 'bot-removed' || (await judgeAuditChannel(context, guildId));
    const left = (now: GuildSettings): GuildSettings =>
      isAuditRead ? keep(now) : { ...keep(now), auditChannelId: now.auditChannelId };
    await recordOrExplain(context, guildId, {
      words: settingsStayWords,
      decide({ settings: told }) {
        const before = withValues(stored, told);
        const key = told.get('key') ?? [];
        const changed = settingDifferences(
          { ...settingValues(before), key },
          settingValues(left(before)),
        );
        if (changed.length === 0) return null;
        const how = by === 'bot-removed' ? by : 'disconnect';
        return { step: 'set', actor, details: { by: how, changed } };
      },
    });
    if (by !== 'bot-removed') void toResult(redrawWatched(context, guildId));
    return { hadKey, isTold: true };
  }

  return {
    /** Call every few seconds: enters keys once the store has them and the trail takes entries. */
    async enterUnentered(): Promise<void> {
      for (const [guildId, until] of unentered) {
        const entered = await toResult(enterFoundIfFree(guildId));
        if (!entered.ok)
          onError(`the API key of guild ${guildId} isn't entered yet`, entered.error);
        // What the store didn't answer may still come for a while.
        else if (entered.value && uptime() > until) unentered.delete(guildId);
      }
    },
    /** Call at the start, when what is stored without an entry gets one. */
    started: (): void => void (hasStarted = true),
    connect: (who: RequestInMembership, key: string): Promise<ConnectedKey> =>
      lock.take(who.guildId, () => connect(who, key)),
    disconnect: (guildId: string, by: KeyRemover | 'bot-removed') =>
      lock.take(guildId, () => disconnect(guildId, by)),
    enterFoundIfFree,
    ensureEntered,
  };
}
