import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../domain/time/clock.js';
import { toResult } from '../../domain/errors/result.js';
import { openRows } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import type { Guilds } from '../../guilds/guilds.js';
import { DAY_MS } from '../../domain/time/units.js';

export interface MissingParts {
  readonly store: Pick<Store, 'namespace'>;
  readonly guilds: Pick<Guilds, 'knownGuilds'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** As far as this process's shards can tell. */
  readonly presence: (guildId: string) => 'in' | 'out' | 'unknown';
  /** Asks Discord once more. True only when it's certain. */
  readonly hasLeft: (guildId: string) => Promise<boolean>;
  /** Throws if something may be left: the next look tries again. */
  readonly forget: (guildId: string) => Promise<void>;
  /** The operator allowed exactly this many missing at once to be deleted. */
  readonly mayForget: number | undefined;
}

const missingNote = z.object({
  /** When it was first found missing, in ms. */
  since: z.number(),
});
type MissingNote = z.output<typeof missingNote>;

interface GuildSearch {
  /** How many guilds have a known presence. */
  readonly judged: number;
  /** Noted, but no longer in the store: some of their data may remain. */
  readonly halfForgotten: readonly string[];
}

const KEPT_MS = 7 * DAY_MS;
/**
 * A few servers may leave during a night's downtime. More than this, and more than a tenth, usually
 * means a wrong token or address, or an outage.
 */
const FEW = 3;
const TENTH = 10;

/** Guilds that the store knows and the bot isn't in, though Discord never reported a removal. */
export function createMissingGuilds(parts: MissingParts) {
  const { guilds, clock, log, presence, hasLeft, forget, mayForget } = parts;
  const notes = openRows(parts.store, { space: 'missing-guilds', schema: missingNote });
  let alarmedOf: number | null = null;
  let missing: readonly string[] = [];
  /** As of the last look. */
  let notedIds = new Set<string>();
  let running: Promise<void> | null = null;

  /** Where a note is damaged, nobody knows since when: the seven days start over. */
  async function readNotes(): Promise<Map<string, MissingNote>> {
    const noted = new Map<string, MissingNote>();
    const damaged: string[] = [];
    for await (const [guildId, note] of notes.all()) {
      if (note === undefined) damaged.push(guildId);
      else noted.set(guildId, note);
    }
    for (const guildId of damaged) {
      const anew = { since: clock.now() };
      await notes.set(guildId, anew);
      noted.set(guildId, anew);
    }
    return noted;
  }

  /** Deletes the notes of guilds that are back. */
  async function findMissing(noted: ReadonlyMap<string, MissingNote>): Promise<GuildSearch> {
    const rest = new Set(noted.keys());
    const out: string[] = [];
    let judged = 0;
    for await (const guildId of guilds.knownGuilds()) {
      rest.delete(guildId);
      const where = presence(guildId);
      if (where === 'out') out.push(guildId);
      if (where !== 'unknown') judged++;
    }
    for (const guildId of noted.keys()) if (presence(guildId) === 'in') await notes.delete(guildId);
    missing = out;
    return { judged, halfForgotten: [...rest].filter((guildId) => presence(guildId) === 'out') };
  }

  /** Keeps the note on failure, so that the next look tries again. */
  async function forgetWhenDue(guildId: string, since: number): Promise<void> {
    if (clock.now() - since < KEPT_MS || !(await hasLeft(guildId))) return;
    const forgotten = await toResult(forget(guildId));
    if (forgotten.ok) await notes.delete(guildId);
    else log.error({ err: forgotten.error, guild: guildId }, 'could not forget a missing server');
  }

  /** Once per number, since the operator allows a number. */
  function alarm(known: number): void {
    if (alarmedOf === missing.length) return;
    alarmedOf = missing.length;
    log.error(
      { missing: missing.length, known },
      'many servers are missing at once: nothing of them is deleted. Check DISCORD_TOKEN and ' +
        'DISCORD_API_URL. If they did remove the bot, set ' +
        `FORGET_MISSING_SERVERS=${missing.length}: servers missing for seven days are then deleted`,
    );
  }

  async function look(): Promise<void> {
    const noted = await readNotes();
    notedIds = new Set(noted.keys());
    const { judged, halfForgotten } = await findMissing(noted);
    const isMany = missing.length > FEW && missing.length * TENTH > judged;
    const isAlarm = isMany && missing.length !== mayForget;
    if (isAlarm) alarm(judged);
    else alarmedOf = null;
    for (const guildId of missing) {
      if (noted.has(guildId)) continue;
      await notes.set(guildId, { since: clock.now() });
      notedIds.add(guildId);
      log.warn({ guild: guildId }, 'a server is missing: its data is kept for seven days');
    }
    for (const guildId of [...halfForgotten, ...(isAlarm ? [] : missing)]) {
      const note = noted.get(guildId);
      if (note !== undefined) await forgetWhenDue(guildId, note.since);
    }
    log.debug({ missing: missing.length }, 'looked for missing servers');
  }

  return {
    // One at a time: a shard that never becomes ready keeps a look waiting.
    /** Call at the start and every hour: deletes what has been missing for seven days. */
    look: (): Promise<void> => (running ??= look().finally(() => (running = null))),
    /** The guild is there: if it goes missing later, the seven days start over. */
    async seen(guildId: string): Promise<void> {
      if (notedIds.delete(guildId)) await notes.delete(guildId);
    },
    /** How many the last look found. */
    count: (): number => missing.length,
  };
}

export type MissingGuilds = ReturnType<typeof createMissingGuilds>;
