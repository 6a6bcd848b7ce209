import { HOUR } from '../clock.js';
import { UserError } from '../errors.js';
import { inGuild } from '../guilds/transaction.js';
import { PoolError } from '../pool/pool-error.js';
import { withoutAnswer } from '../pool/writes.js';
import { escape } from '../text.js';
import {
  LOOKS_END_MS,
  SENDING_ENDS_MS,
  withOutcome,
  type Change,
  type Observation,
  type Present,
} from './change.js';
import { KINDS, kindOf } from './kinds/kinds.js';
import { endChange, noteDone, noteWaiting } from './replies.js';
import { dueChanges, listChanges, updateChange } from './rows.js';
import { decide, recordStep, writeChange, writeStep, type Engine } from './transaction.js';

const SOON = 25_000;
const AT_ONCE = 20;

/** Handles everything that falls due in a change's life: reminder, expiry, read-backs. */
export async function sweep(engine: Engine): Promise<void> {
  const due = await dueChanges(engine.store.db, { now: engine.clock.now(), limit: AT_ONCE });
  await Promise.all(due.map((change) => look(engine, change)));
}

async function look(engine: Engine, due: Change): Promise<void> {
  if (due.state === 'pending' || due.state === 'sending') return end(engine, due);
  const found = await readPool(engine, due);
  await decide(engine, due, async (guild, change) => {
    const dueAt = nextLook(change, guild.now);
    const observed = found && observation(change, found, guild.now);
    if (observed === null || isSame(observed, change.observed)) {
      const looked = { ...change, dueAt };
      // After the last read-back the card says so.
      await (dueAt === null ? writeChange(guild, looked) : updateChange(guild.tx, looked));
      return looked;
    }
    const { isDone } = observed;
    const seen: Change = { ...change, observed, dueAt: isDone ? null : dueAt };
    const line = isDone ? doneLine(seen) : null;
    await writeStep(guild, seen, { step: 'observed', actor: 'pitboss', line, details: observed });
    if (!isDone) return seen;
    await noteDone(guild, seen);
    await engine.onDone?.(guild.tx, seen);
    return seen;
  });
}

/** Null if it cannot be read now: the next read-back tries again. */
async function readPool(
  { guilds, log }: Engine,
  { guildId, kind, input, number, keyVersion }: Change,
): Promise<Present | null> {
  try {
    const guild = await guilds.find(guildId);
    // Another key may open another workspace, which says nothing about this change.
    if (guild.keyVersion !== keyVersion) return null;
    const pool = guilds.pool(guild);
    return await KINDS[kind].read(pool.fresh(), input);
  } catch (error) {
    if (!(error instanceof PoolError) && !(error instanceof UserError))
      log.error({ err: error, guild: guildId, change: number }, 'a change was not read back');
    return null;
  }
}

function observation(change: Change, present: Present, at: number): Observation {
  const { isDone, status } = kindOf({ ...change, present });
  return { at, isDone, status, facts: present.facts };
}

/** Other facts, such as the next payout, change by themselves. */
function isSame({ isDone, status }: Observation, before: Observation | null): boolean {
  return isDone === (before?.isDone ?? false) && status === (before?.status ?? null);
}

/** Soon after it was sent, then at growing intervals, in the end hourly. */
function nextLook({ endedAt }: Change, now: number): number | null {
  const passed = now - (endedAt ?? now);
  if (passed >= LOOKS_END_MS) return null;
  return now + Math.min(Math.max(SOON, 4 * passed), HOUR);
}

function doneLine({ number, observed }: Change): string {
  const status = observed?.status;
  return `✅ **#${number}** done: the pool lists it${status ? ` as ${escape(status, 40)}` : ''}`;
}

/** Ends a change that waits or was being sent. */
async function end(engine: Engine, due: Change): Promise<void> {
  await decide(engine, due, async (guild, change) => {
    const { now } = guild;
    const { number, state, expiresAt, sentAt } = change;
    if (state === 'pending' && now < expiresAt) {
      await updateChange(guild.tx, { ...change, dueAt: expiresAt });
      await noteWaiting(guild, change, 'soon');
    } else if (state === 'pending') {
      const line = `⌛ **#${number}** expired; nothing was sent`;
      const expired: Change = { ...change, state: 'expired', endedAt: expiresAt, dueAt: null };
      return endChange(guild, expired, { actor: 'pitboss', line });
    } else if (state === 'sending' && now - (sentAt ?? 0) >= SENDING_ENDS_MS) {
      const reason = 'Pitboss was stopped while it was being sent';
      const line = `❓ **#${number}** outcome unknown: ${reason}`;
      return endChange(guild, lost(change, reason, now), { actor: 'pitboss', line });
    }
    return change;
  });
}

/** Its outcome is unknown. */
function lost(change: Change, reason: string, now: number): Change {
  return withOutcome(change, withoutAnswer('unknown', reason), now);
}

/**
 * Ends what a backup left open in a server. Since then it may have been confirmed and sent, so its
 * outcome is unknown. Its card stays as it is, because it may tell what the pool answered. Returns how
 * many.
 */
export function endAfterRestore(engine: Pick<Engine, 'store' | 'clock'>, guildId: string) {
  const reason = 'a backup was restored';
  return inGuild(engine, guildId, async (guild) => {
    const changes = await listChanges(guild.tx, guildId);
    const open = changes.filter(({ state }) => state === 'pending' || state === 'sending');
    for (const change of open) {
      const ended = lost(change, reason, guild.now);
      await updateChange(guild.tx, ended);
      await recordStep(guild, ended, {
        step: ended.state,
        actor: 'pitboss',
        line: `❓ **#${change.number}** outcome unknown: ${reason}, and it may have been sent since`,
        details: { before: change.state, reason },
      });
    }
    return open.length;
  });
}
