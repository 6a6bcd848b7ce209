import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAll, runBot } from '../bare-bot.js';
import { shown } from '../shown.js';
import { RATE, startAlertHouse, type AlertHouse, type AlertServer } from './alert-world.js';

/** On a machine that is busy with other things: it starts a process eight times. */
const SLOWLY = 120_000;

/** Whatever the process does when it dies: each step of an alert is told once. */
describe('an alert', () => {
  let house: AlertHouse;
  let server: AlertServer;
  beforeAll(async () => {
    house = await startAlertHouse();
    server = await house.server();
    await server.setRules({ ...RATE, forMinutes: 3 });
    await house.passMinutes(1);
  });
  afterEach(endAll);
  afterAll(() => house.close());

  const { random } = Math;
  const heads = () => server.posts().map((each) => shown(each).split('\n')[0] ?? '');

  /** A process that is still dying is not started again. */
  async function startAgain(): Promise<void> {
    await expect.poll(() => house.world.bot.state).toBe('dead');
    await house.world.start();
  }

  /** Kills the process at some moment of the next minutes, and starts another one. */
  async function dieOnce(): Promise<void> {
    const passed = house.passMinutes(2);
    await sleep(random() * 900);
    house.world.bot.kill();
    await passed;
    await startAgain();
    // A process that is dead holds its lease for a minute and a half.
    await house.passMinutes(2);
  }

  /** Kills the process when a post stands and it doesn't know yet. */
  function dieAtNextPost(): Promise<void> {
    const known = new Set(server.posts().map(({ id }) => id));
    return new Promise((resolve) => {
      const off = house.world.discord.onChange((change) => {
        if (change.kind !== 'message' || known.has(change.message.id)) return;
        if (!server.posts().some(({ id }) => id === change.message.id)) return;
        off();
        house.world.bot.kill();
        resolve();
      });
    });
  }

  test(
    'is told once through kill -9 at any moment, also right after its post',
    async () => {
      server.console.setPower(server.largestSite, false);
      for (let death = 0; death < 3; death++) await dieOnce();
      await house.passMinutesUntil(() => heads().length > 0, 8);
      const died = dieAtNextPost();
      server.console.setPower(server.largestSite, true);
      await house.passMinutesUntil(() => heads().length > 1, 12);
      await died;
      await startAgain();
      for (let death = 0; death < 3; death++) await dieOnce();
      await house.passMinutes(4);
      expect(heads()).toEqual([
        expect.stringMatching(/^# Resolved/),
        expect.stringMatching(/^✅ \*\*Resolved\*\*/),
      ]);
      const [alert, reply] = server.posts();
      expect(reply?.repliesTo).toBe(alert?.id);
    },
    SLOWLY,
  );

  test(
    'is posted once where its process dies right after the post',
    async () => {
      const died = dieAtNextPost();
      const before = heads().length;
      server.console.setPower(server.largestSite, false);
      await house.passMinutesUntil(() => heads().length > before, 10);
      await died;
      await startAgain();
      await house.passMinutes(8);
      expect(heads().slice(before)).toEqual([expect.stringMatching(/^# Firing/)]);
      // The process that came after goes on with that very message.
      server.console.setPower(server.largestSite, true);
      await house.passMinutesUntil(() => heads().length > before + 1, 12);
      await house.passMinutes(3);
      expect(heads().slice(before)).toEqual([
        expect.stringMatching(/^# Resolved/),
        expect.stringMatching(/^✅ \*\*Resolved\*\*/),
      ]);
    },
    SLOWLY,
  );

  test(
    'has one message from two processes on one store, and from the one that is left',
    async () => {
      const { world } = house;
      const before = heads().length;
      const other = runBot(world.dataDir, { ...world.env, HEALTH_PORT: '' });
      await expect.poll(() => other.out.join().includes('"msg":"ready"')).toBe(true);
      server.console.setPower(server.largestSite, false);
      await house.passMinutesUntil(() => heads().length > before, 10);
      world.bot.kill();
      await house.passMinutes(4);
      server.console.setPower(server.largestSite, true);
      await house.passMinutesUntil(() => heads().length > before + 1, 14);
      await house.passMinutes(3);
      expect(heads().slice(before)).toEqual([
        expect.stringMatching(/^# Resolved/),
        expect.stringMatching(/^✅ \*\*Resolved\*\*/),
      ]);
    },
    SLOWLY,
  );
});
