import { describe, expect, test } from 'vitest';
import { acknowledge } from '../../../src/domain/alerts/acknowledge-and-silence.js';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { evaluate } from '../../../src/domain/alerts/evaluate/evaluate.js';
import type { Reading } from '../../../src/domain/alerts/reading.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import { gatherBursts } from '../../../src/domain/alerts/alert-bursts.js';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createKillableProcess } from '../../changes/fakes/killable-process.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { createAlertChannel, customIds, type AlertChannel } from '../fakes/alert-channel.js';
import {
  aRule,
  createHistory,
  GUILD,
  MINUTE,
  START,
  startPosts,
  withRules,
  type Outside,
} from '../fakes/alert-harness.js';

/**
 * Processes are killed at any call they make, before or after it took effect, two at a time, while
 * Discord loses answers. Whatever happens, in the end each tell has one message, which shows how
 * its alert ended, and each alert is kept.
 */

const HOUR = 60 * MINUTE;
const NEVER = { atCall: Infinity, when: 'before' as const };

function createHarness() {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const channels = createAlertChannel(clock);
  return { clock, store, channels, history: createHistory(), states: createAlertStates(store) };
}
type Harness = ReturnType<typeof createHarness>;

function portsOf(world: Harness): Outside {
  const { store, clock, channels, history } = world;
  return {
    store,
    clock,
    history: {
      add: (...add) => history.add(...add),
      ended: (...ended) => history.ended(...ended),
    },
    channels: {
      post: (...post) => channels.post(...post),
      find: (...find) => channels.find(...find),
      edit: (...edit) => channels.edit(...edit),
    },
  };
}

/** A delivery by its own process: finished, or cut short by its death. */
async function deliver(world: Harness, kill: Parameters<typeof createKillableProcess>[0] = NEVER) {
  const killable = createKillableProcess(kill);
  const { store, channels, history, clock } = portsOf(world);
  const { posts, trouble } = startPosts({
    store: killable.port(store),
    channels: killable.port(channels),
    history: killable.port(history),
    clock,
  });
  await Promise.race([posts.deliver(GUILD), killable.death]);
  return { calls: killable.calls, isOver: killable.isOver, trouble };
}

type Verdict = Reading['verdict'];

async function read(
  world: Harness,
  rule: AlertRule,
  verdict: Verdict | null,
): Promise<GuildAlerts> {
  const now = world.clock.at;
  const value = verdict === 'breached' ? '70' : '100';
  const reading = verdict === null ? null : { at: now, verdict, value, limit: '80' };
  const next = await world.states.change(GUILD, (state) =>
    gatherBursts(evaluate(state, rule, { reading, now, isSuppressed: false }), now, [rule]),
  );
  // Read again only if something was written: reading is most of what this file costs.
  return next ?? world.states.read(GUILD);
}

/** The tell of each message: the last argument of its button Show*. */
function tellsIn({ messages }: Pick<AlertChannel, 'messages'>): string[] {
  return messages.map(({ reply }) => {
    const show = customIds(reply).find((id) => id.startsWith('alert-show:'));
    return show?.split(':').at(-1) ?? '';
  });
}

/** The state of a server with a firing alert, as the watch leaves it. */
async function untilFiring(world: Harness, rule: AlertRule): Promise<void> {
  await withRules(world.store, { rules: [rule] });
  for (let minute = 0; minute <= rule.forMinutes; minute++) {
    await read(world, rule, 'breached');
    world.clock.at += MINUTE;
  }
}

async function untilResolved(world: Harness, rule: AlertRule): Promise<void> {
  for (let minute = 0; minute < 6; minute++) {
    await read(world, rule, 'clear');
    world.clock.at += MINUTE;
  }
}

/** Nobody dies: whatever was lost must come now. */
async function calm(world: Harness, minutes = 8): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await deliver(world);
    world.clock.at += 61_000;
  }
}

const kills = Array.from({ length: 40 }, (_, index) => index + 1).flatMap((atCall) =>
  (['before', 'after'] as const).map((when) => ({ atCall, when })),
);
/** Within the nonce's memory, beyond it, and hours later. */
const AWAY = [90_000, 10 * MINUTE, 4 * HOUR];

