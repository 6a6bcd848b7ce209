import {
  settingDifferences,
  keyValues,
  NOTHING_SET,
  settingValues,
  withValues,
} from '../../domain/changes/settings/setting-changes.js';
import { brokenTrailAsNull } from '../trail/broken-trail-as-null.js';
import { toResult } from '../../domain/errors/result.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { NO_SETTINGS, type GuildSettings } from '../../domain/guild/guild-settings.js';
import { canonicalJson } from '../../domain/json/canonical-json.js';
import type { Guilds } from '../../guilds/guilds.js';
import { redrawPending } from '../posts/cards/redraw-pending.js';
import type { EngineContext } from '../engine/engine-context.js';
import type { SharedParts } from '../shared-parts.js';

/**
 * The trail is the state of a guild's settings. The guilds' store has a copy, written after the
 * entry, for reading without the trail and for settings older than their entries.
 */
type SettingsSources = Pick<SharedParts, 'trail' | 'guilds'>;

/**
 * The settings by the trail as this process last saw it, or the stored copy while the trail is
 * broken. Only for showing and posting: decisions use the state they are written on.
 */
export async function effectiveSettings(
  { trail, guilds }: SettingsSources,
  guildId: string,
): Promise<GuildSettings> {
  const stored = await guilds.settings(guildId);
  const state = await brokenTrailAsNull(trail.remembered(guildId));
  return state === null ? stored : withValues(stored, state.settings);
}

/**
 * The stored copy, which is all that most reads need. If there is none, or it can't be read, the
 * trail may still hold what was set, and the copy is made again.
 */
export async function settingsInForce(
  context: EngineContext,
  guildId: string,
): Promise<GuildSettings> {
  const stored = await context.guilds.settings(guildId);
  if (stored !== NO_SETTINGS) return stored;
  const settings = await effectiveSettings(context, guildId);
  if (canonicalJson(settings) !== canonicalJson(stored))
    void toResult(syncStoredSettings(context, guildId));
  return settings;
}

/** The stored settings, with the key as the trail describes it. */
interface StoredSettings {
  readonly settings: GuildSettings;
  readonly key: readonly string[];
}

export async function readStored(
  guilds: Pick<Guilds, 'settings' | 'keyInfo'>,
  guildId: string,
): Promise<StoredSettings> {
  const settings = await guilds.settings(guildId);
  const key = await guilds.keyInfo(guildId);
  return { settings, key: keyValues(key?.isDamaged ? 'unreadable' : key) };
}

/** Settings in force that no entry tells of. */
export function settingsWithoutEntry(
  { settings: told }: ChangesState,
  { settings, key }: StoredSettings,
) {
  const last = { ...NOTHING_SET, ...Object.fromEntries(told) };
  return settingDifferences(last, { ...settingValues(withValues(settings, told)), key: [...key] });
}

/** Updates the stored copy from the trail. Throws a UserError while the trail is broken. */
export async function syncStoredSettings(
  { trail, guilds }: SettingsSources,
  guildId: string,
): Promise<GuildSettings> {
  for (;;) {
    const { settings } = await trail.state(guildId);
    const stored = await guilds.settings(guildId);
    const inForce = withValues(stored, settings);
    if (canonicalJson(stored) === canonicalJson(inForce)) return inForce;
    await guilds.saveSettings(guildId, inForce);
    // Read again, because another process may have set and stored something meanwhile.
  }
}

/** Updates the stored copy and the cards. What fails is left to the reconciler. */
export async function showSettings(context: EngineContext, guildId: string): Promise<void> {
  const synced = await toResult(syncStoredSettings(context, guildId));
  if (!synced.ok) context.onError('settings were set, but not stored yet', synced.error);
  const drawn = await toResult(redrawPending(context, guildId));
  if (!drawn.ok) context.onError('cards were not drawn after a setting', drawn.error);
}
