import type { Logger } from 'pino';
import type { Clock } from '../domain/clock.js';
import { entriesOf } from '../store/entries.js';
import type { Store } from '../store/store.js';
import type { Guilds } from './guilds.js';

/** Guilds that the store knows and the bot is not in, though Discord never told of a removal. */
export interface MissingGuilds {
  /** Call at the start and every hour: notes, alarms, and forgets what is gone for seven days. */
  look(): Promise<void>;
  /** How many the last look found. */
  count(): number;
}

export interface MissingParts {
  readonly store: Pick<Store, 'space'>;
  readonly guilds: Pick<Guilds, 'knownGuilds'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** As far as this process's shards can tell. */
  readonly presence: (guildId: string) => 'in' | 'out' | 'unknown';
  /** Asks Discord once more. True only when it is certain. */
  readonly hasLeft: (guildId: string) => Promise<boolean>;
  readonly forget: (guildId: string) => Promise<void>;
  /** Whoever runs the bot has said that so many at once may be forgotten. */
  readonly mayForget: number | undefined;
}

interface Note {
  /** When it was first found missing, in ms. */
  readonly since: number;
}

const KEPT_MS = 7 * 86_400_000;
/**
 * A few servers do leave while a bot is down for a night. More than these, and more than a tenth,
 * is mostly something else: a wrong token or address, or an outage.
 */
const FEW = 3;
const TENTH = 10;

export function createMissingGuilds(parts: MissingParts): MissingGuilds {
  const { guilds, clock, log, presence, hasLeft, forget, mayForget } = parts;
  const notes = parts.store.space<Note>('missing-guilds');
  let hasAlarmed = false;
  let missing: readonly string[] = [];

  async function readNotes(): Promise<Map<string, Note>> {
    const noted = new Map<string, Note>();
    for await (const [guildId, note] of entriesOf(notes)) noted.set(guildId, note);
    return noted;
  }

  /** What is back, or was forgotten otherwise, is noted no more. Gives how many could be judged. */
  async function findMissing(noted: ReadonlyMap<string, Note>): Promise<number> {
    const over = new Set(noted.keys());
    const out: string[] = [];
    let judged = 0;
    for await (const guildId of guilds.knownGuilds()) {
      const where = presence(guildId);
      if (where !== 'in') over.delete(guildId);
      if (where === 'out') out.push(guildId);
      if (where !== 'unknown') judged++;
    }
    for (const guildId of over) await notes.delete(guildId);
    missing = out;
    return judged;
  }

  async function forgetWhenDue(guildId: string, { since }: Note): Promise<void> {
    if (clock.now() - since < KEPT_MS || !(await hasLeft(guildId))) return;
    await forget(guildId);
    await notes.delete(guildId);
  }

  function alarm(known: number): void {
    if (hasAlarmed) return;
    hasAlarmed = true;
    log.error(
      { missing: missing.length, known },
      'many servers are missing at once: nothing of them is deleted. Check DISCORD_TOKEN and ' +
        'DISCORD_API_URL. If they did remove the bot, set ' +
        `FORGET_MISSING_SERVERS=${missing.length}: what has been missing for seven days then goes`,
    );
  }

  return {
    async look() {
      const noted = await readNotes();
      const judged = await findMissing(noted);
      const isMany = missing.length > FEW && missing.length * TENTH > judged;
      const isAlarm = isMany && missing.length !== mayForget;
      if (isAlarm) alarm(judged);
      for (const guildId of missing) {
        const note = noted.get(guildId);
        if (note === undefined) {
          await notes.set(guildId, { since: clock.now() });
          log.warn({ guild: guildId }, 'a server is missing: its data is kept for seven days');
        } else if (!isAlarm) await forgetWhenDue(guildId, note);
      }
      log.debug({ missing: missing.length }, 'looked for missing servers');
    },
    count: () => missing.length,
  };
}
