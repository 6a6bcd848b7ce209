import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, LoopbackMessage, Outcome } from '../../../sandbox/discord/loopback-discord.js';
import {
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../../store/support/postgres-server.js';
import { runBot, endAll, type BareBot } from '../bare-bot.js';
import { changeWorld, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { ask, type World } from '../world.js';
import { doorEnv, startHttpWorld } from './http-world.js';

/**
 * Two processes on Postgres behind a balancer, both killed again and again, and Postgres too, while
 * people ask and confirm. How many interactions and how many of them confirmations: by hand
 * `KILLED_INTERACTIONS=10000 KILLED_CONFIRMATIONS=500 npx vitest run test/e2e/http/killed.test.ts`.
 */
const INTERACTIONS = Number(process.env['KILLED_INTERACTIONS'] ?? 400);
const CONFIRMATIONS = Number(process.env['KILLED_CONFIRMATIONS'] ?? 24);
/** A change whose outcome nobody knows holds up others to the same thing, so there are many things. */
const GUILDS = Math.max(4, Math.ceil(CONFIRMATIONS / 15));
/** At once, over all guilds. */
const PEOPLE = 12;

const title = hasPostgres ? 'two processes on Postgres' : 'skipped: no postgres';
describe.skipIf(!hasPostgres)(title, () => {
  let postgres: PostgresServer;
  let house: World;
  let worlds: readonly ChangeWorld[];
  let processes: readonly Process[];

  beforeAll(async () => {
    postgres = await startPostgres();
    house = await startHttpWorld({ env: { STORE_URL: postgres.url } });
    const [first = ''] = house.discord.endpoint.addresses;
    const second = await doorEnv(house);
    const [, address = ''] = house.discord.endpoint.addresses;
    processes = [createProcess(house, first, {}), createProcess(house, address, second)];
    await Promise.all(processes.map((each) => each.start()));
    await house.discord.ready(30_000);
    const opened: ChangeWorld[] = [];
    for (let guild = 0; guild < GUILDS; guild++) opened.push(await changeWorld(house));
    worlds = opened;
    for (const world of worlds)
      expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  }, 120_000);
  afterAll(async () => {
    await endAll();
    await house.close();
    await postgres.stop();
  });

  test(
    'each change is sent once at most, and each interaction answered in Discord’s time or not at all',
    { timeout: 60_000 + INTERACTIONS * 60 },
    async () => {
      const over = new AbortController();
      const kills = { processes: 0, postgres: 0 };
      const killing = killAgainAndAgain(kills, over.signal);
      const writes = collectWrites(house, over.signal);
      const isEnough = () => kills.processes > 1 && kills.postgres > 0;
      const outcomes: Outcome[] = [];
      const changes: Change[] = [];
      const each = Math.ceil(INTERACTIONS / PEOPLE);
      await Promise.all(
        Array.from({ length: PEOPLE }, (_, person) =>
          work({ person, each, outcomes, changes, isEnough }),
        ),
      );
      over.abort();
      await killing;
      const sentBy = await writes;

      await everybodyIsBack();
      const answered = outcomes.filter(({ firstResponseMs }) => firstResponseMs !== null);
      const slowest = Math.max(...answered.map(({ firstResponseMs }) => firstResponseMs ?? 0));
      const confirmed = changes.filter(({ clicked }) => clicked);
      process.stdout.write(
        `${outcomes.length} interactions, ${answered.length} answered, slowest ${Math.round(slowest)} ms; ` +
          `${confirmed.length} confirmations; ${kills.processes} kills of a process, ${kills.postgres} of Postgres\n`,
      );
      expect(slowest).toBeLessThanOrEqual(3_000);
      expect(
        outcomes.filter((outcome) => outcome.failed === (outcome.firstResponseMs !== null)),
      ).toEqual([]);
      expect(answered.length).toBeGreaterThan(outcomes.length / 2);
      expect(kills.processes).toBeGreaterThan(0);
      expect(kills.postgres).toBeGreaterThan(0);
      expect(house.discord.refusals).toEqual([]);

      let sent = 0;
      for (const world of worlds) sent += await isSentOnceAtMost(world, sentBy);
      expect(sent).toBeGreaterThan(0);
      expect(confirmed.length).toBeGreaterThanOrEqual(CONFIRMATIONS / 4);
    },
  );

  interface Work {
    readonly person: number;
    readonly each: number;
    readonly outcomes: Outcome[];
    readonly changes: Change[];
    readonly isEnough: () => boolean;
  }

  /** One person of one guild, doing one thing after the other. */
  async function work({ person, each, outcomes, changes, isEnough }: Work): Promise<void> {
    const confirmations = Math.ceil(CONFIRMATIONS / PEOPLE);
    const changeEvery = Math.max(3, Math.floor(each / confirmations));
    for (let done = 0; done < each || (!isEnough() && done < 20 * each); done++) {
      const world = worlds[(person + done) % GUILDS];
      if (world === undefined) throw new Error('no such world');
      const [manager, viewer] = peopleOf(house, world, person);
      if (done % changeEvery !== 0) {
        outcomes.push(await finished(viewer.command('summary', { private: true })));
        continue;
      }
      const asked = await finished(
        manager.command(
          'subaccount move',
          world.elsewhere((person + Math.floor(done / GUILDS)) % 8),
        ),
      );
      outcomes.push(asked);
      const card = asked.message;
      if (card === null || !shown(card).includes('[Confirm')) continue;
      const change = { clicked: false, card };
      changes.push(change);
      // As somebody does who sees "interaction failed", or nothing.
      for (let click = 0; click < 3 && shown(world.now(card)).includes('[Confirm'); click++) {
        const outcome = await finished(
          manager.click(world.now(card), idOf(world.now(card), 'Confirm')),
        );
        outcomes.push(outcome);
        change.clicked ||= outcome.firstResponseMs !== null;
      }
    }
  }

  interface Kills {
    processes: number;
    postgres: number;
  }

  async function killAgainAndAgain(kills: Kills, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(700 + Math.random() * 1_500);
      const victim = processes[Math.floor(Math.random() * processes.length)];
      if (kills.processes + kills.postgres === 1 || Math.random() < 0.2) {
        kills.postgres++;
        await postgres.end();
        await sleep(Math.random() * 1_000);
        await postgres.startAgain();
      } else if (victim !== undefined) {
        kills.processes++;
        await victim.kill();
        await victim.start();
      }
    }
  }

  async function everybodyIsBack(): Promise<void> {
    for (const world of worlds)
      await eventually(
        async () => {
          const asked = await finished(world.as('viewer').command('summary'));
          expect(asked.message === null ? '' : shown(asked.message)).toContain('# Pool summary');
        },
        { timeout: 60_000 },
      );
  }

  /** How many were sent. Every change that was has ended, and the trail tells as many as the pool got. */
  async function isSentOnceAtMost(
    world: ChangeWorld,
    sentBy: ReadonlyMap<string, number>,
  ): Promise<number> {
    const count = sentBy.get(world.key) ?? 0;
    await eventually(
      async () => {
        const trail = await world.trail();
        const of = (step: string) => trail.filter((each) => each.step === step).map(changeOf);
        const [sent, reported] = [of('sent'), of('reported')];
        expect(new Set(sent).size, 'sent twice').toBe(sent.length);
        expect(count, 'more than the trail').toBeLessThanOrEqual(sent.length);
        expect(count, 'reported but not sent').toBeGreaterThanOrEqual(reported.length);
        // Whatever was sent has come to an end in the trail.
        const ended = new Set([...reported, ...of('unknown'), ...of('failed')]);
        expect(sent.filter((id) => !ended.has(id))).toEqual([]);
      },
      { timeout: 90_000 },
    );
    return count;
  }
});

interface Change {
  clicked: boolean;
  readonly card: LoopbackMessage;
}

const changeOf = (entry: object): string =>
  'change' in entry && typeof entry.change === 'string' ? entry.change : '';

/** The pool keeps only its newest requests. How many changed something, by key. */
async function collectWrites(house: World, signal: AbortSignal) {
  const seen = new Set<object>();
  const counts = new Map<string, number>();
  const look = () => {
    for (const request of house.pool.requests) {
      const { method, authorization } = request;
      if (method === 'GET' || seen.has(request)) continue;
      seen.add(request);
      counts.set(authorization ?? '', (counts.get(authorization ?? '') ?? 0) + 1);
    }
  };
  while (!signal.aborted) {
    await sleep(100);
    look();
  }
  // What was under way.
  await sleep(2_000);
  look();
  return counts;
}

/** What became of it once Discord's time was over. */
async function finished(asked: Promise<Outcome>): Promise<Outcome> {
  const outcome = await asked;
  await eventually(() => expect(outcome.failed || outcome.firstResponseMs !== null).toBe(true));
  if (outcome.firstResponseMs !== null) await outcome.settled(undefined, 4_000).catch(() => null);
  return outcome;
}

function peopleOf(house: World, world: ChangeWorld, number: number): readonly [Actor, Actor] {
  const manager = world.guild.addPerson({
    name: `Manager ${number}`,
    roleIds: world.people.manager.roleIds,
  });
  const viewer = world.guild.addPerson({
    name: `Viewer ${number}`,
    roleIds: world.people.viewer.roleIds,
  });
  return [house.discord.as(manager, world.channelId), house.discord.as(viewer, world.channelId)];
}

interface Process {
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** A process whose address the balancer knows only while it answers. */
function createProcess(house: World, address: string, env: Record<string, string>): Process {
  const { addresses } = house.discord.endpoint;
  let bot: BareBot | undefined;
  const leave = () => {
    const at = addresses.indexOf(address);
    if (at !== -1) addresses.splice(at, 1);
  };
  leave();
  return {
    async start() {
      bot = runBot(house.dataDir, { ...house.env, ...env });
      await eventually(
        async () => {
          // Unsigned, so it is refused; but by somebody.
          const answer = await fetch(address, { method: 'POST', body: '{}' });
          expect(answer.status).toBe(401);
        },
        { timeout: 60_000 },
      );
      addresses.push(address);
    },
    async kill() {
      bot?.signal('SIGKILL');
      await bot?.ended;
      // A balancer notices some time later.
      await sleep(Math.random() * 300);
      leave();
    },
  };
}
