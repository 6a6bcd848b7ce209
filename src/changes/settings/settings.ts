import type { Member } from '../../domain/guild/access.js';
import { canonicalJson } from '../../domain/json/canonical-json.js';
import { UserError } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import {
  settingPutBackSentence,
  settingUntoldSentence,
} from '../../views/setup/setting-sentences.js';
import { personOf } from '../../domain/changes/change.js';
import { redrawPending, type EngineContext } from '../engine-context.js';
import type { Loosening } from '../../domain/changes/loosening.js';
import { holdBack, keptAtDisconnect, type SplitSettings } from './loosening-rules.js';
import type { Loosenings } from './loosenings.js';
import {
  differences,
  lastRecorded,
  NOTHING_SET,
  settingValues,
  type SettingChanges,
} from '../../domain/changes/setting-changes.js';
import type { CheckTurn, SettingsTurn } from './settings-turn.js';
import type { GuildSettings, KeyInfo } from '../../domain/guild/guild-settings.js';

/**
 * The settings of a guild, and its key, for whoever changes them: what they were and are is an
 * entry of the trail, since they say who may change anything. What no entry tells of yet (a
 * process that died between the two) is entered first, by whoever sets something next or by the
 * next start; so the trail's last word is what is in force.
 */
export interface AuditedSettings {
  /**
   * Throws a UserError, and sets nothing, while the trail is broken or others have their turn.
   * Where the entry cannot be written, what was is put back, and the UserError says so. What
   * loosens a rule that needs two people is not set: it waits (`loosening.ts`).
   */
  set(setter: Setter, change: (now: GuildSettings) => GuildSettings): Promise<SettingsSet>;
  /** Throws as `set` does; but a key that was taken stays, and the UserError says that. */
  connectKey(setter: Omit<Setter, 'by'>, key: string): Promise<KeyInfo>;
  /**
   * Forgets key and settings, whatever the trail is like. True when there was a key. The rules
   * stay while one of them needs two people, unless the bot was removed.
   */
  disconnect(guildId: string, by: Member | 'bot-removed'): Promise<boolean>;
  /** Enters what differs from what the trail last said. */
  noteFound(guildId: string): Promise<void>;
}

export interface SettingsSet {
  readonly settings: GuildSettings;
  /** What was asked for by it and waits; null = nothing has to. */
  readonly loosening: Loosening | null;
}

interface Setter {
  readonly guildId: string;
  readonly member: Member;
  readonly by: SettingChanges['by'];
}

interface Told {
  readonly actor: Member | 'pitboss';
  readonly by: SettingChanges['by'];
}

interface Turn {
  readonly guildId: string;
  readonly check: CheckTurn;
}

export interface AuditedSettingsParts {
  readonly context: EngineContext;
  readonly turn: SettingsTurn;
  readonly loosenings: Pick<Loosenings, 'ask' | 'finish'>;
  readonly onError: (what: string, error: unknown) => void;
}

const FOUND: Told = { actor: 'pitboss', by: 'found' };

