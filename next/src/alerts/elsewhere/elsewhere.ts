import type { Change } from '../../changes/change.js';
import { findChange, updateChange } from '../../changes/rows.js';
import type { Clock } from '../../clock.js';
import type { Guild } from '../../guilds/guilds.js';
import { POOL_CURRENCIES } from '../../guilds/settings.js';
import type { Pool } from '../../pool/pool.js';
import type { Store, Tx } from '../../store/store.js';
import type { ElsewhereEvent } from '../alert.js';
import { isSameRecord, judge, withValues, type Verdict } from './judge.js';
import { effectOf, ownChange, readEffects, type Effect } from './own-changes.js';
import { keysOf, nameIn, paymentsList, readList, SUBACCOUNTS, type Reading } from './records.js';
import { readSeen, saveSeen, type Seen } from './seen.js';

const MINUTE = 60_000;
/** The list itself is kept among its things: which key it was read with last, and when. */
const WHOLE = '';

export interface Look {
  readonly events: readonly ElsewhereEvent[];
  /** Notes what was seen, in the transaction that tells the events. */
  settle(tx: Tx): Promise<void>;
}

/** Tells what was changed at the pool and not through Pitboss. */
export interface Elsewhere {
  /** Once a minute: what is due is read and compared with what was listed before. */
  look(at: LookAt): Promise<Look>;
  /** The pool was found to list a change of ours: what undoes it from now on is not as before. */
  noteOwn(tx: Tx, change: Change): Promise<void>;
}

interface LookAt {
  readonly guild: Pick<Guild, 'id' | 'keyVersion'>;
  readonly pool: Pool;
  readonly mainCurrency: string;
}

interface ElsewhereParts {
  readonly store: Store;
  readonly clock: Clock;
}

export function createElsewhere({ store, clock }: ElsewhereParts): Elsewhere {
  return {
    async look({ guild, pool, mainCurrency }) {
      const due = dueLists(mainCurrency, clock.now());
      const readings = await Promise.all(due.map((list) => readList(pool, list)));
      const ownEffects = () => readEffects(store.db, guild.id, clock.now());
      const findings: Finding[] = [];
      for (const reading of readings) {
        if (reading === null) continue;
        const name = { guild: guild.id, list: reading.list };
        const seen = await readSeen(store.db, name);
        const verdicts = isKnown(seen, guild) ? await compare(reading, seen, ownEffects) : null;
        findings.push({ reading, seen, verdicts });
      }
      const verdicts = findings.flatMap((finding) => finding.verdicts ?? []);
      return {
        events: verdicts.flatMap(({ event }) => event ?? []),
        async settle(tx) {
          for (const finding of findings) await settle(tx, guild, finding);
          for (const number of new Set(verdicts.flatMap(({ ours }) => ours)))
            await readBackNow(tx, guild.id, { number, now: clock.now() });
        },
      };
    },
    noteOwn: (tx, change) => noteOwn(tx, change, clock.now()),
  };
}

/** The main currency's payment settings, and one other list by turns: each every 4 minutes. */
function dueLists(mainCurrency: string, now: number): string[] {
  const others = POOL_CURRENCIES.filter((currency) => currency !== mainCurrency);
  const turns = [...others.map(paymentsList), SUBACCOUNTS];
  const turn = turns[Math.floor(now / MINUTE) % turns.length];
  return [paymentsList(mainCurrency), turn ?? SUBACCOUNTS];
}

type SeenList = ReadonlyMap<string, Seen>;

interface Finding {
  readonly reading: Reading;
  readonly seen: SeenList;
  /** Null: there is nothing to compare with yet. */
  readonly verdicts: readonly Verdict[] | null;
}

/** The first reading after a key is connected tells nothing. */
function isKnown(seen: SeenList, { keyVersion }: LookAt['guild']): boolean {
  return seen.get(WHOLE)?.record?.['key'] === String(keyVersion);
}

async function compare(
  { list, at, things, isWhole }: Reading,
  seen: SeenList,
  ownEffects: () => Promise<readonly Effect[]>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let effects: readonly Effect[] | null = null;
  for (const thing of new Set([...things.keys(), ...seen.keys()])) {
    const listed = things.get(thing) ?? null;
    const isUnclear = things.has(thing) ? listed === null : !isWhole;
    if (thing === WHOLE || isUnclear) continue;
    const before = seen.get(thing) ?? null;
    if (isAsSeen(before, listed)) continue;
    effects ??= await ownEffects();
    const lastAt = seen.get(WHOLE)?.at ?? at;
    verdicts.push(judge({ list, thing, seen: before, listed, at, lastAt }, effects));
  }
  return verdicts;
}

function isAsSeen(seen: Seen | null, listed: NonNullable<Seen['record']> | null): boolean {
  if (seen === null || seen.record === null || listed === null) return false;
  return Object.keys(seen.suspects).length === 0 && isSameRecord(seen.record, listed);
}

async function settle(
  tx: Tx,
  { id: guild, keyVersion }: LookAt['guild'],
  { reading, seen, verdicts }: Finding,
): Promise<void> {
  const { list, at, things } = reading;
  const name = { guild, list };
  const whole = { record: { key: String(keyVersion) }, suspects: {}, at };
  await saveSeen(tx, name, [WHOLE, whole]);
  if (verdicts !== null) {
    for (const verdict of verdicts) await saveSeen(tx, name, [verdict.thing, verdict.seen]);
    return;
  }
  for (const thing of seen.keys())
    if (thing !== WHOLE && !things.has(thing)) await saveSeen(tx, name, [thing, null]);
  for (const [thing, record] of things)
    await saveSeen(tx, name, [thing, record && { record, suspects: {}, at }]);
}

/** A change whose effect was seen is looked at at once, so that its card says so. */
async function readBackNow(
  tx: Tx,
  guildId: string,
  { number, now }: { readonly number: number; readonly now: number },
): Promise<void> {
  const change = await findChange(tx, guildId, number);
  const isAnswered = change?.state === 'reported' || change?.state === 'unknown';
  if (isAnswered && change.dueAt !== null && change.dueAt > now)
    await updateChange(tx, { ...change, dueAt: now });
}

async function noteOwn(tx: Tx, change: Change, now: number): Promise<void> {
  const { list, name, after } = effectOf(change);
  const all = await readEffects(tx, change.guildId, now);
  const effects = all.filter((each) => each.list === list && each.name === name);
  const of = { guild: change.guildId, list };
  for (const [thing, { record, suspects }] of await readSeen(tx, of)) {
    if (record === null || nameIn(record) !== name) continue;
    const isOurs = (key: string) =>
      ownChange(effects, { key, from: record[key], to: after[key] }, now)?.number === change.number;
    const keys = keysOf(record, after).filter(isOurs);
    if (keys.length === 0) continue;
    const rest = Object.entries(suspects).filter(([key]) => !keys.includes(key));
    const next = withValues(record, after, keys);
    await saveSeen(tx, of, [thing, { record: next, suspects: Object.fromEntries(rest), at: now }]);
  }
}
