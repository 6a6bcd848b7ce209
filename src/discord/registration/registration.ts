import { setTimeout as delay } from 'node:timers/promises';
import { Routes, type REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Store } from '../../store/store.js';
import { isDiscordError, isNotMember } from '../rest/error-codes.js';
import { backoff } from '../../domain/async/backoff.js';
import { ifDamaged } from '../../domain/errors/store-errors.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

export interface RegistrationParts {
  readonly rest: Pick<REST, 'put'>;
  readonly store: Pick<Store, 'namespace'>;
  readonly log: Pick<Logger, 'info' | 'error'>;
  readonly applicationId: string;
  /** Register in this guild only, where they appear at once. */
  readonly guildId?: string | undefined;
  /** Receives Discord's answer. */
  readonly onRegistered?: (answer: unknown) => void;
  /** Stops retrying. */
  readonly signal: AbortSignal;
}

/** `refused`: Discord considers the commands invalid. */
export type Registration = 'registered' | 'refused' | 'stopped';

const GAPS = { firstMs: SECOND_MS, ceilingMs: 5 * MINUTE_MS };

/** Overwrites the commands at Discord. Never throws: the bot can still serve the earlier ones. */
export async function registerCommands(
  commands: readonly object[],
  parts: RegistrationParts,
): Promise<Registration> {
  const { log, signal } = parts;
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      await removeElsewhere(parts);
      const answer = await overwrite(commands, parts, parts.guildId);
      parts.onRegistered?.(answer);
      log.info({ commands: commands.length }, 'commands');
      return 'registered';
    } catch (error) {
      log.error({ err: error }, 'commands could not be registered');
      if (isDiscordError(error) && error.status === 400) return 'refused';
    }
    await delay(backoff(failures, GAPS), undefined, { signal }).catch(() => undefined);
  }
  return 'stopped';
}

async function overwrite(
  commands: readonly object[],
  { rest, applicationId }: RegistrationParts,
  guildId?: string,
): Promise<unknown> {
  const route =
    guildId === undefined
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  return rest.put(route, { body: commands });
}

/** Commands registered both globally and in a guild appear twice there. */
async function removeElsewhere(parts: RegistrationParts): Promise<void> {
  const { guildId, applicationId, store } = parts;
  if (guildId !== undefined) await overwrite([], parts);
  const space = store.namespace<unknown>('registered-commands');
  const key = `${applicationId}:guild`;
  // A damaged note names no server; the next one takes its place.
  const noted = await ifDamaged(space.get(key), async () => void (await space.delete(key)));
  const before = typeof noted === 'string' ? noted : undefined;
  if (before === guildId) return;
  if (before !== undefined) await removeFromGuild(before, parts);
  // Recorded before the commands are registered there, so that a crash in between forgets none.
  await (guildId === undefined ? space.delete(key) : space.set(key, guildId));
}

async function removeFromGuild(guildId: string, parts: RegistrationParts): Promise<void> {
  try {
    await overwrite([], parts, guildId);
  } catch (error) {
    // A guild that removed the bot has removed its commands too.
    if (!isNotMember(error)) throw error;
  }
}