export function createAuditedSettings(parts: AuditedSettingsParts): AuditedSettings {
  const { context, loosenings, onError } = parts;
  const { guilds, trail } = context;

  /** Enters in what the settings in force differ from what the trail last said; false = nothing. */
  async function enter({ guildId, check }: Turn, { actor, by }: Told): Promise<boolean> {
    const key = await toResult(guilds.keyInfo(guildId));
    const inForce = settingValues(
      await guilds.settings(guildId),
      key.ok ? key.value : 'unreadable',
    );
    const { written } = await trail.record(guildId, ({ settings }) => {
      const changed = differences(lastRecorded(settings, NOTHING_SET), inForce);
      if (changed.length === 0) return null;
      check(1);
      const who = actor === 'pitboss' ? actor : personOf(actor);
      return { step: 'set', actor: who, details: { by, changed } };
    });
    return written !== null;
  }

  /** What others left behind: a loosening that was confirmed, then what no entry tells of. */
  async function enterFound(turn: Turn): Promise<boolean> {
    const hasLoosened = await loosenings.finish(turn.guildId, turn.check);
    return (await enter(turn, FOUND)) || hasLoosened;
  }

  /** A try that seemed to fail may have been written: the second then finds nothing to enter. */
  async function enterSurely(turn: Turn, told: Told): Promise<void> {
    const first = await toResult(enter(turn, told));
    if (!first.ok) await enter(turn, told);
  }

  /** Cards say who may confirm. What is set is set, whether they could be drawn or not. */
  async function redraw(guildId: string): Promise<void> {
    const drawn = await toResult(redrawPending(context, guildId));
    if (!drawn.ok) onError('cards were not drawn after a setting', drawn.error);
  }

  /** Acts and enters what came of it, also of an act that failed half-way. */
  async function act<Result>(
    turn: Turn,
    told: Told,
    work: { readonly act: () => Promise<Result>; readonly undo?: () => Promise<unknown> },
  ): Promise<Result> {
    const done = await toResult(work.act());
    const entered = await toResult(enterSurely(turn, told));
    if (!done.ok) throw done.error;
    if (!entered.ok) await notEntered(turn, entered.error, work.undo);
    return done.value;
  }

  async function notEntered(
    turn: Turn,
    cause: unknown,
    undo?: () => Promise<unknown>,
  ): Promise<never> {
    onError(`a setting of guild ${turn.guildId} could not be entered`, cause);
    const undone = undo === undefined ? null : await toResult(undo());
    // Also where it was put back: the entry may have been written after all.
    const found = await toResult(enter(turn, FOUND));
    if (undone?.ok === true) throw new UserError(settingPutBackSentence, { cause });
    throw new UserError(settingUntoldSentence(found.ok), { cause });
  }

  return {
    async set({ guildId, member, by }, change) {
      const set = await parts.turn.run(guildId, async (check) => {
        const turn = { guildId, check };
        // Of what a broken trail cannot tell, nothing is set.
        await enterFound(turn);
        let before = await guilds.settings(guildId);
        let parted: SplitSettings = { atOnce: before, held: [] };
        const settings = await act(
          turn,
          { actor: member, by },
          {
            async act() {
              return guilds.update(guildId, (now) => {
                // And its entry.
                check(2);
                before = now;
                parted = holdBack(now, change(now));
                return parted.atOnce;
              });
            },
            undo: () =>
              guilds.update(guildId, (now) => {
                check(1);
                return canonicalJson(now) === canonicalJson(parted.atOnce) ? before : now;
              }),
          },
        );
        const { held } = parted;
        const asker = { guildId, member };
        return {
          settings,
          loosening: held.length === 0 ? null : await loosenings.ask(asker, held),
        };
      });
      await redraw(guildId);
      return set;
    },

    async connectKey({ guildId, member }, key) {
      const info = await parts.turn.run(guildId, async (check) => {
        const turn = { guildId, check };
        await enterFound(turn);
        const connect = async () => {
          // A look at the master key, then the write.
          check(2);
          return guilds.saveKey(guildId, key, member.userId);
        };
        return act(turn, { actor: member, by: 'key' }, { act: connect });
      });
      await redraw(guildId);
      return info;
    },

    async disconnect(guildId, by) {
      const told: Told =
        by === 'bot-removed' ? { actor: 'pitboss', by } : { actor: by, by: 'disconnect' };
      const forget = async (check: CheckTurn) => {
        const turn = { guildId, check };
        await toResult(enterFound(turn));
        const keep = by === 'bot-removed' ? undefined : keptAtDisconnect;
        const hadKey = await toResult(guilds.disconnect(guildId, keep));
        const entered = await toResult(enterSurely(turn, told));
        if (!entered.ok) onError('a disconnected key is not in the trail yet', entered.error);
        return hadKey;
      };
      const inTurn = await toResult(parts.turn.run(guildId, forget));
      // A key that shall go does not stay for want of a turn, nor of an entry.
      const hadKey = inTurn.ok ? inTurn.value : await forget(() => undefined);
      await redraw(guildId);
      if (!hadKey.ok) throw hadKey.error;
      return hadKey.value;
    },

    async noteFound(guildId) {
      const hasEntered = await parts.turn.runPatiently(guildId, (check) =>
        enterFound({ guildId, check }),
      );
      if (hasEntered) await redraw(guildId);
    },
  };
}
