import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { turningClock } from '../../../../sandbox/clock-ahead.js';
import { steppedUntil } from '../../../../sandbox/clock-offset.js';
import { freePort } from '../../../../sandbox/free-port.js';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import {
  createPlaygroundClock,
  type PlaygroundClock,
} from '../../../../sandbox/page/bot/playground-clock.js';
import { createPoolConsole, type PoolConsole } from '../../../../sandbox/pool/pool-operator.js';
import type { Workspace, WorkspaceOptions } from '../../../../sandbox/pool/workspace.js';
import { createAlertStates } from '../../../../src/alerts/alert-states.js';
import { createRuleStore } from '../../../../src/alerts/rule-store.js';
import type { GuildAlerts } from '../../../../src/domain/alerts/alert.js';
import type { AlertRule } from '../../../../src/domain/alerts/rule.js';
import type { Store } from '../../../../src/store/store.js';
import { openStoreOf } from '../../changes/change-world.js';
import { eventually } from '../../eventually.js';
import { ask, startWorld, type World } from '../../world.js';
import { countRounds } from './count-rounds.js';

/** One clock for Discord, pool and bot, which tests advance minute by minute. */
export interface AlertHouse {
  readonly world: World;
  readonly days: PlaygroundClock;
  /** What all its bots share. */
  readonly store: Store;
  /** Health ports of the bots whose looks are awaited; the first bot's unless changed. */
  readonly looking: Set<string>;
  /**
   * A minute takes a quarter of a second. Resolves when they have passed and the bot has looked in
   * the first and the last; on a busy machine it may miss some in between.
   */
  passMinutes(count: number): Promise<void>;
  /** Checked minute by minute, for at most this many. */
  passMinutesUntil(holds: () => boolean, atMost: number): Promise<void>;
  /** Connects another server, with its own workspace. */
  server(workspace?: WorkspaceOptions): Promise<AlertServer>;
  close(): Promise<void>;
}

export interface AlertServer {
  readonly world: World;
  readonly workspace: Workspace;
  readonly console: PoolConsole;
  /** The site with more than a quarter of the hashrate, the most of all. */
  readonly largestSite: string;
  setRules(...rules: readonly AlertRule[]): Promise<void>;
  readonly state: () => Promise<GuildAlerts>;
  /** What the bot posted about alerts, oldest first. */
  posts(): readonly LoopbackMessage[];
}

const minuteMs = 250;
/** A bot that is dead, or leaves its servers to another process, is awaited no longer. */
const LOOKS_WITHIN_MS = 2_000;

/** `extra`: additional environment of its bot. */
export async function startAlertHouse(
  extra: Readonly<Record<string, string>> = {},
): Promise<AlertHouse> {
  let days: PlaygroundClock | undefined;
  const now = () => days?.now() ?? Date.now();
  const port = String(await freePort());
  const looking = new Set([port]);
  const env = {
    // Each minute of the turned clock gets a look, yet most of the time none is running.
    ALERT_ROUND_SECONDS: '15',
    NODE_OPTIONS: `--import=${turningClock}`,
    HEALTH_PORT: port,
    ...extra,
  };
  const world = await startWorld({ env, discord: { now }, workspace: { now } });
  let servers = 0;
  const clock = createPlaygroundClock({ folder: world.dataDir, minuteMs });
  days = clock;
  await world.start();
  const store = await openStoreOf(world);

  async function turn(minutes: number): Promise<void> {
    await clock.passMinutes(minutes);
    await sleep(steppedUntil(clock.turn) - Date.now());
  }

  const rounds = () => countRounds([...looking]);

  /** A minute in which each server's round begins, so that the previous round is over. */
  async function passOneMinute(): Promise<void> {
    const before = await rounds();
    await turn(1);
    await sleep(minuteMs / 5);
    const until = Date.now() + LOOKS_WITHIN_MS;
    const hasLooked = (count: number | null) => count === null || count >= (before ?? 0) + servers;
    while (Date.now() < until && !hasLooked(await rounds())) await sleep(50);
    await sleep(minuteMs / 5);
  }

  async function passMinutes(count: number): Promise<void> {
    if (count > 1) await passOneMinute();
    // A figure missing for four minutes restarts its wait, and a busy machine misses rounds.
    for (let left = count - 2; left > 0; left -= 3) {
      await turn(Math.min(left, 2));
      if (left > 2) await passOneMinute();
    }
    await passOneMinute();
  }

  return {
    world,
    days: clock,
    store,
    looking,
    passMinutes,
    async passMinutesUntil(holds, atMost) {
      for (let minute = 0; minute < atMost && !holds(); minute++) await passMinutes(1);
      await eventually(() => expect(holds()).toBe(true));
    },
    async server(given) {
      const own = world.neighbour({ ...given, now });
      await own.connect();
      servers += 1;
      const managers = [...own.guild.roles.values()].find(({ name }) => name === 'Managers');
      await ask(own.as('admin'), 'setup roles', { manager: managers?.id ?? '' });
      const workspace = world.pool.workspaceOf(own.key);
      return serverOf(own, workspace, store);
    },
    async close() {
      await store.close();
      await world.close();
    },
  };
}

function serverOf(world: World, workspace: Workspace, store: Store): AlertServer {
  const { guild, channelId, discord } = world;
  return {
    world,
    workspace,
    console: createPoolConsole(workspace),
    largestSite: largestSiteOf(workspace),
    async setRules(...rules) {
      await createRuleStore(store).change(guild.id, (now) => ({
        ...now,
        rules: [...rules],
        channelId,
      }));
    },
    state: () => createAlertStates(store).read(guild.id),
    posts: () =>
      discord
        .messages(channelId)
        .filter(({ components }) => JSON.stringify(components).includes('"alert-show:')),
  };
}

function largestSiteOf({ sites, subaccounts, earnings }: Workspace): string {
  const powerOf = (siteId: string) =>
    subaccounts
      .filter((each) => each.siteId === siteId)
      .reduce((sum, each) => sum + Number(earnings.power(each).hashrate), 0);
  return sites.toSorted((a, b) => powerOf(b.id) - powerOf(a.id))[0]?.id ?? '';
}

/** The hashrate under four fifths of its 24-hour rate, for ten minutes. */
export const RATE: AlertRule = {
  id: 'rate',
  condition: 'hashrate',
  threshold: { unit: 'percent', value: '80' },
  forMinutes: 10,
  currency: 'BTC',
  severity: 'warning',
  remindMinutes: 0,
  since: 0,
  setBy: '1',
};
