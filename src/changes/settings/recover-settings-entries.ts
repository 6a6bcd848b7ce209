import { yieldToOthers } from '../../domain/async/yield-to-others.js';
import { toResult } from '../../domain/errors/result.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import type { EngineContext } from '../engine/engine-context.js';
import { readStored } from './effective-settings.js';
import type { createAuditedSettings } from './settings.js';

/**
 * Enters stored settings that no entry of their trail explains, which a process left when it was
 * killed. Nothing of it throws.
 */
export function createRecoverSettingsEntries(
  { guilds, trail, reconciled, onError }: EngineContext,
  settings: Pick<ReturnType<typeof createAuditedSettings>, 'noteFound' | 'started'>,
) {
  /** Guilds whose key was being changed when we looked, or that couldn't be noted then. */
  const notNoted = new Set<string>();

  async function allGuilds(): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for await (const guildId of guilds.knownGuilds()) all.add(guildId);
    // Includes guilds with neither key nor settings: a disconnect may have been killed before its
    // entry.
    for await (const guildId of trail.guilds()) all.add(guildId);
    return all;
  }

  /** A reconciled trail told of everything that was stored at that time. */
  async function noteFound(guildId: string): Promise<void> {
    const isReconciled = await reconciled.isReconciled(guildId);
    const { stored } = await reconciled.at(guildId);
    if (isReconciled && stored === hashOf(await readStored(guilds, guildId))) return;
    if (!(await settings.noteFound(guildId))) notNoted.add(guildId);
  }

  /** Returns those that couldn't be noted. */
  async function noteEach(guildIds: Iterable<string>): Promise<readonly string[]> {
    const failed: string[] = [];
    for (const guildId of guildIds) {
      const noted = await toResult(noteFound(guildId));
      await yieldToOthers();
      if (noted.ok) continue;
      failed.push(guildId);
      onError(`the settings of guild ${guildId} were not noted`, noted.error);
    }
    return failed;
  }

  return {
    /** Call once at the start. */
    async noteAll(): Promise<void> {
      const all = await toResult(allGuilds());
      // Whatever is left is entered before the next change is asked for.
      settings.started();
      if (!all.ok) return onError('the settings of all guilds were not noted', all.error);
      await noteEach(all.value);
    },
    /** Call every few seconds, for the guilds that had to wait. */
    async noteRest(): Promise<void> {
      const again = [...notNoted];
      notNoted.clear();
      for (const guildId of await noteEach(again)) notNoted.add(guildId);
    },
  };
}
