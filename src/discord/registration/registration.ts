import { setTimeout as delay } from 'node:timers/promises';
import { Routes, type REST } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { hashOf } from '../../domain/json/canonical-json.js';
import type { Store } from '../../store/store.js';
import { isDiscordsWord } from '../rest/discords-word.js';
import { describeError } from '../failure-report.js';
import { growingGap } from '../../domain/async/growing-gap.js';
import { isNotMember } from '../channels/is-not-member.js';
import { sameCommands } from './same-commands.js';

export interface RegistrationParts {
  readonly rest: REST;
  readonly store: Pick<Store, 'namespace'>;
  readonly log: Logger;
  readonly applicationId: string;
  /** Register in this guild only, where they show at once. */
  readonly guildId?: string;
  /** Ends the trying. */
  readonly signal: AbortSignal;
}

const GAPS = { firstMs: 1_000, ceilingMs: 5 * 60_000 };

const presentShape = z.array(z.looseObject({ id: z.string(), name: z.string() }));
type Present = z.output<typeof presentShape>;

/**
 * Tells Discord the commands when they have changed. Tries until it is done or the signal
 * ends it; never throws, because the bot serves with the commands that were there before.
 */
export async function registerCommands(
  commands: readonly object[],
  parts: RegistrationParts,
): Promise<'registered' | 'unchanged' | 'given-up'> {
  const { log, signal } = parts;
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const outcome = await registerOnce(commands, parts);
      log.info({ commands: commands.length, outcome }, 'commands');
      return outcome;
    } catch (error) {
      log.error({ err: describeError(error) }, 'commands could not be registered');
      // Invalid commands stay invalid.
      if (isDiscordsWord(error) && error.status === 400) return 'given-up';
    }
    await delay(growingGap(failures, GAPS), undefined, { signal }).catch(() => undefined);
  }
  return 'given-up';
}

async function registerOnce(
  commands: readonly object[],
  parts: RegistrationParts,
): Promise<'registered' | 'unchanged'> {
  const { rest, applicationId, guildId } = parts;
  await removeElsewhere(parts);
  const route = routeOf(parts, guildId);
  const key = `${applicationId}:${guildId ?? 'global'}`;
  const present = presentShape.parse(await rest.get(route));
  const state = fingerprint(commands, present);
  if ((await recall(key, parts)) === state) return 'unchanged';
  if (sameCommands(commands, present)) {
    await remember(key, state, parts);
    return 'unchanged';
  }
  await rest.put(route, { body: commands });
  // Asked for again: the two answers need not hold the same fields.
  const taken = presentShape.parse(await rest.get(route));
  await remember(key, fingerprint(commands, taken), parts);
  return 'registered';
}

/** Where both are, people see each command twice; in a guild of before, one that ages. */
async function removeElsewhere(parts: RegistrationParts): Promise<void> {
  const { applicationId, guildId } = parts;
  if (guildId !== undefined) await removeAll(parts, undefined);
  const key = `${applicationId}:guild`;
  const before = await recall(key, parts);
  if (before !== null && before !== guildId) await removeAll(parts, before);
  // Before anything is registered there: after a crash between the two, it is known all the same.
  if (before !== (guildId ?? null)) await remember(key, guildId ?? null, parts);
}

/** Of a guild, or of all where none is given. */
async function removeAll(parts: RegistrationParts, guildId: string | undefined): Promise<void> {
  const { rest, log } = parts;
  const route = routeOf(parts, guildId);
  try {
    const present = presentShape.parse(await rest.get(route));
    if (present.length === 0) return;
    await rest.put(route, { body: [] });
    log.info({ commands: present.length, guildId }, 'removed commands that are not wanted there');
  } catch (error) {
    // A guild that threw the bot out took its commands with it.
    if (!isNotMember(error)) throw error;
  }
}

function routeOf({ applicationId }: RegistrationParts, guildId: string | undefined) {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** Of what was sent and what Discord made of it: the same again means nothing is to be done. */
function fingerprint(sent: readonly object[], present: Present): string {
  const sorted = present.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return hashOf([sent, sorted]);
}

/** A store that cannot be read costs a request, not the commands. */
async function recall(key: string, { store, log }: RegistrationParts): Promise<string | null> {
  try {
    return (await store.namespace<string>('registered-commands').get(key)) ?? null;
  } catch (error) {
    log.warn({ err: describeError(error) }, 'registered commands could not be recalled');
    return null;
  }
}

async function remember(
  key: string,
  state: string | null,
  { store, log }: RegistrationParts,
): Promise<void> {
  try {
    const space = store.namespace<string>('registered-commands');
    await (state === null ? space.delete(key) : space.set(key, state));
  } catch (error) {
    log.warn({ err: describeError(error) }, 'registered commands could not be remembered');
  }
}
