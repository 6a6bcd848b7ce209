import { LOOKS_END_MS, type Change } from '../../changes/change.js';
import { findChange, listChanges, updateChange } from '../../changes/rows.js';
import { part } from '../../cards/failures.js';
import { MINUTE } from '../../clock.js';
import type { Guild, Services } from '../../guilds/guilds.js';
import { POOL_CURRENCIES } from '../../guilds/settings.js';
import { PoolError } from '../../pool/pool-error.js';
import type { Pool } from '../../pool/pool.js';
import { documents } from '../../guilds/json-documents.js';
import type { Db } from '../../store/schema.js';
import type { Tx } from '../../store/store.js';
import { judge, withEffect, type Seen, type Verdict } from './judge.js';
import { effectOf, isSameRecord, readList, SUBACCOUNTS } from './records.js';
import type { Effect, Reading } from './records.js';

/**
 * A difference counts if a second look still finds it, this long after the first (ms): a minute,
 * less the jitter of the looks.
 */
const SECOND_LOOK_MS = 50_000;

type Looked = Pick<Guild, 'id' | 'keyVersion' | 'settings'>;

export type Elsewhere = ReturnType<typeof createElsewhere>;

/** Finds what was changed at the pool, but not through Pitboss. */
export function createElsewhere({ store, clock }: Pick<Services, 'store' | 'clock'>) {
  return {
    /** Once a minute: what is due is read and compared with what was listed before. */
    async look(guild: Looked, pool: Pool) {
      const now = clock.now();
      const lists = dueLists(guild.settings.currency, now);
      const answers = await Promise.all(lists.map((list) => part(readList(pool, list))));
      const readings = answers.flatMap((answer) => (answer instanceof PoolError ? [] : [answer]));
      const compared = await Promise.all(
        readings.map((reading) => compare(store.db, reading, guild)),
      );
      const found = compared.filter((each) => each !== null);
      const verdicts = found.flatMap((each) => each.verdicts);
      return {
        /** One per request. */
        answers,
        /** Null: nothing could be read. */
        events: readings.length > 0 ? verdicts.flatMap(({ event }) => event ?? []) : null,
        /** Notes what was seen, in the transaction that tells the events. */
        async settle(tx: Tx): Promise<void> {
          for (const { seen } of found) await seenLists.save(tx, seen);
          // A change whose effect was seen is read back at once, so that its card says so.
          for (const number of new Set(verdicts.flatMap(({ ours }) => ours))) {
            const change = await findChange(tx, guild.id, number);
            const isAnswered = change?.state === 'reported' || change?.state === 'unknown';
            if (isAnswered && change.dueAt !== null && change.dueAt > now)
              await updateChange(tx, { ...change, dueAt: now });
          }
        },
      };
    },

    /** The pool now lists a change of ours: undoing it is news from now on. */
    async noteOwn(tx: Tx, change: Change): Promise<void> {
      const effect = effectOf(change);
      const { guildId } = change;
      const seen = await seenLists.find(tx, { guildId, id: effect.list });
      if (seen === null) return;
      const things = Object.entries(seen.things).map(([thing, each]) => {
        return [thing, withEffect(each, effect, clock.now())] as const;
      });
      await seenLists.save(tx, { ...seen, things: Object.fromEntries(things) });
    },
  };
}

/** The main currency's payment settings, and one of the other lists in turn: each every 4 minutes. */
function dueLists(mainCurrency: string, now: number): string[] {
  const others = POOL_CURRENCIES.filter((currency) => currency !== mainCurrency);
  const turns = [...others, SUBACCOUNTS];
  const turn = turns[Math.floor(now / MINUTE) % turns.length];
  return [mainCurrency, turn ?? SUBACCOUNTS];
}

/** Null if the list was cut short, or it is too early for a second look. */
async function compare(db: Db, reading: Reading | null, { id: guildId, keyVersion }: Looked) {
  if (reading === null) return null;
  const { list, at, isWhole, things: listed } = reading;
  const before = await seenLists.find(db, { guildId, id: list });
  const things: Record<string, Seen> = {};
  const seen: SeenList = { guildId, id: list, keyVersion, seenAt: at, things };
  const verdicts: Verdict[] = [];
  // The first reading after a key is connected tells nothing.
  if (before?.keyVersion !== keyVersion) {
    for (const [thing, record] of listed) if (record) things[thing] = { record, at };
    return { seen, verdicts };
  }
  if (at - before.seenAt < SECOND_LOOK_MS) return null;
  Object.assign(things, before.things);
  let effects: Effect[] | null = null;
  for (const thing of new Set([...listed.keys(), ...Object.keys(things)])) {
    const [record, known] = [listed.get(thing) ?? null, things[thing] ?? null];
    // Listed without the values we watch, or perhaps only out of reach.
    if (record === null && (listed.has(thing) || !isWhole)) continue;
    if (known?.record && record && !known.doubt && isSameRecord(known.record, record)) continue;
    effects ??= await readEffects(db, guildId, at);
    const sight = { list, thing, seen: known, listed: record, at, lastAt: before.seenAt };
    const verdict = judge(sight, effects);
    if (verdict.seen) things[thing] = verdict.seen;
    else delete things[thing];
    verdicts.push(verdict);
  }
  return { seen, verdicts };
}

/** The effects of our changes sent in the last 30 days, newest first. */
async function readEffects(db: Db, guildId: string, now: number) {
  const changes = await listChanges(db, guildId);
  const isSent = ({ sentAt }: Change) => sentAt !== null && now - sentAt < LOOKS_END_MS;
  return changes.filter(isSent).map(effectOf);
}

/** A list as last read. */
interface SeenList {
  readonly guildId: string;
  /** The currency of payment settings, or `subaccounts`. */
  readonly id: string;
  /** Version of the key that it was read with. */
  readonly keyVersion: number;
  readonly seenAt: number;
  readonly things: Readonly<Record<string, Seen>>;
}

const seenLists = documents<SeenList>('seen');