describe('killed at every call it makes', () => {
  test.each(AWAY)('while it tells that an alert fires, away for %d ms', async (away) => {
    let deaths = 0;
    for (const kill of kills) {
      const world = createHarness();
      await untilFiring(world, aRule());
      deaths += (await deliver(world, kill)).isOver ? 1 : 0;
      world.clock.at += away;
      await calm(world, 3);
      expect(tellsIn(world.channels), JSON.stringify(kill)).toEqual([
        expect.stringMatching(/-firing$/),
      ]);
      const [alert] = (await world.states.read(GUILD)).alerts;
      expect(alert?.message?.messageId).toBe('message-1');
      expect(alert?.shown).toBe(alert?.revision);
    }
    expect(deaths).toBeGreaterThan(12);
  });

  test.each(AWAY)('while it tells that an alert is resolved, away for %d ms', async (away) => {
    let deaths = 0;
    for (const kill of kills) {
      const world = createHarness();
      await untilFiring(world, aRule());
      await deliver(world);
      await untilResolved(world, aRule());
      deaths += (await deliver(world, kill)).isOver ? 1 : 0;
      world.clock.at += away;
      await calm(world, 3);
      expect(tellsIn(world.channels), JSON.stringify(kill)).toEqual([
        expect.stringMatching(/-firing$/),
        expect.stringMatching(/-resolved$/),
      ]);
      expect(world.channels.messages[0]?.reply.embeds?.[0]?.title).toMatch(/^Resolved: /);
      expect([...world.history.kept.keys()]).toHaveLength(1);
      expect(await world.states.read(GUILD)).toMatchObject({ alerts: [], tells: [] });
    }
    expect(deaths).toBeGreaterThan(24);
  });
});

/** The same luck on every run. */
function luckOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('bad weeks', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'two processes that die, answers that are lost: %d',
    async (seed) => {
      const luck = luckOf(seed);
      const world = createHarness();
      const rules = ['one', 'two', 'three'].map((id) => aRule({ id, forMinutes: 2 }));
      await withRules(world.store, { rules });
      const wanted = new Set<string>();
      const fired = new Set<string>();
      const verdict = new Map<string, Verdict | null>();
      let deaths = 0;
      for (let minute = 0; minute < 3_000; minute++) {
        for (const rule of rules) {
          if (luck() < 0.06)
            verdict.set(
              rule.id,
              (['breached', 'clear', 'near', null] as const)[Math.floor(luck() * 4)] ?? null,
            );
          const state = await read(world, rule, verdict.get(rule.id) ?? null);
          for (const { id, what } of state.tells) if (what !== 'reminder') wanted.add(id);
          for (const { id, firedAt } of state.alerts) if (firedAt !== undefined) fired.add(id);
        }
        if (luck() < 0.02) {
          const open = (await world.states.read(GUILD)).alerts.find(
            ({ phase }) => phase === 'firing',
          );
          await world.states.change(GUILD, (state) =>
            acknowledge(state, open?.id ?? '', { by: '7', at: world.clock.at }),
          );
        }
        if (luck() < 0.05) world.channels.faults.push(luck() < 0.5 ? 'lost' : 'fails');
        const kill = () => ({
          atCall: luck() < 0.3 ? 1 + Math.floor(luck() * 24) : Infinity,
          when: luck() < 0.5 ? ('before' as const) : ('after' as const),
        });
        const ended = await Promise.all([deliver(world, kill()), deliver(world, kill())]);
        deaths += ended.filter(({ isOver }) => isOver).length;
        world.clock.at += luck() < 0.01 ? 20 * MINUTE : MINUTE;
      }
      world.channels.faults.length = 0;
      for (let hour = 0; hour < 3; hour++) {
        for (let minute = 0; minute < 8; minute++) {
          for (const rule of rules) {
            const state = await read(world, rule, 'clear');
            for (const { id, what } of state.tells) if (what !== 'reminder') wanted.add(id);
          }
          await deliver(world);
          world.clock.at += MINUTE;
        }
        world.clock.at += HOUR;
      }
      await calm(world);
      const told = tellsIn(world.channels);
      expect(told.filter((id, index) => told.indexOf(id) !== index)).toEqual([]);
      expect([...wanted].filter((id) => !told.includes(id))).toEqual([]);
      expect([...world.history.kept.keys()].toSorted()).toEqual([...fired].toSorted());
      expect(await world.states.read(GUILD)).toMatchObject({ alerts: [], tells: [] });
      const firing = world.channels.messages.filter((_, index) => told[index]?.endsWith('-firing'));
      expect(
        firing.filter(({ reply }) => !reply.embeds?.[0]?.title?.startsWith('Resolved: ')),
      ).toEqual([]);
      expect(wanted.size).toBeGreaterThan(40);
      expect(deaths).toBeGreaterThan(100);
    },
  );
});
