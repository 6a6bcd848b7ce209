import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endAll, runBot } from '../bare-bot.js';
import { shown } from '../shown.js';
import { RATE, startAlertHouse, type AlertHouse, type AlertServer } from './alert-world.js';

/** On a machine that is busy with other things: it starts a process seven times. */
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

  /** Kills the process at some moment of the next minutes, and starts another one. */
  async function dieOnce(): Promise<void> {
    const passed = house.passMinutes(2);
    await sleep(random() * 900);
    house.world.bot.kill();
    await passed;
    // A process that is still dying is not started again.
    await expect.poll(() => house.world.bot.state).toBe('dead');
    await house.world.start();
    // A process that is dead holds its lease for a minute and a half.
    await house.passMinutes(2);
  }

  test(
    'is told once through kill -9 at any moment',
    async () => {
      server.console.setPower(server.largestSite, false);
      for (let death = 0; death < 3; death++) await dieOnce();
      await house.passMinutesUntil(() => heads().length > 0, 8);
      server.console.setPower(server.largestSite, true);
      for (let death = 0; death < 3; death++) await dieOnce();
      await house.passMinutesUntil(() => heads().length > 1, 12);
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
