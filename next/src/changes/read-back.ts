import { escape } from '../cards/kit/text.js';
import { UserError } from '../errors.js';
import type { Guilds } from '../guilds/guilds.js';
import { PoolError } from '../pool/pool-error.js';
import {
  FIRST_LOOK_MS,
  LOOKS_END_MS,
  SENDING_ENDS_MS,
  type Change,
  type Observation,
  type Present,
} from './change.js';
import { decide, type Engine } from './engine.js';
import { kindOf } from './kinds/kinds.js';
import { endChange, noteDone, noteExpiresSoon } from './notes.js';
import { dueChanges, updateChange } from './rows.js';
import { enqueueCard, writeStep } from './steps.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first look; then hourly. */
const LOOKS_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];
const AT_ONCE = 20;

/** Everything that comes due in a change's life: its reminder, its end, looks at what came of it. */
export async function sweep(engine: Engine, guilds: Guilds): Promise<void> {
  const due = await dueChanges(engine.store.db, { now: engine.clock.now(), limit: AT_ONCE });
  await Promise.all(due.map((change) => look(engine, guilds, change)));
}

async function look(engine: Engine, guilds: Guilds, change: Change): Promise<void> {
  if (change.state === 'pending' || change.state === 'sending') return end(engine, change);
  const found = await readPool(engine, guilds, change);
  await decide(engine, change, async ({ change: before, ...moment }) => {
    const { tx, now } = moment;
    const looked = { ...before, looks: before.looks + 1, dueAt: nextLook(before, now) };
    const observed = found && observation(before, found, now);
    if (observed === null || isSame(observed, before.observed)) {
      await updateChange(tx, looked);
      // The card says so once nobody looks any more.
      if (looked.dueAt === null) await enqueueCard(moment, looked);
      return;
    }
    const seen: Change = { ...looked, observed, dueAt: observed.isDone ? null : looked.dueAt };
    const line = observed.isDone ? doneLine(seen) : null;
    const step = { name: 'observed', actor: 'pitboss', line, details: observed };
    await writeStep(moment, seen, step);
    if (!observed.isDone) return;
    await noteDone(moment, seen);
    await engine.onDone?.(tx, seen);
  });
}

/** Null where it cannot be read now: it is looked at again. */
async function readPool(
  { log }: Engine,
  guilds: Guilds,
  { guildId, kind, input, number, keyVersion }: Change,
): Promise<Present | null> {
  try {
    const guild = await guilds.find(guildId);
    // Another key may open another workspace, which says nothing of this change.
    if (guild.keyVersion !== keyVersion) return null;
    const pool = guilds.pool(guild);
    return await kindOf(kind).read(pool.fresh(), input);
  } catch (error) {
    if (!(error instanceof PoolError) && !(error instanceof UserError))
      log.error({ err: error, guild: guildId, change: number }, 'a change was not read back');
    return null;
  }
}

function observation({ kind: name, input }: Change, found: Present, at: number): Observation {
  const kind = kindOf(name);
  return { at, isDone: kind.isDone(input, found), status: kind.status(found), facts: found.facts };
}

/** Other facts, such as the next payout, move by themselves. */
function isSame({ isDone, status }: Observation, before: Observation | null): boolean {
  return isDone === (before?.isDone ?? false) && status === (before?.status ?? null);
}

function nextLook({ looks, endedAt }: Change, now: number): number | null {
  if (now - (endedAt ?? now) >= LOOKS_END_MS) return null;
  return now + (LOOKS_MS[looks] ?? HOUR);
}

function doneLine({ number, observed }: Change): string {
  const status = observed?.status;
  return `✅ **#${number}** done: the pool lists it${status ? ` as ${escape(status, 40)}` : ''}`;
}

/** Of a change that waits or was being sent. */
async function end(engine: Engine, { guildId, number }: Change): Promise<void> {
  await decide(engine, { guildId, number }, async ({ change, ...moment }) => {
    const { tx, now } = moment;
    const { state, expiresAt, sentAt } = change;
    if (state === 'pending' && now < expiresAt) {
      await updateChange(tx, { ...change, dueAt: expiresAt });
      await noteExpiresSoon(moment, change);
    } else if (state === 'pending') {
      const line = `⌛ **#${number}** expired; nothing was sent`;
      const expired = { ...change, state: 'expired', endedAt: expiresAt, dueAt: null } as const;
      await endChange(moment, expired, { actor: 'pitboss', line });
    } else if (state === 'sending' && now - (sentAt ?? 0) >= SENDING_ENDS_MS) {
      const reason = 'Pitboss was stopped while it was being sent';
      const line = `❓ **#${number}** outcome unknown: ${reason}`;
      const unknown: Change = {
        ...change,
        state: 'unknown',
        outcome: { kind: 'unknown', status: null, reason, message: null, body: null },
        endedAt: now,
        dueAt: now + FIRST_LOOK_MS,
      };
      await endChange(moment, unknown, { actor: 'pitboss', line });
    }
  });
}
